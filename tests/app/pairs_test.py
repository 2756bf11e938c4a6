"""`weir pairs` on boxes of others, against the rule written down once more here."""
import json
import random

from weir_program import GIGABYTE, ProgramTest, at_most, main, runs_in, weir

HEADER = "minx,miny,minz,maxx,maxy,maxz\n"
MODULES = [module["name"] for module in json.loads(weir("list", "modules", "--json").stdout)
           if module["family"] == "broadphase"]


def overlap(a, b):
    return all(a[k] <= b[k + 3] and b[k] <= a[k + 3] for k in range(3))


def pairs_of(boxes):
    return [(i, j) for i in range(len(boxes)) for j in range(i + 1, len(boxes)) if overlap(boxes[i], boxes[j])]


def hits_of(queries, boxes):
    return [(q, b) for q in range(len(queries)) for b in range(len(boxes)) if overlap(queries[q], boxes[b])]


def crowd(count, seed):
    """Boxes on a grid of eighths, of many sizes, some flat, some of no size: faces and corners touch exactly."""
    draw = random.Random(seed)
    boxes = []
    for _ in range(count):
        low = [draw.randrange(-64, 64) / 8 for _ in range(3)]
        longest = draw.choice([0, 1, 4, 40])
        boxes.append(low + [x + draw.randrange(0, longest + 1) / 8 for x in low])
    return boxes


def csv(boxes):
    return HEADER + "".join(",".join(map(str, box)) + "\n" for box in boxes)


