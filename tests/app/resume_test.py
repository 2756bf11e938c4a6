"""`weir run --resume`: where it goes on from, and what of a scene may be another then."""
import json

from weir_program import RunTest, main, summary, weir

# Three spacings from end to end along y, and endless.
THIN_SCENE = """{
  "name": "thin",
  "domain": {"min": [0, 0, 0], "max": [0.4, 0.06, 0.4], "periodic": {"y": true}},
  "spacing": 0.02, "support": 2,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.2, 0.06, 0.2]}]
}
"""


class Resumed(RunTest):
    # It was once read as a scene: 'texts are written in double quotes: "WEIRCHKB"'.
    def test_a_checkpoint_is_no_scene(self):
        checkpoint = self.run_into("half", "--frames", 1, "--checkpoint-every", "1") / "checkpoint-000001.weir"
        self.refused("run", checkpoint, "--frames", 2, saying=f"weir run --resume {checkpoint}")
        checked = weir("check", checkpoint, self.scene)
        self.assertEqual(checked.returncode, 2)
        self.assertIn("is a checkpoint and no scene", checked.stdout)

    def test_a_checkpoint_beyond_the_end_is_refused(self):
        half = self.run_into("half", "--frames", 6, "--checkpoint-every", "0.1")
        checkpoint = half / "checkpoint-000006.weir"
        self.refused("run", "--resume", checkpoint, "--frames", 6, saying="is at frame 6")
        self.refused("run", "dam-break", "--resume", checkpoint, "--frames", 12, saying="is of the scene 'small'")
        self.succeeds("run", self.scene, "--resume", checkpoint, "--frames", 7, "--quiet")

    def test_what_may_change_while_it_runs_may_change_at_a_resume(self):
        half = self.run_into("half", "--frames", 3, "--checkpoint-every", "1")
        checkpoint = half / "checkpoint-000003.weir"
        out = self.folder / "tilted"
        self.succeeds("run", "--resume", checkpoint, "--frames", 5, "--out", out, "--quiet", "--set", "gravity.0=4")
        self.assertEqual(summary(out)["settings"]["scene"]["gravity"][0], 4)
        # A spacing of 0.1 m is too large for the tank, which is no reason that helps here.
        for never in ("spacing=0.01", "spacing=0.1", "domain.max.0=3", "fluids.0.rest_densty=3"):
            self.refused("run", "--resume", checkpoint, "--frames", 5, "--set", never, saying="--set")
        live = {field["path"] for field in json.loads(weir("list", "settings", "--json").stdout) if field["live"]}
        groups = {"walls" if path.startswith("domain.walls") else path.split(".")[0] for path in live}
        self.refused("run", "--resume", checkpoint, "--frames", 5, "--set", "spacing=0.01", saying=groups)

    def test_all_that_is_said_to_change_while_it_runs_does_at_a_resume(self):
        half = self.run_into("half", "--frames", 3, "--checkpoint-every", "1")
        live = [field for field in json.loads(weir("list", "settings", "--json").stdout)
                if field["live"] and not field["path"].startswith(("emitters", "drains"))]
        self.assertGreater(len(live), 50)

        def another(field):
            if "choices" in field:
                return field["choices"][-2]  # the last one is often the default
            if field["type"] == "flag":
                return "true"
            number = min(field["max"], 64) if field["path"].startswith("modules") else 0.1 if field["max"] <= 2 else 6
            if field["type"] != "vector":
                return number
            # Walls glide in their own plane.
            across = "xyz".find(field["path"].removeprefix("domain.walls.")[0]) if "_m" in field["path"] else -1
            return str([0 if axis == across else number for axis in range(3)])

        sets = [part for field in live for part in ("--set", f"{field['path'].replace('*', '0')}={another(field)}")]
        out = self.folder / "changed"
        self.succeeds("run", "--resume", half / "checkpoint-000003.weir", "--frames", 4, "--out", out, "--quiet", *sets)
        scene = summary(out)["settings"]["scene"]
        self.assertEqual((scene["modules"]["neighbours"], scene["modules"]["solid_queries"], scene["look"]["colour"]),
                         ("compact-grid", "particles", "time-level"))
        self.assertEqual((scene["modules"]["search"]["skin"], scene["modules"]["broad"]["factor"]), (1, 16))

    def test_tension_that_reaches_further_than_a_periodic_tank_is_wide_is_refused_as_in_a_scene(self):
        thin = self.file("thin.json", THIN_SCENE)
        out = self.folder / "out"
        self.succeeds("run", thin, "--frames", 1, "--checkpoint-every", "1", "--out", out, "--quiet")
        checkpoint = out / "checkpoint-000001.weir"
        tension = "fluids.0.tension=0.07"
        sentence = ("the tank is 0.06 m wide along y, less than the reach of tension (3.5 spacings, 0.07 m): "
                    "widen it or use a smaller spacing")
        for what in (["--resume", checkpoint], [thin]):
            self.refused("run", *what, "--frames", 2, "--set", tension, saying=f"--set {tension}: {sentence}")
        by_model = ("--set", "tension.model=colour-field", "--set", tension)
        self.succeeds("run", "--resume", checkpoint, "--frames", 2, "--checkpoint-every", "1", "--out", out, "--quiet", *by_model)
        model = "tension.model=cohesion"
        self.refused("run", "--resume", out / "checkpoint-000002.weir", "--frames", 3, "--set", model,
                     saying=f"--set {model}: {sentence}")

    def test_a_cut_checkpoint_is_refused(self):
        half = self.run_into("half", "--frames", 3, "--checkpoint-every", "1")
        whole = (half / "checkpoint-000003.weir").read_bytes()
        for length in (0, 1, 20, len(whole) // 2, len(whole) - 1):
            self.refused("run", "--resume", self.file("cut.weir", whole[:length]), "--frames", 4, saying="cut.weir")


main()
