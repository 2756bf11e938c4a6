"""`weir run`: what it writes, that it is the same every time, and that nothing half done is left behind."""
import csv
import json
import os
import shutil
import signal
import struct
import subprocess
import time
import unittest

from weir_program import SMALL_SCENE, WEIR, RunTest, main, state_hash, summary, weir

PROBED_SCENE = SMALL_SCENE.replace('"spacing"', '''"probes": [{"name": "front", "kind": "front"},
  {"name": "back", "kind": "column-height"}, {"name": "e", "kind": "energy"}], "spacing"''')

IN_OWN_MOUNTS = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
MAKES_DISKS = shutil.which("unshare") and subprocess.run(
    [*IN_OWN_MOUNTS, "mount -t tmpfs none /mnt"], capture_output=True).returncode == 0

# A lid comes down on water that is far too soft.
PRESSED_SCENE = """{
  "name": "pressed",
  "domain": {"min": [0, 0, 0], "max": [0.4, 0.1, 0.6]},
  "spacing": 0.02,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.1, 0.4]}],
  "fluids": [{"name": "water", "sound_speed": 0.3}],
  "solids": [{"shape": "box", "position": [0.2, 0.05, 0.6], "size": [0.5, 0.3, 0.2], "motion": "moving", "velocity": [0, 0, -1]}]
}
"""


