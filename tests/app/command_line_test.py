"""What the program says and how it exits, for every kind of call that computes nothing."""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from weir_program import SMALL_SCENE, WEIR, ProgramTest, main, weir

SOURCE = Path(sys.argv[2])


class Help(ProgramTest):
    def test_every_command_has_help_with_examples(self):
        for command in ([], ["run"], ["list"], ["check"], ["neighbours"], ["pairs"], ["bench"], ["validate"]):
            done = self.succeeds(*command, "--help")
            self.assertIn("Examples:", done.stdout, command)
            self.assertEqual(done.stderr, "")

    def test_the_version_is_that_of_the_project(self):
        version = self.succeeds("--version").stdout.split()
        self.assertEqual(version[0], "weir")
        self.assertIn(f"VERSION {version[1]} ", (SOURCE / "CMakeLists.txt").read_text())


class BadUsage(ProgramTest):
    def test_help_promises_one_value_an_option(self):
        for call in ([], ["run"]):
            text = self.succeeds(*call, "--help").stdout
            self.assertIn("--set PATH=VALUE", text)
            self.assertNotIn("=VALUE ...", text)
            self.assertNotIn("FORMAT ...", text)

    def test_a_probe_of_a_name_that_two_solids_have_is_a_mistake(self):
        ball = '{"name": "a", "shape": "sphere", "position": [0.5, 0.5, %s], "radius": 0.05}'
        path = self.file("s.json", '{"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.05, "volumes": [{"shape": '
                         '"box", "min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}], "solids": [' + ball % 0.3 + "," + ball % 0.7 +
                         '], "probes": [{"name": "f", "kind": "force", "solid": "a"}]}')
        done = weir("check", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("probes.0.solid: 2 solids are named 'a'", done.stdout)

    def test_no_mistake_is_told_at_length(self):
        zeros = "0" * 100_000
        for spacing in (f"0.{zeros}1", f"1{zeros}", "a" + zeros):
            path = self.file("s.json", '{"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": ' + spacing + "}")
            told = weir("check", path).stdout.splitlines()
            self.assertGreater(len(told), 0)
            self.assertLess(max(map(len, told)), 300 + len(str(path)))
        long_set = self.refused("run", "dam-break", "--set", "gravity=" + "[" * 100_000, saying="--set gravity=[[")
        self.assertLess(len(long_set.stderr), 300)

    def test_a_slip_in_a_command_or_scene(self):
        self.refused("rnu", saying=["'rnu'", "did you mean 'run'?"])
        self.refused("rnu", "dam-break", saying="did you mean 'run'?")
        self.refused("dam-braek", saying="did you mean 'dam-break'?")
        self.refused("run", "dam-braek", saying=["'dam-braek'", "did you mean 'dam-break'?"])
        self.refused("help", saying=["'help'", "there are: run, "])

    def test_a_slip_in_an_option(self):
        self.refused("run", "dam-break", "--secnods", "1", saying=["--secnods", "did you mean '--seconds'?"])
        self.refused("run", "--thread=2", saying=["--thread", "did you mean '--threads'?"])
        self.refused("run", "dam-break", "-x", saying="no option -x")
        self.refused("--neighbour", "x", saying="did you mean '--neighbours'?")
        self.refused("list", "scenes", "--jsno", saying="did you mean '--json'?")

    def test_a_slip_in_a_module(self):
        for call in (["run", "dam-break", "--neighbours"], ["neighbours", "p.csv", "--module"], ["dam-break", "--neighbours"]):
            self.refused(*call, "uniform-hsah", saying=["'uniform-hsah'", "did you mean 'uniform-hash'?"])

    def test_values_out_of_range(self):
        for threads in ("0", "-1", "257", "1000000", "two", "1.5"):
            self.refused("run", "dam-break", "--threads", threads, saying=["--threads", "from 1 to 256"])
        for seconds in ("0", "-1", "nan", "inf", "soon", "1e300"):
            self.refused("run", "dam-break", "--seconds", seconds, saying=f"--seconds {seconds}: give a number")
        for frames in ("0", "-1", "1.5", "99999999999999999999"):
            self.refused("run", "dam-break", "--frames", frames, saying=f"--frames {frames}: give a whole number")
        self.refused("run", "dam-break", "--checkpoint-every", "0", saying="--checkpoint-every 0")
        self.refused("neighbours", "p.csv", "--reach", "-1", saying="--reach -1")

    def test_missing_arguments(self):
        self.refused("run", saying="run needs a scene")
        self.refused("list", saying="there are: modules, scenes, settings, schema")
        self.refused("check", saying="check needs a scene")
        self.refused("neighbours", saying="neighbours needs a file")
        self.refused("run", "dam-break", "--seconds", saying="--seconds needs a value")

    # As from a shell's variable that is not set: files once went where nobody had asked for.
    def test_empty_values(self):
        for option in ("--out", "--resume", "--video", "--threads", "--steps"):
            self.refused("run", "dam-break", option, "", saying=f"{option} needs a value, and '' is none")
            self.refused("run", "dam-break", f"{option}=", saying=option)
        self.refused("validate", "--out", "", saying="--out needs a value")
        self.refused("pairs", "boxes.csv", "--out", "", saying="--out needs a value")

    def test_arguments_too_many(self):
        self.refused("run", "dam-break", "dam-break", saying="one argument too many: 'dam-break'")
        self.refused("dam-break", "run", saying="")
        self.refused("--threads", "2", "run", "dam-break", saying="--threads stands before 'run'")

    def test_options_that_contradict_each_other(self):
        self.refused("run", "dam-break", "--seconds", "1", "--frames", "2", saying="leave one of them out")

    def test_exports_and_videos_of_unknown_kinds(self):
        self.refused("run", "dam-break", "--export", "particles:vtk", saying="did you mean 'particles:vtp'?")
        self.refused("run", "dam-break", "--export", "everything", saying="there are: particles:csv, ")
        self.refused("run", "dam-break", "--video", "film.avi", saying="ends in .mp4")
        self.refused("run", "dam-break", "--video", "nowhere/film.mp4", saying="make the folder first")
        (self.folder / "folder.mp4").mkdir()
        self.refused("run", "dam-break", "--video", "folder.mp4", saying="name a file in it")
        self.refused("bench", "step", "--plot", "curves.png", saying="ends in .svg")

    def test_a_folder_where_a_scene_belongs(self):
        self.refused("run", "/tmp", saying="'/tmp' is a folder; name a scene file in it")

    def test_things_to_list(self):
        self.refused("list", "scene", saying="did you mean 'scenes'?")

    def test_a_checkpoint_that_is_none(self):
        self.refused("run", "--resume", "none.weir", saying="none.weir")
        self.refused("run", "--resume", self.file("bad.weir", "not a checkpoint"), saying="bad.weir")
        self.refused("run", "--resume", self.folder, saying="is a folder")

    # It was once said to have too many particles.
    def test_a_file_too_large_for_memory_that_is_no_checkpoint(self):
        large = self.file("large.weir", "")
        os.truncate(large, 10**13)
        self.refused("run", "--resume", large, saying="is no checkpoint of Weir")

    # Of what has no end, all memory was filled.
    def test_what_never_ends_is_refused(self):
        self.refused("run", "--resume", "/dev/zero", saying=["/dev/zero", "no file on a disk"])
        self.refused("neighbours", "/dev/zero", "--reach", 1, saying="/dev/zero: it is a device")
        self.refused("pairs", "/dev/zero", saying="/dev/zero: it is a device")
        self.refused("run", "/dev/zero", saying="/dev/zero")
        points = subprocess.run([WEIR, "neighbours", "/dev/stdin", "--reach", "1"], input="x,y,z\n0,0,0\n0,0,0.5\n",
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(points.returncode, 0, points)
        self.assertIn("1", points.stdout)

    def test_overrides_of_a_scene(self):
        done = weir("run", "dam-break", "--set", "spacnig=1", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--set spacnig=1", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [], "a refused run leaves no folder")


class Graphics(ProgramTest):
    def alone(self):
        """The program somewhere without weir-window beside it."""
        return Path(shutil.copy(WEIR, self.folder / "weir"))

    def test_weir_links_no_graphics(self):
        libraries = subprocess.run(["ldd", WEIR], capture_output=True, text=True, check=True).stdout
        for word in ("libGL", "libEGL", "libOpenGL", "libX", "libxcb", "glfw", "wayland", "imgui"):
            self.assertNotIn(word, libraries)

    def test_without_weir_window_it_says_what_is_missing(self):
        for call in ([], ["dam-break"], ["run", "dam-break", "--pictures"], ["run", "dam-break", "--video", "a.mp4"]):
            done = subprocess.run([self.alone(), *call], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("need weir-window", done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_what_needs_graphics_goes_to_weir_window_as_it_is(self):
        script = self.file("weir-window", '#!/bin/sh\nprintf "[%s]" "$@"\nexit 7\n')
        script.chmod(0o755)
        for call in (["dam-break", "--set", "spacing=0.1"], ["run", "dam-break", "--pictures", "--out", "a b"]):
            done = subprocess.run([self.alone(), *call], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 7)
            self.assertEqual(done.stdout, "".join(f"[{word}]" for word in call))


class PassiveWaiting(ProgramTest):
    def environment_of(self, **given):
        """What weir's successor weir-window finds in its environment."""
        script = self.file("weir-window", '#!/bin/sh\necho "$OMP_WAIT_POLICY"\n')
        script.chmod(0o755)
        environment = {k: v for k, v in os.environ.items() if k not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
        program = shutil.copy(WEIR, self.folder / "weir")
        return subprocess.run([program], env=environment | given, capture_output=True, text=True, timeout=60).stdout.strip()

    def test_threads_sleep_unless_the_user_wants_otherwise(self):
        self.assertEqual(self.environment_of(), "passive")
        self.assertEqual(self.environment_of(OMP_WAIT_POLICY="active"), "active")
        self.assertEqual(self.environment_of(GOMP_SPINCOUNT="100"), "")


class Lists(ProgramTest):
    def test_modules(self):
        modules = json.loads(self.succeeds("list", "modules", "--json").stdout)
        names = [module["name"] for module in modules]
        self.assertEqual(names[0], "all-pairs")
        self.assertIn("uniform-hash", names)
        text = self.succeeds("list", "modules").stdout
        for module in modules:
            self.assertIn(module["name"], text)
            self.assertIn(module["summary"], text)
            self.assertIn("good at:   " + module["good_at"], text)
            self.assertIn("bad at:    " + module["bad_at"], text)
            if module["settings"]:
                self.assertIn("settings:  " + ", ".join(module["settings"]), text)
        self.assertEqual({module["family"] for module in modules}, {"neighbours", "broadphase"})
        hashed = next(module for module in modules if module["name"] == "uniform-hash" and module["family"] == "neighbours")
        self.assertEqual((hashed["settings"], hashed["reproducible"]), (["table_size", "skin"], True))

    def test_scenes(self):
        scenes = json.loads(self.succeeds("list", "scenes", "--json").stdout)
        self.assertEqual(scenes[0]["name"], "dam-break")
        self.assertEqual({scene["name"] for scene in scenes},
                         {path.stem for path in (SOURCE / "scenes").glob("*.json")} - {"schema"})
        text = self.succeeds("list", "scenes").stdout
        for scene in scenes:
            self.assertGreater(scene["particles"], 0)
            self.assertIn(scene["watch"], text)

    def test_settings(self):
        settings = {setting["path"]: setting for setting in json.loads(self.succeeds("list", "settings", "--json").stdout)}
        viscosity = settings["fluids.*.viscosity"]
        self.assertEqual((viscosity["type"], viscosity["unit"], viscosity["live"]), ("number", "Pa s", True))
        self.assertIn("fluids.*.viscosity  (number, Pa s, 0 to ", self.succeeds("list", "settings").stdout)

    def test_the_schema_is_the_one_that_lies_beside_the_scenes(self):
        schema = self.succeeds("list", "schema").stdout
        self.assertIn("properties", json.loads(schema))
        self.assertEqual(schema, (SOURCE / "scenes" / "schema.json").read_text())

    def test_a_reader_that_leaves_early_is_no_trouble(self):
        done = subprocess.run(f"'{WEIR}' list settings | head -1", shell=True, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")


class LostOutput(ProgramTest):
    def shell(self, command):
        return subprocess.run(f"'{WEIR}' {command}", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_results_that_cannot_be_written_are_an_error(self):
        self.file("small.json", SMALL_SCENE)
        for command in ("list schema", "list modules", "--help", "check small.json", "run small.json --frames 1 --quiet --out out"):
            done = self.shell(f"{command} >/dev/full")
            self.assertEqual(done.returncode, 1, command)
            self.assertEqual(done.stderr.count("\n"), 1, done)
            self.assertIn("cannot write to standard output", done.stderr)
        self.assertIn("No space left", self.shell("list modules >/dev/full").stderr)

    def test_a_closed_standard_output_gets_no_other_file(self):
        self.file("small.json", SMALL_SCENE)
        for command in ("list settings", "run small.json --frames 1 --quiet --out out"):
            done = self.shell(f"{command} >&-")
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("cannot write to standard output", done.stderr)
        self.assertTrue((self.folder / "out" / "timings.csv").read_text().startswith("frame,"))

    def test_a_graver_status_stays(self):
        self.assertEqual(self.shell("check nowhere.json >/dev/full").returncode, 2)


class Check(ProgramTest):
    def test_a_good_scene_is_ok(self):
        path = self.file("small.json", SMALL_SCENE)
        self.assertEqual(self.succeeds("check", path).stdout, f"{path}: ok, 1000 particles\n")

    def test_shipped_scenes_are_ok(self):
        names = [path.stem for path in (SOURCE / "scenes").glob("*.json") if path.stem != "schema"]
        self.assertEqual(self.succeeds("check", *names).stdout.count(": ok, "), len(names))

    def test_every_mistake_has_its_line(self):
        path = self.file("bad.json", SMALL_SCENE.replace('"spacing": 0.02', '"spacing": "wide",\n  "gravty": 3'))
        done = weir("check", path, self.file("good.json", SMALL_SCENE))
        self.assertEqual(done.returncode, 2)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith(f"{path}:4:"), lines)
        self.assertTrue(lines[1].startswith(f"{path}:5:"), lines)
        self.assertIn("good.json: ok", lines[2])

    def test_what_run_would_refuse_is_refused(self):
        solid = '"solids": [{"shape": "box", "size": [1, 1, 1], "position": [0.2, 0.1, 0.2]}], "spacing"'
        path = self.file("buried.json", SMALL_SCENE.replace('"spacing"', solid))
        done = weir("check", path)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("the scene has no particles: its volumes are inside of solids", done.stdout)
        self.refused("run", path, "--frames", 1, saying="its volumes are inside of solids")

    def test_what_the_readme_shows_of_scenes_is_right(self):
        shown = re.findall(r"```json\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)
        self.assertGreater(len(shown), 7)
        for text in shown:
            part = json.loads(text if text.startswith("{") else "{" + text.rstrip().rstrip(",") + "}")
            fluids = [fluid["name"] for fluid in part.get("fluids", [{"name": "water"}])]
            scene = {"domain": {"min": [0, 0, 0], "max": [1.6, 0.8, 1]}, "spacing": 0.02, "volumes": [
                {"shape": "box", "min": [0.1 * i, 0, 0], "max": [0.1 * i + 0.1, 0.8, 0.1], "fluid": fluid}
                for i, fluid in enumerate(fluids)]}
            if "probes" in part:  # one of them is about a solid shown before
                scene["solids"] = [{"name": "pillar", "shape": "sphere", "position": [0.8, 0.3, 0.5], "radius": 0.1}]
            done = weir("check", self.file("shown.json", json.dumps({**scene, **part})))
            self.assertEqual(done.returncode, 0, text + done.stdout)
            self.assertNotIn("warning", done.stdout, text)

    def test_a_scene_that_is_not_there(self):
        done = weir("check", "nowhere.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere.json", done.stdout)


main()
