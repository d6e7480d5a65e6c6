"""A report that is open in a browser, and everything it complained about."""

import json
from pathlib import Path

from .pixels import read_picture

VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  window.__refused(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
DRAWN = """() => [...document.querySelectorAll(".chart, .plot")].every(
  (place) => !place.clientWidth || place.childElementCount,
)"""
"""Diagrams are drawn when they learn their width, which is after the click that shows them."""
FIFTH_OF_A_SECOND = "() => new Promise((done) => setTimeout(done, 200))"
OVERLAID = """(visibility) => {
  for (const element of document.querySelectorAll(".toolbar, .chip, .scale-bar, .arrow-key")) element.style.visibility = visibility;
}"""
UNHURRIED = """
if (window === window.top) {
  let door;
  Object.defineProperty(window, "sarrus", {
    get: () => door,
    set: (page) => {
      door = page;
      if (page?.view?.pace) page.view.pace.isSlow = () => false;
    },
  });
}
"""
"""From the first picture on: on a loaded machine the page would else leave out details before a test asks it not to."""
DRIVER = "GL Driver Message"
"""The browser itself remarks on the speed of drawing in software."""


class Opened:
    """A page in a profile of its own.

    Attributes:
        page: of Playwright.
        requests: everything that was asked for, but what stands in the file itself.
    """

    def __init__(self, browser, path, *, before=None, ready="html[data-ready=yes]", hurried=False, **options):
        """Open a file.

        Args:
            browser: of Playwright.
            path: of the file.
            before: called with the page before it is loaded.
            ready: selector of what is there once the page has started.
            hurried: whether it may leave out details where drawing is slow, and say so, which takes room from the drawing.
            options: of a context of Playwright.
        """
        size = {"width": 1280, "height": 800}
        self.context = browser.new_context(**{"viewport": size, "reduced_motion": "reduce", **options})
        self.complaints, self.requests = [], []
        self.context.add_init_script(VIOLATIONS)
        self.context.expose_binding("__refused", lambda _, text: self.complaints.append(text))
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.url = Path(path).resolve().as_uri()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"exception: {error}"))
        self.page.on("crash", lambda _: self.complaints.append("the page crashed"))
        self.page.on("request", self._asked)
        if before:
            before(self.page)
        if not hurried:
            self.page.add_init_script(UNHURRIED)
        self.ready = ready
        self.page.goto(self.url, wait_until="load")
        self._started()

    def reload(self):
        """Load it again."""
        self.page.goto(self.url, wait_until="load")
        self._started()

    def leave(self):
        """Show an empty page."""
        self.page.goto("about:blank")

    def _started(self):
        self.page.locator(self.ready).wait_for(state="attached")

    def _drawn(self):
        self.page.wait_for_function(DRAWN, polling=20)

    def _heard(self, message):
        if message.type in ("error", "warning") and DRIVER not in message.text:
            self.complaints.append(f"{message.type}: {message.text}")

    def _asked(self, request):
        if not request.url.startswith(("data:", "blob:")):
            self.requests.append(request.url)

    def take_complaints(self):
        """What it complained about and what it asked the network for; after that it is forgotten."""
        found = self.complaints + [url for url in self.requests if url != self.url]
        self.complaints.clear()
        self.requests[:] = [self.url]
        return found

    def close(self):
        """Close it; what it complained about since it was last asked."""
        complaints = self.take_complaints()
        self.context.close()
        return complaints

    def find(self, selector):
        """Elements by a selector of CSS."""
        return self.page.locator(selector)

    def do(self, script):
        """Value of an expression, in which `sarrus` is the door of the page."""
        return self.page.evaluate(f"() => {{ const sarrus = window.sarrus; return {script}; }}")

    def settle(self):
        """Wait until what was changed is drawn."""
        self.page.evaluate(TWO_FRAMES)

    def rest(self):
        """Wait until values are written, which is ten times a second."""
        self.page.evaluate(FIFTH_OF_A_SECOND)

    def time(self):
        """The time that is shown [s]."""
        return self.do("sarrus.time()")

    def jump(self, time):
        """Show a time [s]."""
        self.do(f"sarrus.jump({float(time)!r})")
        self.settle()

    def project(self, body, point=(0.0, 0.0, 0.0)):
        """Pixels of a point of a body in the view."""
        return self.do(f"sarrus.view.project({json.dumps(body)}, {list(map(float, point))})")

    def panel(self, kind):
        """The data of the first panel of a kind."""
        return self.do(f"sarrus.data.panels.find((panel) => panel.kind === {json.dumps(kind)})")

    def tab(self, title):
        """Open a tab; the panel behind it."""
        self.page.get_by_role("tab", name=title).click()
        self._drawn()
        return self.find(f"#panel-{title}")

    def open(self, kind):
        """Open the first tab of a kind, whatever its title; the panel behind it."""
        place = self.do(f"sarrus.data.panels.findIndex((panel) => panel.kind === {json.dumps(kind)})")
        self.page.get_by_role("tab").nth(place).click()
        self._drawn()
        return self.find(".tabs > [role=tabpanel]").nth(place)

    def equations(self):
        """Open the tab of the equations; the panel once all of them are set."""
        panel = self.open("equations")
        panel.locator(".equations[data-complete=yes]").wait_for()
        return panel

    def picture(self, selector=".stage canvas", frame=None):
        """What is seen of an element but for what lies on it, shape (height, width, 3) in 0 to 255."""
        place = frame or self.page
        place.evaluate(OVERLAID, "hidden")
        place.evaluate(TWO_FRAMES)
        found = place.locator(selector).first.screenshot()
        place.evaluate(OVERLAID, "")
        return read_picture(found)

    def show_only_bodies(self):
        """Leave out names, arrows, traces and joints."""
        parts = ("names", "reactions", "applied", "drivers", "torques", "traces", "joints")
        self.do(f"sarrus.view.set({json.dumps(dict.fromkeys(parts, False))})")
        self.settle()
