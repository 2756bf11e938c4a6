#!/usr/bin/env python3
"""Opens weir-window on a display of its own and uses it as a person would: mouse and keyboard, through xdotool.

    drive_window.py WEIR_WINDOW SOURCE_FOLDER ASSETS_FOLDER

What happened is read from the log (SPDLOG_LEVEL=debug) and from the files written. The program runs from a copied
installation (bin beside share/weir), so that scenes and shaders can be broken without touching the source.
"""
import csv
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from real_window import Display, Failure, Window, check

SCENE = """{
  "name": "Test dam",
  "watch": "A block of water falls over.",
  "domain": {"min": [0, 0, 0], "max": [1.2, 0.6, 0.6]},
  "spacing": %s,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.5, 0.6, 0.4]}],
  "camera": {"yaw": -60, "pitch": 22}
}
"""

two_pictures = 1.5  # s, on a busy machine: so long a line waits for the keyboard


def play_and_pause(window):
    window.key("space")
    window.expect(r"info paused")
    window.key("period")
    window.expect(r"single frame")
    window.expect_after(lambda: window.key("m"), r"neighbour search: ")
    window.expect(r"widget search-comes ")
    check(True, "says while paused whose counters it shows")
    window.click("play-button")
    window.expect(r"info playing")
    check(True, "pauses by key, plays by button, steps by a frame")


def record_while_switching(window, out):
    window.key("r")
    window.expect(r"recording to ")
    time.sleep(1)
    window.click("neighbours-combo")
    window.click("neighbours-item-all-pairs")
    window.expect(r"neighbour search: \S+ -> all-pairs")
    time.sleep(3)
    window.key("m")
    window.expect(r"neighbour search: all-pairs -> \S+")
    time.sleep(1)
    window.key("r")
    window.expect(r"recorded \d+ frames in ", 60)
    check(True, "switches the neighbour search by mouse and by key")

    files = list(pathlib.Path(out).glob("*/timings.csv"))
    check(len(files) == 1, "writes one recording")
    rows = list(csv.DictReader(files[0].open()))
    searches = list(dict.fromkeys(row["neighbours"] for row in rows))
    check("all-pairs" in searches and len(searches) >= 2, f"timings.csv names the searches that ran: {searches}")
    frames = [int(row["frame"]) for row in rows]
    check(frames == list(range(frames[0], frames[0] + len(frames))), f"timings.csv has every one of {len(frames)} frames")


def go_through_every_search(window, out, modules):
    """One key press a search, while the water flows; each must really run before the next one."""
    before = set(pathlib.Path(out).glob("*/timings.csv"))
    window.key("r")
    window.expect(r"recording to ")
    for _ in modules:
        chosen = window.expect_after(lambda: window.key("m"), r"neighbour search: \S+ -> (\S+)").group(1)
        window.expect(rf"frame \d+ ended with {re.escape(chosen)}\n", 60)
    window.key("r")
    window.expect(r"recorded \d+ frames in ", 60)
    (file,) = set(pathlib.Path(out).glob("*/timings.csv")) - before
    rows = list(csv.DictReader(file.open()))
    check({row["neighbours"] for row in rows} == set(modules), f"every search ran while the water flowed: {modules}")
    check(all(int(row["search_bytes"]) > 0 and int(row["cells"]) > 0 for row in rows), "timings.csv says what each did")


def compare_all_searches(window, modules):
    window.key("a")
    window.expect(r"comparing all searches on \d+ particles")
    found = window.expect(r"compared (\d+) searches: all found the same (\d+) neighbours, (\S+) takes the least", 120)
    check(int(found.group(1)) == len(modules), f"compares {found.group(1)} searches, {found.group(3)} takes the least time")
    window.expect(r"pictures/s")
    window.click("compare-save")
    rows = list(csv.DictReader(open(window.expect(r"comparison saved as (.+\.csv)").group(1))))
    check([row["module"] for row in rows] == modules, "saves the comparison with a row for every search")
    check({row["pairs"] for row in rows} == {found.group(2)}, "in which all found the same")
    window.click("compare-bar-all-pairs")
    window.expect(r"now searching with all-pairs")
    window.key("m")
    window.expect(r"now searching with ")
    window.key("Escape")
    check(True, "a click on a bar takes its search into use")