class Files(RunTest):
    def test_a_recording_has_three_files(self):
        out = self.run_into("out", "--frames", 5)
        self.assertEqual({path.name for path in out.iterdir()}, {"timings.csv", "trace.json", "summary.json"})
        with open(out / "timings.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["frame"] for row in rows], ["1", "2", "3", "4", "5"])
        self.assertEqual(rows[0]["particles"], "1000")
        self.assertGreater(float(rows[0]["density_ms"]), 0)
        s = summary(out)
        self.assertEqual((s["ended"], s["totals"]["frames"]), ("complete", 5))
        self.assertEqual(s["totals"]["steps"], sum(int(row["substeps"]) for row in rows))
        names = [event["name"] for event in json.loads((out / "trace.json").read_text())["traceEvents"]]
        self.assertIn("frame 5", names)
        self.assertIn("density", names)

    def test_names_of_files_need_not_be_utf8(self):
        for text in (SMALL_SCENE, SMALL_SCENE.replace('"name": "small",', "")):
            file = os.fsencode(self.folder) + b"/gr\xf6ber.json"
            with open(file, "w") as scene:
                scene.write(text)
            out = self.folder / "out"
            self.succeeds("run", os.fsdecode(file), "--frames", 2, "--out", out, "--quiet", "--checkpoint-every", 1)
            self.assertTrue(summary(out)["settings"]["scene_file"].endswith("/gr\ufffdber.json"))
            self.succeeds("run", "--resume", out / "checkpoint-000002.weir", "--frames", 3, "--out", out, "--quiet")

    def test_probes_are_sampled_every_frame(self):
        self.scene = self.file("probed.json", PROBED_SCENE)
        out = self.run_into("out", "--frames", 5)
        with open(out / "probes.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["time_s", "front.x_m", "back.height_m", "e.kinetic_J", "e.potential_J",
                                         "e.elastic_J", "e.total_J"])
        with open(out / "timings.csv") as file:
            frames = list(csv.DictReader(file))
        self.assertEqual([row["time_s"] for row in rows], [row["time_s"] for row in frames])
        self.assertEqual([row["e.kinetic_J"] for row in rows], [row["kinetic_energy_J"] for row in frames])
        fronts = [float(row["front.x_m"]) for row in rows]
        self.assertEqual(fronts, sorted(fronts))
        self.assertGreater(fronts[-1], 0.2)
        files = summary(out)["files"]
        self.assertEqual((files["probes"], files["probe_samples"]), ("probes.csv", 5))
        self.assertAlmostEqual(files["probe_every_s"], 1 / 60)

    def test_probes_are_sampled_as_often_as_is_asked_for(self):
        self.scene = self.file("probed.json", PROBED_SCENE)
        whole = self.run_into("whole", "--frames", 6)
        for every, least, most in (("0.0001", 20, 200), ("0.01", 9, 10), ("0.05", 2, 2), ("1", 0, 0)):
            out = self.run_into("out-" + every, "--frames", 6, "--probe-every", every)
            with open(out / "probes.csv") as file:
                times = [float(row["time_s"]) for row in csv.DictReader(file)]
            self.assertTrue(least <= len(times) <= most, (every, times))
            self.assertEqual(times, sorted(set(times)))
            for number, time_of_sample in enumerate(times if every != "0.0001" else [], 1):
                self.assertTrue(0 <= time_of_sample - number * float(every) + 1e-6 < 0.01, (every, times))
            self.assertEqual(state_hash(out), state_hash(whole))
        self.refused("run", self.file("none.json", SMALL_SCENE), "--frames", 1, "--probe-every", "0.1", saying="has no probes")
        self.refused("run", self.scene, "--frames", 1, "--probe-every", "0", saying="--probe-every")

    def test_the_recorded_settings_repeat_the_run(self):
        out = self.run_into("out", "--frames", 5, "--set", "fluids.0.viscosity=2", "--set", "gravity=[0, 3, -9]")
        scene = summary(out)["settings"]["scene"]
        self.assertEqual((scene["fluids"][0]["viscosity"], scene["gravity"]), (2, [0, 3, -9]))
        self.scene = self.file("again.json", json.dumps(scene))
        self.assertEqual(state_hash(self.run_into("again", "--frames", 5)), state_hash(out))

    def test_seconds_and_frames_are_the_same_length(self):
        for seconds, frames in (("0.1", 6), ("0.05", 3), ("0.051", 4)):
            self.assertEqual(summary(self.run_into("out", "--seconds", seconds))["totals"]["frames"], frames)

    def test_two_seconds_is_the_length_nobody_asked_for(self):
        self.assertEqual(summary(self.run_into("out", "--set", "time.frame=0.5"))["totals"]["frames"], 4)

    def test_exports_are_numbered_by_frame(self):
        out = self.run_into("out", "--frames", 2, "--export", "particles:csv", "--export", "particles:ply", "--export",
                            "particles:vtp")
        self.assertEqual({path.name for path in out.glob("particles*")},
                         {f"particles-00000{frame}.{ending}" for frame in (1, 2) for ending in ("csv", "ply", "vtp")})
        self.assertEqual((out / "particles-000002.csv").read_text().count("\n"), 1001)
        self.assertIn("points           1000", self.succeeds("neighbours", out / "particles-000002.ply", "--reach", 0.03).stdout)

    def test_the_surface_is_a_mesh_a_frame(self):
        out = self.run_into("out", "--frames", 2, "--export", "surface:obj", "--export", "surface:ply")
        self.assertEqual({path.name for path in out.glob("surface*")},
                         {f"surface-00000{frame}.{ending}" for frame in (1, 2) for ending in ("obj", "ply")})
        lines = (out / "surface-000002.obj").read_text().splitlines()
        vertices = sum(line.startswith("v ") for line in lines)
        self.assertGreater(vertices, 100)
        self.assertIn(f"element vertex {vertices}\n".encode(), (out / "surface-000002.ply").read_bytes())

    def test_the_result_is_said(self):
        done = self.succeeds("run", self.scene, "--frames", 2, "--out", "here")
        self.assertIn("2 frames", done.stdout)
        self.assertIn(state_hash(self.folder / "here"), done.stdout)
        self.assertIn("files in here", done.stdout)
        self.assertIn("100 %  frame 2/2", done.stderr)

    # Both once ran with global steps, of which nothing was said.
    def test_where_individual_steps_are_not_to_be_had(self):
        periodic, tension = "periodic tanks take global steps", "fluids with tension take global steps"
        for sets, steps, why in ((["domain.periodic.x=true"], "global", periodic),
                                 (["fluids.0.tension=0.07"], "global", tension), ([], "individual", "")):
            out = self.folder / f"{steps}-{len(why)}"
            done = self.succeeds("run", self.scene, "--frames", 1, "--quiet", "--steps", "individual", "--out", out,
                                 *[word for value in sets for word in ("--set", value)])
            self.assertEqual(done.stderr, f"weir: individual steps are asked for, but {why}\n" if why else "")
            state = summary(out)["state"]
            self.assertEqual((state["steps"], state["steps_note"]), (steps, why))
        self.assertEqual(summary(self.run_into("out", "--frames", 1))["state"]["steps"], "global")

    def test_quiet_says_nothing_beside_the_result(self):
        self.assertEqual(self.succeeds("run", self.scene, "--frames", 2, "--quiet").stderr, "")

    def test_a_full_disk(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "particles-000001.csv").symlink_to("/dev/full")
        self.refused("run", self.scene, "--frames", 1, "--quiet", "--out", out, "--export", "particles:csv",
                     saying="No space left on device", status=1)
        self.assertEqual({path.name for path in out.iterdir()}, {"particles-000001.csv", "timings.csv", "summary.json"})
        self.assertEqual((out / "timings.csv").read_text().count("\n"), 2, "what was computed is kept")
        s = summary(out)
        self.assertEqual((s["ended"], s["totals"]["frames"], "trace" in s["files"]), ("failed", 1, False))
        self.assertIn("No space left", s["trouble"])

    # Checkpoints once left no room for the summary, and then nothing said how many frames there were.
    @unittest.skipUnless(MAKES_DISKS, "may mount nothing")
    def test_checkpoints_that_fill_the_disk(self):
        # kB; in one of these sizes whole checkpoints leave too little for a summary.
        for size, fits in [*[(size, True) for size in range(280, 340, 8)], (60, False)]:
            disk, kept = self.folder / f"disk-{size}", self.folder / f"kept-{size}"
            disk.mkdir()
            done = subprocess.run(
                [*IN_OWN_MOUNTS, 'mount -t tmpfs -o size=$3k none "$2" && { "$0" run "$1" --frames 40 --quiet --out "$2" '
                 '--checkpoint-every 0.0001; status=$?; cp -R "$2" "$4"; exit $status; }', WEIR, self.scene, disk, str(size), kept],
                capture_output=True, text=True, timeout=120)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done)
            if not fits:
                self.assertRegex(done.stderr, "cannot write .*/summary.json: No space left")
                self.assertEqual(list(kept.iterdir()), [])
                continue
            frames = summary(kept)["totals"]["frames"]
            self.assertRegex(done.stderr, f"cannot write .*/checkpoint-00000{frames}.weir: No space left.*; {frames} frames? kept in")
            self.assertEqual((kept / "timings.csv").read_text().count("\n"), 1 + frames)
            self.assertEqual(len(list(kept.glob("checkpoint-*"))), frames - 1)

    # It once said only what could not be written.
    def test_a_full_disk_hides_no_blow_up(self):
        scene = self.file("pressed.json", PRESSED_SCENE)
        for full in ("trace.json", "last-good-000000.weir"):
            out = self.folder / full
            out.mkdir()
            (out / full).symlink_to("/dev/full")
            done = weir("run", scene, "--frames", 60, "--quiet", "--out", out)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            trouble, unwritten, good = done.stderr.splitlines()
            self.assertIn("it has collapsed; raise fluids.0.sound_speed", trouble)
            self.assertRegex(unwritten, f"cannot write .*/{full}: No space left.*; [0-9]+ frames kept in timings.csv")
            self.assertIn("frame 0 was still good", good)
            self.assertEqual((out / "last-good-000000.weir").is_file(), full == "trace.json")
            self.assertIn("it has collapsed", summary(out)["trouble"])


