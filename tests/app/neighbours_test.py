"""`weir neighbours` on point clouds of others, against the rule written down once more here."""
import json
import random
import struct

from weir_program import GIGABYTE, ProgramTest, at_most, main, runs_in, weir


def single(number):
    """As a float of four bytes, like the program's."""
    return struct.unpack("f", struct.pack("f", number))[0]


def pairs_of(points, reach):
    """All i < j no further apart than the longer reach. The clouds lie on a grid where this arithmetic is exact."""
    reaches = reach if isinstance(reach, list) else [reach] * len(points)
    return [(i, j) for i in range(len(points)) for j in range(i + 1, len(points))
            if sum((a - b) ** 2 for a, b in zip(points[i], points[j])) <= max(reaches[i], reaches[j]) ** 2]


def grid_cloud(count, seed):
    """Points with coordinates of whole sixteenths, some of them negative, some twice."""
    draw = random.Random(seed)
    return [tuple(draw.randrange(-32, 32) / 16 for _ in range(3)) for _ in range(count)]


def csv(points, reaches=None):
    if reaches is None:
        return "x,y,z\n" + "".join(f"{x},{y},{z}\n" for x, y, z in points)
    return "x,y,z,reach\n" + "".join(f"{x},{y},{z},{r}\n" for (x, y, z), r in zip(points, reaches))


def ply(points, byte_order):
    name = {"<": "little", ">": "big"}[byte_order]
    header = (f"ply\nformat binary_{name}_endian 1.0\nelement vertex {len(points)}\nproperty uchar red\n"
              "property float z\nproperty double x\nproperty float y\nend_header\n")
    return header.encode() + b"".join(struct.pack(byte_order + "Bfdf", 9, z, x, y) for x, y, z in points)


MODULES = [module["name"] for module in json.loads(weir("list", "modules", "--json").stdout)
           if module["family"] == "neighbours"]


