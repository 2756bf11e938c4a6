"""`weir bench`: what it measures hangs together, and what it writes can be read. Nothing here looks at a time."""
import json
import signal
import subprocess
import time
from xml.etree import ElementTree

from weir_program import WEIR, ProgramTest, main

VERDICTS = {"holds", "does not hold", "not comparable", "not measured"}
PEERS = ("nanoflann", "boost-rtree")


class Bench(ProgramTest):
    def bench(self, suite, *options):
        """Runs it quickly; its standard output, the parsed JSON and the figure's words."""
        out, plot = self.folder / "out.json", self.folder / "out.svg"
        done = self.succeeds("bench", suite, "--quick", "--json", out, "--plot", plot, *options)
        figure = ElementTree.parse(plot).getroot()
        self.assertTrue(figure.tag.endswith("svg"))
        words = [element.text for element in figure.iter() if element.tag.endswith("}text")]
        return done, json.loads(out.read_text()), words

    def modules(self):
        return [module["name"] for module in json.loads(self.succeeds("list", "modules", "--json").stdout)
                if module["family"] == "neighbours"]

    def check_frame(self, report, suite):
        self.assertEqual(report["suite"], suite)
        self.assertFalse(report["stopped"])
        self.assertTrue(report["weir"])
        self.assertLessEqual({"processor", "cores", "instruction_set", "compiler", "build_type"}, set(report["machine"]))
        self.assertTrue(report["settings"]["quick"])
        for finding in report["findings"]:
            self.assertIn(finding["verdict"], VERDICTS)
            self.assertTrue(finding["claim"] and finding["source"], finding)
            if finding["verdict"] in ("not measured", "not comparable"):
                self.assertTrue(finding["because"], finding)
            elif not finding["found"]:
                self.fail(f"a verdict without a figure: {finding}")

    def finding(self, report, words):
        found = [finding for finding in report["findings"] if words in finding["claim"]]
        self.assertEqual(len(found), 1, words)
        return found[0]


class Neighbours(Bench):
    def groups(self, report):
        """Measurements by what they share: cloud, size, reach, arrival, threads."""
        groups = {}
        for m in report["measurements"]:
            key = tuple(m[k] for k in ("cloud", "points", "reach_in_spacings", "arrival", "threads"))
            groups.setdefault(key, {})[m["search"]] = m
        return groups

    def test_every_search_finds_the_same_pairs_and_is_measured_by_stage(self):
        done, report, words = self.bench("neighbours")
        self.check_frame(report, "neighbours")
        groups, modules = self.groups(report), self.modules()
        self.assertEqual({key[0] for key in groups}, {"dam", "wide", "splash", "random", "plane"})
        self.assertEqual({key[3] for key in groups}, {"settled", "random"})
        self.assertEqual({key[1] for key in groups}, set(report["settings"]["points"]))
        pairs = {}
        for key, group in groups.items():
            self.assertEqual(list(group), modules + list(PEERS), key)
            for search, m in group.items():
                if "missing" in m:
                    self.assertIn(search, PEERS)
                    self.assertIn("install the package lib", m["missing"])
                    self.assertIn(f"{search:18} - (", done.stdout)
                    continue
                self.assertGreater(m["pairs"], 0, m)
                self.assertEqual(pairs.setdefault(key[:3], m["pairs"]), m["pairs"], m)
                stages = {"order", "lists", "in_all"}
                if search not in PEERS:
                    stages |= {"move", "ranges"} | ({"poly6", "density"} if key[0] != "plane" else set())
                    self.assertGreaterEqual(m["candidates"], 2 * m["pairs"] + m["points"], m)
                self.assertEqual(set(m["ns_per_point"]), stages, m)
                self.assertTrue(all(ns >= 0 for ns in m["ns_per_point"].values()), m)
                self.assertGreater(m["bytes_per_point"], 0, m)
        self.assertEqual(self.finding(report, "same pairs")["verdict"], "holds")
        for module in modules:
            self.assertIn(module, words)
            self.assertIn(f"\n  {module} ", done.stdout)
        self.assertIn("weir: dam, 1 k points", done.stderr)

    def test_the_plane_goes_from_sparse_to_dense(self):
        _, report, _ = self.bench("neighbours", "--points", "2k", "--threads", "1")
        most = [m["most_neighbours"] for m in report["measurements"]
                if (m["cloud"], m["search"], m["arrival"]) == ("plane", "uniform-hash", "settled")]
        self.assertEqual(most, sorted(most))
        self.assertLess(most[0], 5)
        self.assertGreater(most[-1], 40)

    def test_sizes_and_threads_are_those_asked_for(self):
        _, report, _ = self.bench("neighbours", "--points", "1k,300,300", "--threads", "3")
        self.assertEqual((report["settings"]["points"], report["settings"]["threads"]), ([300, 1000], [3]))
        self.assertEqual({m["threads"] for m in report["measurements"]}, {3})

    def test_quiet_says_nothing_beside_the_tables(self):
        done = self.succeeds("bench", "neighbours", "--quick", "--quiet", "--points", "200", "--threads", "1")
        self.assertEqual(done.stderr, "")
        self.assertIn("dam, 200 points", done.stdout)

    def test_ctrl_c_ends_it_and_keeps_what_there_is(self):
        out = self.folder / "out.json"
        with subprocess.Popen([WEIR, "bench", "neighbours", "--points", "10k", "--threads", "1", "--json", out],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            while "dam, 10 k points, random" not in program.stderr.readline():  # one group is complete
                self.assertIsNone(program.poll())
            start = time.monotonic()
            program.send_signal(signal.SIGINT)
            printed, said = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130, said)
        self.assertLess(time.monotonic() - start, 30)
        self.assertIn("stopped", said)
        self.assertIn("settled order", printed)
        report = json.loads(out.read_text())
        self.assertTrue(report["stopped"])
        self.assertGreater(len(report["measurements"]), 0)


