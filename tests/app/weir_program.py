"""Calls the real program, as a user does. The path of `weir` is the test script's first argument."""
import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

WEIR = Path(sys.argv[1]).resolve()
GIGABYTE = 10**9

# A tank of some hundred particles: a frame takes milliseconds.
SMALL_SCENE = """{
  "name": "small",
  "domain": {"min": [0, 0, 0], "max": [0.4, 0.2, 0.4]},
  "spacing": 0.02,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.2, 0.2, 0.2]}]
}
"""


def weir(*arguments, cwd=None, **more):
    """Runs the program to its end; .returncode, .stdout and .stderr as of subprocess. Longer than what takes seconds
    takes with sanitizers on a machine that is busy with something else."""
    return subprocess.run([WEIR, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=600, **more)


def at_most(address_space):
    """For subprocess: the program may have that many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))


def runs_in(address_space):
    """Not with a sanitizer, whose shadow memory takes terabytes of addresses."""
    return weir("--version", preexec_fn=at_most(address_space)).returncode == 0


class ProgramTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="weir-test-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def refused(self, *arguments, saying, status=2, **more):
        """The error is one line on standard error, has the words, and nothing is on standard output."""
        done = weir(*arguments, cwd=self.folder, **more)
        self.assertEqual(done.returncode, status, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for words in [saying] if isinstance(saying, str) else saying:
            self.assertIn(words, done.stderr)
        return done

    def refused_to_overwrite(self, *arguments, out):
        """`out`, a file that is read, and every other way to name it are no place for the result."""
        before = out.read_bytes()
        (self.folder / "link").symlink_to(out)
        (self.folder / "hard-link").hardlink_to(out)
        for name in (out, out.name, f"./{out.name}", "link", "hard-link"):
            self.refused(*arguments, "--out", name, saying=f"--out {name} is the input")
            self.assertEqual(out.read_bytes(), before)

    def succeeds(self, *arguments, **more):
        done = weir(*arguments, cwd=self.folder, **more)
        self.assertEqual(done.returncode, 0, done)
        return done


def summary(folder):
    return json.loads((folder / "summary.json").read_text())


def state_hash(folder):
    return summary(folder)["state"]["state_hash"]


class RunTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.scene = self.file("small.json", SMALL_SCENE)

    def run_into(self, name, *options):
        out = self.folder / name
        self.succeeds("run", self.scene, "--out", out, "--quiet", *options)
        return out


def main():
    os.environ.pop("OMP_WAIT_POLICY", None)
    unittest.main(argv=sys.argv[:1], verbosity=2)
