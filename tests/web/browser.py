"""Chromium without a window, driven over its DevTools protocol by a pipe; and a folder served to it.

    with StaticSite(folder) as site, Browser(1280, 800) as browser:
        page = browser.open(site.address)
        page.click(10, 20)
        page.key("ctrl+a")
        assert page.evaluate("document.title") == "…" and not page.console

Places are in CSS pixels. Every call returns when the browser has taken it; what the page makes of it is for
wait_until() to wait for.
"""
import fcntl
import functools
import http.server
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

from browser_page import Page
from devtools import BrowserError, Pipe

# WebGL by the processor; nothing that asks for the network or for a person by itself.
OPTIONS = [
    "--headless=new", "--remote-debugging-pipe", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist", "--force-color-profile=srgb", "--hide-scrollbars", "--mute-audio",
    "--no-first-run", "--no-default-browser-check", "--no-proxy-server", "--disable-background-networking",
    "--disable-component-update", "--disable-default-apps", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-sync", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows", "--password-store=basic",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider"]


def chromium():
    """Its path; None where it is not installed."""
    return shutil.which("chromium")


class StaticSite:
    """A folder under http://127.0.0.1, ended with the block. Nothing of it is kept by a browser."""

    def __init__(self, folder):
        self.folder = str(folder)

    def __enter__(self):
        files = functools.partial(_Files, directory=self.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png",
        ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8", "": "application/octet-stream"}

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # of a page that was left

    def log_message(self, *_):
        pass


class Browser:
    """One with a profile and a folder of downloads of its own, ended with the block."""

    def __init__(self, width, height, language="en", mobile=False, scale=1, options=()):
        """`language`: en or zh, what the page is told that the person reads. `scale`: device pixels by CSS
        pixel. `mobile`: a screen without a mouse."""
        self.size, self.scale, self.mobile, self.options = (width, height), scale, mobile, list(options)
        self.languages = {"en": "en-US,en", "zh": "zh-CN,zh"}.get(language, language)
        self.pages = {}

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="browser", ignore_cleanup_errors=True)
        self.download_folder = Path(self.folder.name, "downloads")
        self.download_folder.mkdir()
        self.log = Path(self.folder.name, "log.txt")
        self.start()
        try:
            self.pipe.call("Browser.setDownloadBehavior", behavior="allow", eventsEnabled=True,
                           downloadPath=str(self.download_folder))
            self.pipe.call("Target.setDiscoverTargets", discover=True)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.pipe.call("Browser.close")
        except BrowserError:
            pass
        self.end()

    def start(self):
        width, height = self.size
        command = [chromium(), *OPTIONS, *self.options, f"--user-data-dir={self.folder.name}/profile",
                   f"--lang={self.languages.split(',')[0]}", f"--accept-lang={self.languages}",
                   f"--window-size={width},{height}"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        # It reads at 3 and writes at 4.
        ends = [*os.pipe(), *os.pipe()]
        read, write = (fcntl.fcntl(ends[i], fcntl.F_DUPFD_CLOEXEC, 10) for i in (0, 3))
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", f'exec "$@" 3<&{read} 4>&{write} {read}<&- {write}>&-', "browser", *command],
                pass_fds=[read, write], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"HOME": self.folder.name, "TMPDIR": self.folder.name})
        for end in (ends[0], ends[3], read, write):
            os.close(end)
        self.pipe = Pipe(ends[2], ends[1], self.heard)

    def end(self):
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # its helpers
        except ProcessLookupError:
            pass
        self.process.wait()
        self.pipe.close()
        self.folder.cleanup()

    def heard(self, event):
        """In the pipe's thread."""
        page = self.pages.get(event.get("sessionId"))
        if page is not None:
            page.heard(event["method"], event["params"])
        elif event["method"].startswith(("Browser.", "Target.")):
            for each in list(self.pages.values()):
                each.heard(event["method"], event["params"])

    def is_running(self):
        return self.pipe.is_open and self.process.poll() is None

    def open(self, url, before=None):
        """A new page, once all that it names is loaded. `before`: a script that runs before its own."""
        target = self.pipe.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.pipe.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, target, session)
        page.prepare()
        if before is not None:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        page.go(url)
        return page