def look_into_the_search(window):
    window.key("Home")
    window.key("d")
    window.expect(r"cells of the search shown")
    window.expect(r"pictures/s")
    for fraction in (0.5, 0.6, 0.4, 0.7, 0.3):
        for share in (0.5, 0.4, 0.3, 0.6, 0.2):
            window.move(340 + share * 820, 80 + fraction * 400)
            window.xdotool("mousedown", 1)
            time.sleep(0.15)
            window.xdotool("mouseup", 1)
            time.sleep(0.1)
            if "picked particle" in window.log():
                break
        if "picked particle" in window.log():
            break
    window.expect(r"picked particle \d+")
    window.expect(r"pictures/s")
    window.key("d")
    window.expect(r"cells of the search hidden")
    check(True, "shows the cells of the search and picks a particle among them")


def stay_responsive(window):
    """All-pairs steps of many particles are slow; the pictures must not be."""
    if "neighbour search: all-pairs" not in window.log().splitlines()[-1]:
        window.click("neighbours-combo")
        window.click("neighbours-item-all-pairs")
        window.expect(r"neighbour search: \S+ -> all-pairs")
    time.sleep(1)
    rates = []
    for _ in range(4):
        rates.append(float(window.expect(r"debug ([\d.]+) pictures/s", 15).group(1)))
    # The machine may be busy with other tests; what is checked is that a picture never waits for a step.
    check(max(rates) > 8, f"draws {rates} pictures/s while steps are slow")
    window.key("m")
    window.expect(r"neighbour search: all-pairs -> ")


def use_the_mouse(window):
    window.key("Home")
    window.key("BackSpace")
    window.expect(r"info reset")
    time.sleep(1)
    window.key("space")
    window.expect(r"info paused")
    # Somewhere in the picture there is water; a line of presses across it finds it.
    x_min, x_max, y_min, y_max = 340, 1160, 80, 480
    for fraction in (0.5, 0.6, 0.4, 0.7, 0.3):
        for share in (0.5, 0.4, 0.3, 0.6, 0.2):
            at = (x_min + share * (x_max - x_min), y_min + fraction * (y_max - y_min))
            window.drag(1, at, (at[0] + 30, at[1]))
            if "brush push at" in window.log():
                break
        if "brush push at" in window.log():
            break
    window.expect(r"brush push at")
    window.key("space")
    window.expect(r"info playing")
    window.drag(1, at, (at[0] + 60, at[1] - 20))
    window.expect(r"brush push at|camera: orbit")
    window.key("space")
    window.expect(r"info paused")
    window.xdotool("keydown", "shift")
    window.drag(1, at, (at[0] + 20, at[1]))
    window.xdotool("keyup", "shift")
    window.expect(r"brush pull at|camera: orbit")
    window.drag(3, (800, 120), (880, 160))
    window.expect(r"camera: orbit")
    window.drag(2, (800, 120), (780, 140))
    window.expect(r"camera: pan")
    window.xdotool("mousemove", "--window", window.id, 800, 300, "click", 4, "click", 5)
    window.key("space")
    window.expect(r"info playing")
    check(True, "pushes and pulls the water, orbits, pans and zooms")


BAY = """{
  "name": "Test bay",
  "domain": {"min": [0, 0, 0], "max": [1.2, 0.6, 0.6]},
  "spacing": 0.04,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1.2, 0.6, 0.12]}],
  "solids": [{"name": "pillar", "shape": "box", "size": [0.2, 0.2, 0.5], "position": [0.6, 0.3, 0.25]}],
  "camera": {"target": [0.6, 0.3, 0.25], "distance": 2.2, "yaw": 90, "pitch": 10}
}
"""


def take_a_solid_in_hand(window, scene):
    """The pillar stands in the middle of the picture, and no water is in front of its upper half."""
    scene.write_text(BAY)
    type_a_path(window, scene)
    window.expect_after(lambda: window.key("Return"), r"scene Test bay: \d+ particles")
    window.expect(r"pictures/s")
    window.key("Home")
    window.expect_after(lambda: window.drag(1, (800, 220), (890, 210)), r"solid 0 in hand: pillar")
    time.sleep(1)
    window.expect_after(lambda: window.key("ctrl", "z"), r"taken back: where pillar is")
    window.expect_after(lambda: window.key("Delete"), r"solid 0 taken out: pillar")
    window.expect_after(lambda: window.key("k"), r"pictures/s")
    window.key("k")
    window.expect_after(lambda: window.key("period"), r"single frame")
    check(window.is_alive(), "moves a solid with the mouse, sends it back, takes it out, and cuts the picture open")


def save_a_picture(window, out):
    window.key("p")
    file = pathlib.Path(window.expect(r"picture saved as (.+\.png)").group(1))
    content = file.read_bytes()
    check(content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) > 20000, "saves a picture of the window")