class SameEveryTime(RunTest):
    def test_for_every_number_of_threads(self):
        hashes = {state_hash(self.run_into("out", "--frames", 12, "--threads", threads)) for threads in (1, 2, 3, 4)}
        self.assertEqual(len(hashes), 1)

    def test_but_not_after_another_time(self):
        self.assertNotEqual(state_hash(self.run_into("a", "--frames", 3)), state_hash(self.run_into("b", "--frames", 4)))

    def test_across_save_and_resume(self):
        whole = self.run_into("whole", "--frames", 12)
        half = self.run_into("half", "--frames", 6, "--checkpoint-every", "0.05")
        self.assertEqual({path.name for path in half.glob("*.weir")}, {"checkpoint-000003.weir", "checkpoint-000006.weir"})
        for checkpoint in sorted(half.glob("*.weir")):
            rest = self.folder / "rest"
            self.succeeds("run", "--resume", checkpoint, "--frames", 12, "--out", rest, "--quiet", "--threads", 2)
            self.assertEqual(state_hash(rest), state_hash(whole))
            self.assertEqual(summary(rest)["totals"]["last_frame"], 12)

    def test_with_a_skin_around_the_search(self):
        skin = ("--set", "modules.search.skin=0.3")
        hashes = {state_hash(self.run_into("whole", "--frames", 8, "--threads", threads, *skin)) for threads in (1, 2, 4)}
        self.run_into("half", "--frames", 3, "--checkpoint-every", "0.01", *skin)
        for checkpoint in sorted((self.folder / "half").glob("*.weir")):
            out = self.folder / "rest"
            self.succeeds("run", "--resume", checkpoint, "--frames", 8, "--out", out, "--quiet")
            self.assertEqual(summary(out)["state"]["search"]["skin"], 0.3)
            hashes.add(state_hash(out))
        self.assertEqual(len(hashes), 1)

    def test_a_run_that_blows_up_keeps_a_state_from_before(self):
        out = self.folder / "burst"
        # Two thousand times as fast as its sound.
        done = weir("run", self.scene, "--frames", 4, "--out", out, "--set", "fluids.0.sound_speed=0.5", "--set",
                    "volumes.0.velocity.0=1000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("raise fluids.0.sound_speed", done.stderr)
        self.assertIn("--resume " + str(out / "last-good-000000.weir"), done.stderr)
        self.succeeds("run", "--resume", out / "last-good-000000.weir", "--frames", 1, "--out", self.folder / "mended",
                      "--quiet", "--set", "fluids.0.sound_speed=2000")


class Stopped(RunTest):
    def started(self, *options):
        """A run without an end, once its first frames are written."""
        out = self.folder / "out"
        process = subprocess.Popen([WEIR, "run", self.scene, "--seconds", "100000", "--out", out, "--quiet",
                                    "--export", "particles:csv", *options],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        deadline = time.monotonic() + 60
        while not (out / "particles-000002.csv").exists():
            self.assertIsNone(process.poll(), "the run ended by itself")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return process, out

    def test_ctrl_c_finishes_the_frame_and_writes_what_there_is(self):
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process, out = self.started("--checkpoint-every", "1000")
            process.send_signal(stop)
            self.assertEqual(process.wait(60), 130)
            self.assertIn("stopped after frame", process.stderr.read())
            s = summary(out)
            frames = s["totals"]["frames"]
            self.assertEqual((s["ended"], s["interrupted"]), ("interrupted", True))
            self.assertGreaterEqual(frames, 2)
            self.assertEqual((out / "timings.csv").read_text().count("\n"), frames + 1)
            json.loads((out / "trace.json").read_text())
            self.assertTrue((out / f"checkpoint-{frames:06}.weir").exists())
            self.assertEqual([path.name for path in out.iterdir() if path.name.startswith(".")], [])
            shutil.rmtree(out)

    # Nothing was said at all: progress comes by the frame, and Ctrl-C waits for its end.
    def test_a_frame_that_takes_for_ever_says_so(self):
        drop = '{"shape": "box", "min": [0, 0, 0], "max": [0.06, 0.06, 0.06]}'
        process = subprocess.Popen(
            [WEIR, "run", self.scene, "--out", self.folder / "out", "--quiet", "--set", f"volumes=[{drop}]",
             "--set", "shaking.amplitude=[10000, 0, 0]", "--set", "shaking.period=0.01"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertRegex(process.stderr.readline(), "frame 1 has taken 10000 time steps and is .* % done")

    def test_a_second_ctrl_c_ends_it_at_once_and_leaves_no_half_file(self):
        # Frames of seconds: the first wish is still waiting for the end of one when the second comes.
        out = self.folder / "out"
        process = subprocess.Popen([WEIR, "run", self.scene, "--out", out, "--quiet", "--set", "time.frame=1", "--set", "spacing=0.01"],
                                   stdout=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while len(list(out.glob(".*.part*"))) < 2:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        time.sleep(0.5)  # now it is in its first frame, and no longer before it
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), -signal.SIGINT)
        self.assertEqual(list(out.iterdir()), [])

    def test_a_terminal_that_closes_may_say_so_twice_and_nohup_ignores_it(self):
        process, out = self.started()
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(60), 130)
        self.assertEqual(summary(out)["ended"], "interrupted")
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        process = subprocess.Popen([WEIR, "run", self.scene, "--frames", "30", "--out", self.folder / "nohup", "--quiet"],
                                   stdout=subprocess.DEVNULL)
        while not (self.folder / "nohup").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(summary(self.folder / "nohup")["ended"], "complete")

    def test_a_reader_that_leaves_early_does_not_end_a_run(self):
        done = subprocess.run(f"set -o pipefail; '{WEIR}' run small.json --frames 20 --out out 2>&1 | head -1", shell=True,
                              executable="/bin/bash", cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(summary(self.folder / "out")["totals"]["frames"], 20)

    def test_what_a_killed_run_left_goes_when_its_name_is_written_again(self):
        process, out = self.started()
        process.kill()
        process.wait(60)
        foreign = out / f".timings.csv.part{os.getpid()}"
        foreign.touch()
        (out / ".notes.part1").touch()
        self.assertGreater(len(list(out.glob(".*.part*"))), 2)
        self.succeeds("run", self.scene, "--frames", 5, "--out", out, "--quiet", "--export", "particles:csv")
        self.assertEqual({path.name for path in out.glob(".*")}, {foreign.name, ".notes.part1"},
                         "files of living processes and of other programs stay")

    def test_a_kill_leaves_no_half_file_under_a_final_name(self):
        process, out = self.started("--checkpoint-every", "0.02")
        process.kill()
        process.wait(60)
        names = {path.name for path in out.iterdir() if not path.name.startswith(".")}
        self.assertFalse(names & {"timings.csv", "trace.json", "summary.json"})
        for name in names:
            if name.startswith("particles-"):
                self.assertEqual((out / name).read_text().count("\n"), 1001, name)
            else:
                frame = int(name.removeprefix("checkpoint-").removesuffix(".weir"))
                self.succeeds("run", "--resume", out / name, "--frames", frame + 1, "--quiet")

    def test_trouble_in_the_numbers_is_status_1_with_files_written(self):
        # Far faster than the fluid's sound: no fluid is like that, and the stable time step falls to nothing.
        wild = SMALL_SCENE.replace('"shape": "box"', '"shape": "box", "velocity": [1000, 0, 1000]').replace(
            '"spacing"', '"fluids": [{"sound_speed": 1}], "spacing"')
        out = self.folder / "out"
        done = weir("run", self.file("wild.json", wild), "--frames", 60, "--out", out, "--quiet")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual({path.name for path in out.iterdir()}, {"timings.csv", "trace.json", "summary.json", "last-good-000000.weir"})
        self.assertEqual(summary(out)["ended"], "failed")
        self.assertNotEqual(summary(out)["trouble"], "")
        self.assertIn(summary(out)["trouble"], done.stderr)


@unittest.skipUnless((WEIR.parent / "weir-window").exists(), "built without weir-window")
class Pictures(RunTest):
    def test_every_frame_has_its_picture(self):
        out = self.run_into("out", "--frames", 2, "--pictures")
        pictures = sorted(out.glob("*.png"))
        self.assertEqual([path.name for path in pictures], ["frame-000001.png", "frame-000002.png"])
        for picture in pictures:
            data = picture.read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", data[16:24]), (1280, 720))
            self.assertGreater(len(data), 5000, "an empty picture")

    def test_pictures_change_nothing_in_the_run(self):
        self.assertEqual(state_hash(self.run_into("a", "--frames", 2, "--pictures")), state_hash(self.run_into("b", "--frames", 2)))

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_a_video(self):
        self.run_into("out", "--frames", 3, "--video", self.folder / "a.mp4")
        self.assertEqual((self.folder / "a.mp4").read_bytes()[4:8], b"ftyp")
        self.assertEqual([path.name for path in self.folder.glob(".*")], [])

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_a_video_makes_room_on_a_full_disk(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "particles-000002.csv").symlink_to("/dev/full")
        self.refused("run", self.scene, "--frames", 3, "--quiet", "--out", out, "--export", "particles:csv", "--video", "a.mp4",
                     saying=("No space left", "2 frames kept in timings.csv", "trace.json and the video were given up"), status=1)
        self.assertEqual([path.name for path in self.folder.iterdir() if "mp4" in path.name], [])

    def test_a_video_needs_ffmpeg_and_says_so(self):
        done = weir("run", self.scene, "--frames", 1, "--video", "a.mp4", cwd=self.folder, env=os.environ | {"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("install the package 'ffmpeg'", done.stderr)


main()