class Neighbours(ProgramTest):

    def pairs(self, cloud, *options):
        out = self.folder / "pairs.csv"
        self.succeeds("neighbours", cloud, *options, "--out", out)
        lines = out.read_text().splitlines()
        self.assertEqual(lines[0], "i,j")
        return [tuple(map(int, line.split(","))) for line in lines[1:]]

    def test_every_module_finds_the_pairs_in_order(self):
        points = grid_cloud(300, seed=1)
        cloud = self.file("points.csv", csv(points))
        expected = pairs_of(points, 0.5)
        self.assertGreater(len(expected), 100)
        for module in MODULES:
            self.assertEqual(self.pairs(cloud, "--reach", 0.5, "--module", module), expected)

    def test_the_longer_reach_of_two_counts(self):
        points = grid_cloud(200, seed=2)
        reaches = [random.Random(3).choice([0.25, 0.5, 1.0]) for _ in points]
        cloud = self.file("points.csv", csv(points, reaches))
        for module in MODULES:
            self.assertEqual(self.pairs(cloud, "--module", module), pairs_of(points, reaches))

    def test_ply_of_both_byte_orders(self):
        points = grid_cloud(200, seed=4)
        for order in "<>":
            cloud = self.file("points.ply", ply(points, order))
            self.assertEqual(self.pairs(cloud, "--reach", 0.5), pairs_of(points, 0.5))

    def test_the_distance_itself_is_in_reach(self):
        cloud = self.file("points.csv", "x,y,z\n0,0,0\n0.5,0,0\n1.0,0,0\n")
        self.assertEqual(self.pairs(cloud, "--reach", 0.5), [(0, 1), (1, 2)])

    def test_few_and_no_points(self):
        for text, expected in (("x,y,z\n", []), ("x,y,z\n1,2,3\n", []), ("x,y,z\n1,2,3\r\n1,2,3\r\n\r\n", [(0, 1)])):
            for module in MODULES:
                self.assertEqual(self.pairs(self.file("p.csv", text), "--reach", 1, "--module", module), expected)

    def test_counts_go_to_standard_output(self):
        cloud = self.file("points.csv", "x,y,z\n0,0,0\n0.5,0,0\n1.0,0,0\n9,9,9\n")
        lines = self.succeeds("neighbours", cloud, "--reach", 0.5).stdout.splitlines()
        values = {line[:17].strip(): line[17:] for line in lines}
        self.assertEqual((values["points"], values["pairs"], values["mean neighbours"]), ("4", "2", "1.000"))
        self.assertIn("compact-grid", values["time"])

    def test_settings_change_what_it_takes_and_not_what_is_found(self):
        points = grid_cloud(300, seed=5)
        cloud = self.file("points.csv", csv(points))
        expected = pairs_of(points, 0.5)
        for options in (("--table-size", 3), ("--subdivision", 4), ("--unbounded-table",)):
            for module in MODULES:
                self.assertEqual(self.pairs(cloud, "--reach", 0.5, "--module", module, *options), expected)
        counted = [self.succeeds("neighbours", cloud, "--reach", 0.5, "--module", "uniform-hash", "--table-size", size).stdout
                   for size in (3, 100003)]
        self.assertIn("collisions       3\n", counted[0])
        self.assertNotIn("collisions       3\n", counted[1])

    def test_settings_out_of_range_are_refused(self):
        cloud = self.file("points.csv", "x,y,z\n0,0,0\n")
        self.refused("neighbours", cloud, "--reach", 1, "--subdivision", 5, saying="from 0 to 4 (cells)")
        self.refused("neighbours", cloud, "--reach", 1, "--table-size", -1, saying="from 0 to 134217728 (buckets)")

    def test_pairs_may_go_to_standard_output(self):
        cloud = self.file("points.csv", "x,y,z\n0,0,0\n0.5,0,0\n")
        self.assertEqual(self.succeeds("neighbours", cloud, "--reach", 1, "--out", "/dev/stdout").stdout, "i,j\n0,1\n")

    def test_mistakes_in_a_file_are_named_by_line(self):
        for text, where in (("", ":1: there is no column 'x'"), ("x,y,z\n1,2\n", ":2: "), ("x,y,z\n1,2,3\n1,nan,3\n", ":3: y is 'nan'"),
                            ("a,b,c\n", ":1: there is no column 'x'"), ("x,y,z\n1,2,up\n", ":2: z is 'up'")):
            path = self.file("points.csv", text)
            self.refused("neighbours", path, "--reach", 1, saying=str(path) + where)

    def test_a_reach_is_needed_where_the_file_has_none(self):
        self.refused("neighbours", self.file("p.csv", "x,y,z\n1,2,3\n"), saying="--reach R")

    def test_a_reach_that_does_not_count_is_said_to(self):
        cloud = self.file("p.csv", "x,y,z,reach\n0,0,0,1\n0,0,1,1\n")
        done = self.succeeds("neighbours", cloud, "--reach", 0.1)
        self.assertIn("pairs            1", done.stdout)
        self.assertIn("reach", done.stderr)

    def test_a_file_that_is_not_there(self):
        self.refused("neighbours", "nowhere.csv", "--reach", 1, saying="cannot read nowhere.csv")

    def test_a_folder_that_is_not_there(self):
        cloud = self.file("p.csv", "x,y,z\n1,2,3\n")
        self.refused("neighbours", cloud, "--reach", 1, "--out", "no/such/folder.csv", saying="no/such/folder.csv", status=1)

    def test_the_input_is_no_place_for_the_result(self):
        cloud = self.file("p.csv", "x,y,z\n1,2,3\n")
        self.refused_to_overwrite("neighbours", cloud, "--reach", 1, out=cloud)

    def test_pairs_that_memory_cannot_hold_are_refused_before_they_are_listed(self):
        if not runs_in(GIGABYTE):
            self.skipTest("this build needs more addresses than that")
        count = 20_000
        cloud = self.file("p.csv", "x,y,z\n" + "1,2,3\n" * count)
        little = {"preexec_fn": at_most(GIGABYTE)}
        self.refused("neighbours", cloud, "--reach", 0.1, "--out", "big.csv", status=1, **little,
                     saying=("199 990 000 pairs", "3.6 GB of memory", "a smaller --reach"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["p.csv"])
        self.assertIn(f"pairs            {count * (count - 1) // 2}\n",
                      self.succeeds("neighbours", cloud, "--reach", 0.1, **little).stdout)

    def test_points_far_from_the_origin_are_as_near_to_each_other_as_anywhere(self):
        for far in (1_000_000, -40_000_000):
            cloud = self.file("p.csv", f"x,y,z\n{far}.00,{far},0\n{far}.04,{far},0\n{far}.10,{far},0\n")
            done = self.succeeds("neighbours", cloud, "--reach", 0.05)
            self.assertIn("pairs            1\n", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_digits_that_are_lost_are_said_to_be(self):
        cloud = self.file("p.csv", "x,y,z\n1000000.00,0,0\n1000000.04,0,0\n-1000000,0,0\n")
        done = self.succeeds("neighbours", cloud, "--reach", 0.05)
        self.assertIn("known to 0.0225 m only", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        whole = self.file("p.csv", "x,y,z\n1000000,0,0\n1000001,0,0\n-1000000,0,0\n")
        self.assertEqual(self.succeeds("neighbours", whole, "--reach", 1).stderr, "")

    def test_a_reach_out_of_range_is_refused_with_the_range(self):
        cloud = self.file("p.csv", "x,y,z\n1,2,3\n1,2,3\n")
        for reach in ("1e-30", "9e-19", "1.1e18", "1e30"):
            self.refused("neighbours", cloud, "--reach", reach, saying="from 1e-18 to 1e+18 (m)")
        for reach in ("1e-18", "1e18"):
            self.assertEqual(self.pairs(cloud, "--reach", reach), [(0, 1)])

    def test_half_a_result_never_has_the_name(self):
        out = self.file("pairs.csv", "old")
        bad = self.file("p.csv", "x,y,z\n1,2\n")
        self.assertEqual(weir("neighbours", bad, "--reach", 1, "--out", out).returncode, 2)
        self.assertEqual(out.read_text(), "old")


main()
