"""The real window on a display of its own, with its mouse and keyboard (xdotool) and its log."""
import os
import pathlib
import re
import subprocess
import time


class Failure(Exception):
    pass


class Display:
    """An X server that chooses a free number itself."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "-noreset", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Failure("Xvfb did not start")
        self.name = ":" + number
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Window:
    """The running program: its keyboard and mouse, and its log."""

    def __init__(self, program, scene, out, display, log):
        # A folder of settings of its own: neither read nor changed are those of whoever runs the test.
        self.settings = pathlib.Path(str(log) + ".settings")
        self.environment = dict(os.environ, DISPLAY=display.name, SPDLOG_LEVEL="debug", XDG_CONFIG_HOME=str(self.settings))
        self.log_file = log
        self.process = subprocess.Popen([program, scene, "--out", out], env=self.environment, stdout=open(log, "w"),
                                        stderr=subprocess.STDOUT)
        self.read_up_to = 0
        title = self.expect(r"window title: (.+)", 30).group(1)
        self.id = self.xdotool("search", "--sync", "--name", title).split()[-1]
        self.expect(r"pictures/s", 30)

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=30)
        if done.returncode:
            raise Failure(f"xdotool {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def log(self):
        return pathlib.Path(self.log_file).read_text(errors="replace")

    def expect(self, pattern, seconds=20):
        """Waits for the next line of the log that matches, after the one expected last."""
        end = time.monotonic() + seconds
        while True:
            text = self.log()
            if found := re.compile(pattern).search(text, self.read_up_to):
                self.read_up_to = found.end()
                return found
            if self.process.poll() is not None:
                raise Failure(f"the window ended ({self.process.returncode}) while waiting for: {pattern}")
            if time.monotonic() > end:
                raise Failure(f"not in the log within {seconds} s: {pattern}")
            time.sleep(0.05)

    def expect_after(self, action, pattern, seconds=20):
        """The same, of what is said from now on: a line of before does not count."""
        self.read_up_to = len(self.log())
        action()
        return self.expect(pattern, seconds)

    def key(self, *names):
        self.xdotool("windowfocus", self.id)
        for name in names:
            self.xdotool("keydown", name)
        time.sleep(0.25)  # ImGui sees no key that is let go within the same picture
        for name in reversed(names):
            self.xdotool("keyup", name)

    def move(self, x, y):
        self.xdotool("mousemove", "--window", self.id, int(x), int(y))
        time.sleep(0.1)

    def drag(self, button, start, end):
        self.move(*start)
        self.xdotool("mousedown", button)
        for step in range(1, 9):
            self.move(*(a + (b - a) * step / 8 for a, b in zip(start, end)))
        self.xdotool("mouseup", button)
        time.sleep(0.1)

    def widget(self, name):
        """Centre of the widget, as the log last said."""
        places = re.findall(rf"widget {re.escape(name)} (-?\d+) (-?\d+) (\d+) (\d+)", self.log())
        if not places:
            raise Failure(f"no widget {name}")
        x, y, width, height = map(int, places[-1])
        return x + width / 2, y + height / 2

    def settled(self, name):
        """The same once it is there and stays where it is: a list that opens takes two pictures to find its place, and
        on a busy machine a picture takes half a second."""
        end = time.monotonic() + 10
        while f"widget {name} " not in self.log() and time.monotonic() < end:
            time.sleep(0.1)
        place = None
        while place != (place := self.widget(name)):
            time.sleep(1.2)
        return place

    def click(self, name):
        self.move(*self.settled(name))
        self.xdotool("mousedown", 1)
        time.sleep(0.15)
        self.xdotool("mouseup", 1)
        time.sleep(0.3)

    def is_alive(self):
        return self.process.poll() is None


def check(condition, what):
    if not condition:
        raise Failure(what)
    print("ok:", what, flush=True)