class Broadphase(Bench):
    BASELINES = ("griddup", "grid1")
    LIBRARIES = ("bullet", "boost-rtree")

    def test_everybody_finds_the_same_in_every_scene(self):
        done, report, words = self.bench("broadphase", "--threads", "1,2")
        self.check_frame(report, "broadphase")
        self.assertEqual(self.finding(report, "the same pairs in every scene")["verdict"], "holds")
        found = {}
        for m in report["measurements"]:
            if "missing" in m:
                self.assertRegex(m["missing"], "^(left out: |there is no broad phase |.*install the package lib)")
                continue
            place = tuple(m[k] for k in ("scene", "crowd", "how", "boxes"))
            self.assertEqual(found.setdefault(place, (m["pairs"], m["checksums"])), (m["pairs"], m["checksums"]), m)
            self.assertGreater(m["ms"], 0, m)
            if m["search"] != "bullet's tree":  # which does not tell
                self.assertGreater(m["bytes"], 24 * m["boxes"], m)
            # Who keeps pairs from step to step need not test them again.
            if m["scene"] != "heap" and m["search"] not in self.BASELINES + self.LIBRARIES + ("sweep-and-prune",):
                self.assertGreaterEqual(m["counters"]["candidates"], m["pairs"] if m["scene"] == "motion" else 0, m)
        self.assertEqual({place[0] for place in found}, {"segments", "motion", "fluid", "heap"})
        self.assertLessEqual({"equal", "1 to 12", "1 to 1000", "10x1x1", "dust", "equal in 1024:1:1", "squares"},
                             {place[1] for place in found})
        self.assertLessEqual({"random order", "coherent order", "nothing moves", "1 %", "20 %", "everywhere", "falling",
                              "settled", "piled up"}, {place[2] for place in found})
        # Twice as many pairs as boxes: what the papers' scenes are made for. Few boxes vary.
        for (_, crowd, how, boxes), (pairs, _) in found.items():
            if crowd != "dust" and how == "20 %":
                self.assertTrue(1.5 * boxes < pairs < 2.6 * boxes, (crowd, boxes, pairs))
        self.assertIn("all-pairs", words)
        self.assertIn("weir: motion, 1 to 12, 500 boxes, 20 %", done.stderr)
        self.assertIn("of them touch something", done.stdout)

    def test_queries_by_cells_find_the_contacts_that_particles_find(self):
        _, report, _ = self.bench("broadphase", "--threads", "1")
        contacts, queries = {}, {}
        for m in report["measurements"]:
            if m["scene"] == "fluid" and "missing" not in m:
                contacts.setdefault(m["how"], set()).add(m["contacts"])
                if m["search"] == "griddup":
                    queries[m["how"], m.get("variant", "")] = m["queries"]
        self.assertEqual({how: len(found) for how, found in contacts.items()}, {"falling": 1, "settled": 1})
        for how in contacts:
            self.assertLess(queries[how, "cells of 2^-2"], queries[how, "cells of 2^-4"])
            self.assertLess(queries[how, "cells of 2^-4"], queries[how, ""])

    def test_sizes_are_those_asked_for(self):
        _, report, _ = self.bench("broadphase", "--points", "300,700", "--threads", "1")
        self.assertEqual({m["boxes"] for m in report["measurements"] if m["scene"] not in ("fluid", "heap")}, {300, 700})
        self.assertEqual(report["settings"]["points"], [300, 700])