class Pairs(ProgramTest):

    def pairs(self, boxes, *options, header="i,j"):
        out = self.folder / "pairs.csv"
        self.succeeds("pairs", boxes, *options, "--out", out)
        lines = out.read_text().splitlines()
        self.assertEqual(lines[0], header)
        return [tuple(map(int, line.split(","))) for line in lines[1:]]

    def test_every_module_finds_the_pairs_in_order(self):
        boxes = crowd(400, seed=1)
        file = self.file("boxes.csv", csv(boxes))
        expected = pairs_of(boxes)
        self.assertGreater(len(expected), 100)
        for module in MODULES:
            self.assertEqual(self.pairs(file, "--module", module), expected, module)

    def test_every_module_finds_whom_queries_touch(self):
        boxes, queries = crowd(300, seed=2), crowd(150, seed=3)
        file, asked = self.file("boxes.csv", csv(boxes)), self.file("queries.csv", csv(queries))
        expected = hits_of(queries, boxes)
        self.assertGreater(len(expected), 100)
        for module in MODULES:
            for threads in (1, 3):
                self.assertEqual(self.pairs(file, "--queries", asked, "--module", module, "--threads", threads,
                                            header="query,box"), expected, module)

    def test_settings_change_what_it_takes_and_not_what_is_found(self):
        boxes = crowd(300, seed=5)
        file = self.file("boxes.csv", csv(boxes))
        expected = pairs_of(boxes)
        for options in (("--cell-size", 0.5), ("--table-size", 3), ("--table-per-class",), ("--factor", 3), ("--rebuild",)):
            for module in MODULES:
                self.assertEqual(self.pairs(file, "--module", module, *options), expected, (module, options))

    def test_settings_out_of_range_are_refused(self):
        file = self.file("boxes.csv", HEADER)
        self.refused("pairs", file, "--factor", 1, saying="give a number from 1.125 to 16\n")
        self.refused("pairs", file, "--table-size", -1, saying="(entries)")

    def test_few_and_no_boxes(self):
        for text, expected in ((HEADER, []), (HEADER + "0,0,0,1,1,1\n", []),
                               (HEADER + "0,0,0,1,1,1\n1,1,1,2,2,2\n", [(0, 1)])):
            for module in MODULES:
                self.assertEqual(self.pairs(self.file("b.csv", text), "--module", module), expected, module)

    def test_sizes_of_one_to_a_million(self):
        draw = random.Random(4)
        boxes = []
        for _ in range(250):
            edge = 10.0 ** draw.uniform(-3, 3)
            low = [draw.uniform(-1000, 1000) for _ in range(3)]
            boxes.append([float("%.6g" % v) for v in low] + [float("%.6g" % (v + edge)) for v in low])
        file = self.file("boxes.csv", csv(boxes))
        expected = self.pairs(file, "--module", "all-pairs")
        for module in MODULES:
            self.assertEqual(self.pairs(file, "--module", module), expected, module)

    def test_counts_go_to_standard_output(self):
        file = self.file("boxes.csv", HEADER + "0,0,0,1,1,1\n1,0,0,2,1,1\n5,5,5,6,6,6\n")
        lines = self.succeeds("pairs", file).stdout.splitlines()
        values = {line[:17].strip(): line[17:] for line in lines}
        self.assertEqual((values["boxes"], values["pairs"]), ("3", "1"))
        self.assertIn("compact-grid", values["time"])

    def test_mistakes_in_a_file_are_named_by_line(self):
        for text, where in ((HEADER + "0,0,0,1,1,1\n0,0,2,1,1,1\n", ":3: minz is 2 and maxz is 1"),
                            (HEADER + "0,0,inf,1,1,1\n", ":2: minz is 'inf'"),
                            ("", ":1: there is no column 'minx'"), ("x,y,z\n1,2,3\n", ":1: there is no column 'minx'")):
            path = self.file("boxes.csv", text)
            self.refused("pairs", path, saying=str(path) + where)
            good = self.file("good.csv", HEADER)
            self.refused("pairs", good, "--queries", path, saying=str(path) + where)

    def test_an_unknown_module_is_refused_with_the_nearest(self):
        self.refused("pairs", self.file("b.csv", HEADER), "--module", "hash-grid", saying="broad phase named 'hash-grid'")

    def test_a_file_is_needed(self):
        self.refused("pairs", saying="weir pairs BOXES")
        self.refused("pairs", self.folder / "nowhere.csv", saying="nowhere.csv")

    def test_the_inputs_are_no_place_for_the_result(self):
        boxes, queries = self.file("boxes.csv", HEADER), self.file("queries.csv", HEADER)
        self.refused_to_overwrite("pairs", boxes, out=boxes)
        for link in ("link", "hard-link"):
            (self.folder / link).unlink()
        self.refused_to_overwrite("pairs", boxes, "--queries", queries, out=queries)

    def test_boxes_that_touch_only_as_floats_are_no_pair(self):
        boxes = [[0, 0, 0, 1000000.00, 1, 1], [1000000.01, 0, 0, 1000001, 1, 1], [1000000.01, 0, 0, 1000000.01, 1, 1]]
        file = self.file("boxes.csv", csv(boxes))
        for module in MODULES:
            self.assertEqual(self.pairs(file, "--module", module), [(1, 2)], module)
        self.assertEqual(self.pairs(file, "--queries", file, header="query,box"), hits_of(boxes, boxes))

    def test_pairs_that_memory_cannot_hold_are_refused_before_they_are_looked_for(self):
        if not runs_in(GIGABYTE):
            self.skipTest("this build needs more addresses than that")
        little = {"preexec_fn": at_most(GIGABYTE)}
        crowded = self.file("crowded.csv", HEADER + "0,0,0,1,1,1\n" * 20_000)
        self.refused("pairs", crowded, "--out", "big.csv", status=1, **little,
                     saying=("crowded.csv has about 200 000 000 pairs", "4.8 GB of memory", "fewer or smaller boxes"))
        self.refused("pairs", self.file("one.csv", HEADER + "0,0,0,1,1,1\n" * 10_000), "--queries", crowded, status=1,
                     **little, saying=("crowded.csv has about 200 000 000 pairs", "4.8 GB"))
        self.assertEqual([path.name for path in self.folder.glob("*big*")], [])
        # Many boxes with few pairs are none of that.
        rows = "".join(f"{i},0,0,{i}.5,1,1\n" for i in range(20_000))
        self.assertIn("pairs            0\n", self.succeeds("pairs", self.file("row.csv", HEADER + rows), **little).stdout)

    def test_memory_that_ends_in_a_module_ends_with_a_sentence_too(self):
        little = 150_000_000
        if not runs_in(little):
            self.skipTest("this build needs more addresses than that")
        row = self.file("row.csv", HEADER + "".join(f"{i},0,0,{i}.5,1,1\n" for i in range(300_000)))
        for threads in (1, 2):
            self.refused("pairs", row, "--module", "multilevel-hash", "--threads", threads, "--out", "big.csv", status=1,
                         preexec_fn=at_most(little), saying=("row.csv", "memory", "fewer boxes"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["row.csv"])

    def test_a_failed_run_leaves_no_file(self):
        out = self.folder / "pairs.csv"
        self.refused("pairs", self.file("b.csv", HEADER + "1,0,0,0,1,1\n"), "--out", out, saying=":2: ")
        self.assertFalse(out.exists())


main()
