#!/usr/bin/env python3
"""Draws the small pictures of the shipped scenes that the window shows in its lists, most of them 25 frames after the start.

    assets/scenes/draw.py WEIR [SCENE]...      all of them, or those that are named

Needs ImageMagick's convert. The clock and the legend at the sides are cut off: nobody could read them.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

FRAMES = 25
EARLIER = {"big-dam-break": 10, "reference-tank-200k": 8}  # hundreds of thousands of particles take their time
here = pathlib.Path(__file__).resolve().parent
scenes = here.parent.parent / "scenes"


def draw(weir, name):
    usual = json.loads((scenes / f"{name}.json").read_text()).get("time", {}).get("frame", 1 / 60)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([weir, "run", name, "--frames", "1", "--pictures", "--quiet", "--out", folder,
                        "--set", f"time.frame={EARLIER.get(name, FRAMES) * usual:g}"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["convert", f"{folder}/frame-000001.png", "-gravity", "center", "-crop", "960x540+0+20",
                        "+repage", "-resize", "192x108", "-strip", "-colors", "200",
                        f"png8:{here / name}.png"], check=True)


def main():
    names = sys.argv[2:] or [file.stem for file in sorted(scenes.glob("*.json")) if file.stem != "schema"]
    for name in names:
        draw(sys.argv[1], name)
        print(name, flush=True)


if __name__ == "__main__":
    main()