class Step(Bench):
    def test_a_state_is_the_same_with_all_threads_and_its_pairs_are_those_of_the_lists(self):
        done, report, words = self.bench("step")
        self.check_frame(report, "step")
        steps = [m for m in report["measurements"] if "step_ms" in m]
        hashes = {}
        for m in steps:
            self.assertGreater(m["step_ms"], 0, m)
            self.assertLess(sum(ms for stage, ms in m["stages_ms"].items() if stage != "report"), 1.001 * m["step_ms"])
            self.assertEqual(hashes.setdefault(m["instruction_set"], m["state_hash"]), m["state_hash"], m)
        self.assertEqual({m["threads"] for m in steps}, {1, 2})
        self.assertIn(True, [m["beside_another_process"] for m in steps])
        self.assertEqual(self.finding(report, "threads change no bit")["verdict"], "holds")
        hurried, usual = (next(m for m in report["measurements"] if m.get("real_time_mode") is on) for on in (True, False))
        self.assertLess(2.5 * hurried["steps"], usual["steps"])
        self.assertLess(hurried["mean_density_error"], 0.05)


class Papers(Bench):
    def test_every_claim_has_a_verdict(self):
        done, report, words = self.bench("papers")
        self.check_frame(report, "papers")
        sources = " ".join(finding["source"] for finding in report["findings"])
        for place in ("Table I", "(16)", "4.2", "figure 4", "figure 5", "figure 6", "figures 20 and 22", "figure 21", "figure 23",
                      "figure 24", "figure 25", "figure 26", "figure 27", "figure 28", "figure 29", "figure 30"):
            self.assertIn(place, sources)
        for finding in report["findings"]:
            self.assertIn(finding["claim"], done.stdout)
            if finding["verdict"] == "does not hold" and "our bar" not in finding["source"]:
                self.assertTrue(finding["because"], f"unexplained: {finding}")
        self.assertIn("Table I: dam break of 1600", words)

    def test_the_printed_mask_misses_most_neighbours_and_ours_none(self):
        _, report, _ = self.bench("papers")
        masks = [m for m in report["measurements"] if m.get("experiment") == "H-mask"]
        self.assertEqual([m["H"] for m in masks], [1, 2, 3, 4])
        # By hand: no corner of (2H + 1)³ is ever dropped; at H = 1 the mended mask is the 27 cells around.
        self.assertEqual([m["cells_printed"] for m in masks], [27, 125, 343, 729])
        self.assertEqual(masks[0]["cells_mended"], 27)
        for m in masks:
            self.assertGreater(m["missed_printed"], 0.5)
            self.assertEqual(m["missed_mended"], 0)
            self.assertLessEqual(m["cells_mended"], m["cells_printed"])
        self.assertLess(masks[3]["cells_mended"], 729)

    def test_table_one_is_measured_with_both_masses_and_all_stiffnesses(self):
        _, report, _ = self.bench("papers")
        rows = [m for m in report["measurements"] if m.get("experiment") == "dam break of 1600"]
        self.assertEqual({m["mass_kg"] for m in rows}, {0.0012, 0.012})
        self.assertEqual({m["stiffness_N_m_per_kg"] for m in rows}, {20, 40, 70})
        modules = self.modules()
        for row in rows:
            candidates = {search["search"]: search["candidates_a_step"] for search in row["searches"]}
            self.assertEqual(set(candidates), {"all-pairs", "uniform-hash", "cell-indexing"} & set(modules))
            self.assertEqual(candidates["all-pairs"], 1600 * 1600)
            self.assertLess(candidates["uniform-hash"], 1600 * 1600)
        self.assertGreater(rows[-1]["mean_neighbours"], 4 * rows[0]["mean_neighbours"])

    def test_what_is_not_there_is_not_measured(self):
        _, report, _ = self.bench("papers")
        modules = self.modules()
        for module in ("cell-indexing", "extended-hash", "hierarchical-hash", "kd-tree"):
            lacking = [f for f in report["findings"] if f["because"] == f"there is no module {module}"]
            if module in modules:
                self.assertEqual(lacking, [])
            else:
                self.assertTrue(lacking and all(f["verdict"] == "not measured" for f in lacking))

    def test_claims_about_broad_phases_lack_only_the_modules_that_are_not_there(self):
        _, report, _ = self.bench("papers", "--threads", "1")
        there = {m["search"] for m in report["measurements"] if m.get("scene") and "missing" not in m}
        for finding in report["findings"]:
            if finding["because"].startswith("there is no broad phase "):
                self.assertEqual(finding["verdict"], "not measured")
                self.assertNotIn(finding["because"].removeprefix("there is no broad phase "), there)