def type_a_path(window, path):
    window.expect_after(lambda: window.key("ctrl", "o"), r"a path is asked for")
    time.sleep(two_pictures)
    window.xdotool("type", "--delay", "80", str(path))
    time.sleep(0.5)


def go_back_and_keep_a_state(window):
    """A checkpoint saved by key, and opened again by its name, shows the frame at which it was saved."""
    window.expect(r"frame (?:[3-9]|\d\d+) ended with")  # on a busy machine there may be nothing to go back to before
    window.expect_after(lambda: window.key("space"), r"info paused")
    first = int(window.expect_after(lambda: window.key("comma"), r"back to frame (\d+)").group(1))
    second = int(window.expect_after(lambda: window.key("comma"), r"back to frame (\d+)").group(1))
    check(second < first, f"steps back to frame {first}, then {second}")
    file = pathlib.Path(window.expect_after(lambda: window.key("ctrl", "s"), r"checkpoint saved as (.+\.weir)").group(1))
    check(file.name.endswith(f"-{second:06}.weir"), f"saves a checkpoint of the frame it went back to: {file.name}")
    window.expect_after(lambda: window.key("period"), r"single frame")
    type_a_path(window, file)
    window.key("Return")
    window.expect(r"a checkpoint of Test dam")
    window.expect(r"scene Test dam: \d+ particles")
    window.key("ctrl", "o")
    window.expect(r"pictures/s")
    window.key("Escape")
    window.expect_after(lambda: window.key("space"), r"info playing")
    window.expect(rf"frame {second + 1} ended with")
    check(True, "opens the checkpoint by its path and goes on from its frame")


def open_by_path(window, scene):
    type_a_path(window, scene)
    window.expect_after(lambda: window.key("Return"), r"scene Test dam: \d+ particles")
    check(True, "opens a scene by its path")


def change_the_looks(window):
    window.key("t")
    window.expect(r"light theme")
    window.key("h")
    window.key("Escape")
    window.key("ctrl", "equal")
    window.expect(r"interface scale 1\.10")
    window.key("ctrl", "minus")
    window.expect(r"interface scale 1\.00")
    window.key("Tab")
    window.key("Tab")
    window.key("c")
    window.expect(r"coloured by density")
    window.key("t")
    window.expect(r"dark theme")
    check(True, "changes theme, scale, colouring, hides and shows panels")


def fill_the_screen(window):
    def becomes(size):
        end = time.monotonic() + 20
        while f"Geometry: {size}\n" not in window.xdotool("getwindowgeometry", window.id):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    window.xdotool("windowsize", window.id, 900, 600)
    check(becomes("900x600"), "takes a size")
    window.key("F11")
    check(becomes("1280x720"), "fills the screen")
    window.key("F11")
    check(becomes("900x600"), "and goes back to the size it had")
    window.xdotool("windowsize", window.id, 1280, 720)


def resize_in_a_storm(window):
    for width, height in [(480, 320), (1280, 720), (900, 200), (200, 900), (1, 1), (1600, 1200), (640, 480)] * 3:
        window.xdotool("windowsize", window.id, width, height)
    window.xdotool("windowunmap", window.id)
    time.sleep(0.5)
    window.xdotool("windowmap", window.id)
    window.xdotool("windowsize", window.id, 1280, 720)
    window.expect(r"pictures/s")
    window.expect(r"pictures/s")
    check(window.is_alive(), "survives being resized, hidden and shown")


def break_and_mend_the_scene(window, scene):
    good = scene.read_text()
    scene.write_text(good.replace('"spacing"', '"spacng"'))
    window.expect(r"error cannot open .*" + re.escape(scene.name) + r":\d+:\d+: ")
    window.expect(r"pictures/s")
    scene.write_text(good)
    window.expect(r"reloaded " + re.escape(scene.name))
    check(True, "tells what is wrong with a scene and goes on, and takes it when mended")


def break_and_mend_a_shader(window, shaders):
    shader = shaders / "spheres.frag"
    good = shader.read_text()
    shader.write_text(good + "\nthis is no GLSL\n")
    window.expect(r"spheres\.frag:\d+: error")
    window.expect(r"pictures/s")
    shader.write_text(good)
    time.sleep(1.5)
    shader.write_text(good + "\nnor is this\n")
    window.expect(r"spheres\.frag:\d+: error")
    shader.write_text(good)
    window.expect(r"pictures/s")
    check(window.is_alive(), "tells what is wrong with a shader and goes on drawing")


