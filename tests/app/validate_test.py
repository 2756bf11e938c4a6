"""`weir validate`: what it prints, draws and writes hangs together. How near to nature it comes is not tested here."""
import json
from xml.etree import ElementTree

from weir_program import ProgramTest, main


class Validate(ProgramTest):
    def test_a_case_prints_its_table_and_draws_its_curves(self):
        done = self.succeeds("validate", "martin-moyce-1", "--quick", "--quiet", "--json", "all.json", "--out", "curves")
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split(), ["case", "quantity", "resolution", "error", "gate", "verdict"])
        rows = [line for line in lines if line.startswith("martin-moyce-1 ")]
        self.assertTrue(all(line.endswith(("reached", "MISSED", "measured")) for line in rows), done.stdout)

        report = json.loads((self.folder / "all.json").read_text())
        self.assertTrue(report["quick"])
        self.assertFalse(report["stopped"])
        case, = report["cases"]
        self.assertEqual(case["case"], "martin-moyce-1")
        self.assertEqual(len(case["rows"]), len(rows))
        verdicts = [row["verdict"] for row in case["rows"]]
        self.assertEqual((sum(line.endswith("reached") for line in rows), sum(line.endswith("MISSED") for line in rows)),
                         (verdicts.count("reached"), verdicts.count("missed")))
        self.assertIn(f"{verdicts.count('reached')} gates reached, {verdicts.count('missed')} missed", lines[-1])
        coarse = [row for row in case["rows"] if row["resolution"] == "20 a width"]
        self.assertTrue(coarse and all(row["verdict"] == "measured" for row in coarse))
        self.assertTrue(any(row["resolution"] == "finer" for row in case["rows"]))
        for row in case["rows"]:
            self.assertEqual(bool(row["gate"]), row["verdict"] != "measured" or row["resolution"] == "20 a width" and bool(row["gate"]))
        slope = next(row for row in case["rows"] if "slope" in row["quantity"] and row["resolution"] == "40 a width")
        self.assertLess(abs(slope["value"]), 30, "the water falls about as fast as water does")

        figure = ElementTree.parse(self.folder / "curves" / "martin-moyce-1.svg").getroot()
        words = [element.text for element in figure.iter() if element.tag.endswith("}text")]
        for word in ("experiment", "20 a width", "40 a width", "Front", "Height at the back wall"):
            self.assertIn(word, words)

    def test_a_row_says_when_particles_were_shifted_otherwise_than_usual(self):
        done = self.succeeds("validate", "elliptical-drop", "--quick", "--quiet", "--json", "none.json", "--shifting", "0")
        rows = [line for line in done.stdout.splitlines() if line.startswith("elliptical-drop ")]
        self.assertTrue(rows and all(", not shifted " in line for line in rows), done.stdout)
        report = json.loads((self.folder / "none.json").read_text())
        self.assertEqual(report["shifting"], 0)
        self.assertFalse(report["cases"][0]["shifted"])

        done = self.succeeds("validate", "elliptical-drop", "--quick", "--quiet", "--json", "all.json")
        self.assertNotIn("shifted", done.stdout)
        report = json.loads((self.folder / "all.json").read_text())
        self.assertTrue(report["cases"][0]["shifted"])
        short = next(row for row in report["cases"][0]["rows"]
                     if row["quantity"].startswith("short axis") and row["resolution"] == "20 a radius")
        self.assertLess(abs(short["value"]), 3, "what shifting brings")
        self.refused("validate", "--shifting", "0.6", saying="--shifting")

    def test_pressure_that_is_alike_in_all_directions_lets_vortices_live(self):
        rates = {}
        for isotropy in ("0", "1"):
            done = self.succeeds("validate", "taylor-green", "--quick", "--quiet", "--json", "rates.json", "--isotropy", isotropy)
            self.assertEqual(", isotropy 0 " in done.stdout, isotropy == "0", done.stdout)
            report = json.loads((self.folder / "rates.json").read_text())
            self.assertEqual(report["isotropy"], float(isotropy))
            rates[isotropy] = next(abs(row["value"]) for row in report["cases"][0]["rows"]
                                   if row["quantity"] == "Re 100, rate of decay" and row["resolution"] == "32 a wavelength")
        self.assertLess(rates["1"], 1.5, "%")
        self.assertGreater(rates["0"], 2.5, "%: the packing resists")
        self.refused("validate", "--isotropy", "2", saying="--isotropy")

    def test_unknown_cases_and_bad_places_are_refused_before_anything_runs(self):
        self.refused("validate", "martin-moyse-2", "--quick", saying=["no case named 'martin-moyse-2'", "martin-moyce-2"])
        self.refused("validate", "slosh", saying="no case named 'slosh'; did you mean 'sloshing'?")
        self.refused("validate", "--jsn", "a", saying="--json")
        self.file("taken", "a file")
        self.refused("validate", "ritter", "--out", "taken", saying="taken", status=1)

    def test_the_help_lists_every_case(self):
        text = self.succeeds("validate", "--help").stdout
        for name in ("martin-moyce-2", "martin-moyce-1", "lobovsky", "ritter", "still-pool", "standing-wave", "sloshing",
                     "shaken-tank", "oscillating-drop"):
            self.assertIn(name, text)


main()