class TimeSteps(Bench):
    def test_every_scene_runs_both_ways(self):
        _, report, words = self.bench("time-steps", "--threads", "1")
        self.check_frame(report, "time-steps")
        runs = [m for m in report["measurements"] if "individual" in m]
        self.assertEqual([m["scene"] for m in runs],
                         ["droplets", "mixed-sizes", "honey-and-water", "paper-dam-soft", "dam-break", "still-pool"])
        for m in runs:
            self.assertEqual(sum(m["individual"]["updates_by_level"]), m["individual"]["updates"])
            self.assertLess(m["energy_apart"], 0.01)
        self.assertIn("droplets", words)
        modules = [m for m in report["measurements"] if "module" in m]
        self.assertIn("compact-grid", {m["module"] for m in modules})
        for m in modules:
            self.assertGreater(m["ns_a_particle_step"], 0)


class BadUsage(Bench):
    def test_suites(self):
        self.refused("bench", saying=["there are: neighbours, broadphase, step, time-steps, papers"])
        self.refused("bench", "neighbuors", saying=["'neighbuors'", "did you mean 'neighbours'?"])
        self.refused("bench", "everything", saying=["there are: neighbours, broadphase, step, time-steps, papers"])
        self.refused("bench", "papers", "neighbours", saying="one argument too many")

    def test_lists(self):
        for points in ("0", "99", "abc", "1k,,2k", "1e6", "-5k", "21M", "1K", "k", "99999999999999999999k"):
            self.refused("bench", "neighbours", f"--points={points}", saying=["--points", "like 10k,100k,1M"])
        for threads in ("0", "two", "1,", "1;2", "1000"):
            self.refused("bench", "papers", f"--threads={threads}", saying=["--threads", "a whole number from 1 to"])

    def test_files_that_cannot_be_written_are_found_before_anything_is_measured(self):
        for option in ("--json", "--plot"):
            self.refused("bench", "neighbours", option, "no/such/folder/file.svg", saying="no/such/folder", status=1)

    def test_help_lists_the_suites(self):
        text = self.succeeds("bench", "--help").stdout
        for words in ("Suites:", "neighbours ", "broadphase ", "step ", "time-steps ", "papers ", "Examples:"):
            self.assertIn(words, text)


main()
