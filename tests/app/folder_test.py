"""Which folder the files of `weir run` go into."""
from weir_program import RunTest, main, summary


class Folders(RunTest):
    def test_without_a_folder_every_run_makes_its_own(self):
        for _ in range(2):
            self.succeeds("run", self.scene, "--frames", 1, "--quiet")
        runs = list((self.folder / "out").iterdir())
        self.assertEqual(len(runs), 2)
        for run in runs:
            self.assertTrue(run.name.startswith("small-20"), run)
            self.assertTrue((run / "summary.json").exists())

    # It went over them without a word: a resumed run over its own first half.
    def test_says_that_the_files_of_another_run_are_written_over(self):
        out = self.folder / "out"
        run = ("run", self.scene, "--frames", 2, "--checkpoint-every", "0.01", "--out", out, "--quiet")
        self.assertEqual(self.succeeds(*run).stderr, "")
        of_another = f"weir: --out {out}: this folder holds the files of another run, such as "
        again = self.succeeds("run", "--resume", out / "checkpoint-000002.weir", "--frames", 3, "--out", out, "--quiet")
        self.assertIn(of_another, again.stderr)
        self.assertEqual(summary(out)["totals"]["first_frame"], 3)
        for file in out.iterdir():
            if file.suffix != ".weir":  # all that is left of a run that was killed
                file.unlink()
        self.assertIn(of_another + "checkpoint-00000", self.succeeds(*run).stderr)

    def test_files_of_others_stay(self):
        (self.folder / "out").mkdir()
        (self.folder / "out" / "notes.txt").write_text("mine")
        self.assertEqual(self.succeeds("run", self.scene, "--frames", 1, "--out", "out", "--quiet").stderr, "")
        self.assertEqual((self.folder / "out" / "notes.txt").read_text(), "mine")

    def test_a_folder_that_cannot_be_made(self):
        self.refused("run", self.scene, "--frames", 1, "--quiet", "--out", "small.json", saying="small.json", status=1)
        self.refused("run", self.scene, "--frames", 1, "--quiet", "--out", "/dev/null/out", saying="/dev/null/out", status=1)


main()