def quit_at_once(window):
    begin = time.monotonic()
    window.key("ctrl", "q")
    try:
        status = window.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        raise Failure("does not quit")
    check(status == 0, f"quits by Ctrl+Q within {time.monotonic() - begin:.1f} s")


def close_by_signal(stop, *window):
    """What is recorded is kept, as where somebody closes the window by hand."""
    ended = Window(*window)
    try:
        ended.key("r")
        folder = pathlib.Path(ended.expect(r"recording to (.+)").group(1))
        ended.expect(r"frame \d+ ended with")
        ended.process.send_signal(stop)
        status = ended.process.wait(timeout=20)
    finally:
        ended.process.kill()
    check(status == 130 and json.loads((folder / "summary.json").read_text())["totals"]["frames"] > 0,
          f"closes by {stop.name} and keeps what it recorded")


def find_it_as_it_was_left(window, *again):
    kept = json.loads((window.settings / "weir/window.json").read_text())
    check(kept["theme"] == "light" and kept["log"] is True, f"keeps how it was left: {kept}")
    second = Window(*again)
    try:
        sizes = second.xdotool("getwindowgeometry", second.id)
        check(f"{kept['width']}x{kept['height']}" in sizes, f"opens in the size it had: {kept['width']} x {kept['height']}")
        second.expect_after(lambda: second.key("t"), r"info dark theme")
        second.expect_after(lambda: do_by_name(second, "pause"), r"info paused")
        check(True, "opens light, as it was left; does what is typed by its name")
        # Letters that came before the line had the keyboard once were shortcuts.
        second.expect_after(lambda: second.xdotool("key", "--delay", "0", "ctrl+p", "t", "r"), r"a command is asked for")
        second.key("Escape")
        time.sleep(two_pictures)
        second.expect_after(lambda: second.key("space"), r"info playing")
        check(not re.search(r"info (light theme|recording to)", second.log()), "does nothing by letters typed early")
    finally:
        second.process.kill()


def do_by_name(window, words):
    window.expect_after(lambda: window.key("ctrl", "p"), r"a command is asked for")
    time.sleep(two_pictures)
    window.xdotool("type", "--delay", "80", words)
    time.sleep(0.5)
    window.key("Return")


def main():
    program, source, assets = map(pathlib.Path, sys.argv[1:4])
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is missing: install the packages xvfb and xdotool")
    with tempfile.TemporaryDirectory(prefix="weir-drive-") as folder, Display() as display:
        place = pathlib.Path(folder)
        (place / "bin").mkdir()
        shutil.copy2(program, place / "bin/weir-window")
        for data in (source / "scenes", source / "shaders", assets):
            shutil.copytree(data, place / "share/weir" / data.name)
        scene, out, log = place / "test-dam.json", place / "out", place / "log.txt"
        scene.write_text(SCENE % 0.03)
        listed = subprocess.run([place / "bin/weir-window", "list", "modules", "--json"], capture_output=True, check=True)
        modules = [module["name"] for module in json.loads(listed.stdout)
                   if module["family"] == "neighbours"]
        window = Window(place / "bin/weir-window", scene, out, display, log)
        try:
            play_and_pause(window)
            record_while_switching(window, out)
            go_through_every_search(window, out, modules)
            compare_all_searches(window, modules)
            look_into_the_search(window)
            use_the_mouse(window)
            save_a_picture(window, out)
            take_a_solid_in_hand(window, place / "test-bay.json")
            open_by_path(window, scene)
            go_back_and_keep_a_state(window)
            open_by_path(window, scene)
            change_the_looks(window)
            fill_the_screen(window)
            resize_in_a_storm(window)
            break_and_mend_a_shader(window, place / "share/weir/shaders")
            break_and_mend_the_scene(window, scene)
            scene.write_text(SCENE % 0.012)
            window.expect(r"reloaded ")
            window.expect(r"scene Test dam: \d+ particles")
            stay_responsive(window)
            window.expect_after(lambda: window.key("t"), r"info light theme")
            window.key("l")
            window.xdotool("windowsize", window.id, 1000, 640)
            window.expect_after(lambda: None, r"pictures/s")
            quit_at_once(window)
            again = (place / "bin/weir-window", scene, out, display, log)
            find_it_as_it_was_left(window, *again)
            for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                close_by_signal(stop, *again)
        except (Failure, subprocess.SubprocessError) as failure:
            print(window.log()[-6000:])
            print("FAILED:", failure)
            return 1
        finally:
            if window.is_alive():
                window.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
