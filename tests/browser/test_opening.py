"""Reports of unlike mechanisms open from the disk, alone and quietly, and show something."""

import re

import pytest
from browsing import colors_in

MODELS = ("four-bar", "slider-crank", "spring-mass-damper", "slider-crank-3d", "cardan-shaft")
INTRUSION = """() => {
  const script = document.createElement("script");
  script.textContent = "window.__pwn = 1";
  const image = document.createElement("img");
  image.src = "http://127.0.0.1:9/a.png";
  document.body.append(script, image);
}"""
LOADED_FONTS = """async () => {
  await document.fonts.ready;
  return [...document.fonts].filter((font) => font.family === "KaTeX_Math" && font.status === "loaded").length;
}"""
FIRST_FRAME = """() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))"""


@pytest.mark.parametrize("name", MODELS)
def test_report_opens_from_the_disk_without_a_network_and_shows_everything(show, report, name):
    opened = show(report(name), offline=True)
    assert opened.requests == [opened.url]
    assert opened.find("h1").inner_text() == name
    assert opened.find(".status").inner_text() == "ok"
    opened.jump(0.5)
    colors = colors_in(opened.picture())
    print(f"{name}: {colors} colours")
    assert colors >= 50
    for title in ("Details", "Model", "Check", "Evidence", "Plots"):
        assert opened.tab(title).is_visible()
    are_equations_set(opened)
    # What was heard and asked for meanwhile is looked at when it is closed.


def are_equations_set(opened):
    """Every formula is there, none is one that KaTeX cannot read, and the letters are those of the file."""
    panel = opened.equations()
    displays = [block for block in opened.panel("equations")["blocks"] if block["block"] == "display"]
    assert displays
    assert panel.locator(".display .katex-display").count() == len(displays)
    assert panel.locator(".katex").count() > len(displays)
    assert panel.locator(".katex-error").count() == 0
    assert opened.page.evaluate(LOADED_FONTS) >= 1


def test_colors_of_the_canvas_are_those_of_the_mechanism(show, report):
    opened = show(report("spring-mass-damper"))
    opened.do("sarrus.view.set({ names: false })")
    assert colors_in(opened.picture()) >= 20, "but for the names there are few lines, and most are straight"
    opened.show_only_bodies()
    opened.do("sarrus.view.set({ bodies: false })")
    spring = opened.picture()
    opened.jump(0.3)
    assert (opened.picture() != spring).any()


def test_canvas_without_any_part_is_blank(four_bar):
    four_bar.show_only_bodies()
    four_bar.do("sarrus.view.set({ bodies: false })")
    assert colors_in(four_bar.picture()) == 1


def test_policy_lets_in_nothing_but_the_script_and_the_style_of_the_file(four_bar):
    policy = four_bar.find("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[^ ']+'; style-src 'sha256-[^ ']+';", policy)
    four_bar.page.evaluate(INTRUSION)
    four_bar.settle()
    assert four_bar.do("typeof window.__pwn") == "undefined"
    refused = four_bar.take_complaints()
    assert (
        len([text for text in refused if text.startswith("error: ") and "Content Security Policy" in text])
        == 2
    )
    assert any(text.startswith("script-src-elem: inline") for text in refused)
    assert any(text.startswith("img-src: http://127.0.0.1:9/a.png") for text in refused)


def test_ten_seconds_of_a_four_bar_are_small_and_open(show, example, tmp_path):
    path = example("four-bar", 10.0, 601).report(tmp_path / "long.html")
    print(f"{path.stat().st_size} bytes")
    assert path.stat().st_size < 2_000_000
    opened = show(path)
    print(f"{opened.page.evaluate(FIRST_FRAME):.0f} ms from the start to a drawn frame")
    assert opened.do("sarrus.clock.end") == 10.0


def test_file_of_another_format_says_that_it_cannot_be_shown(show, report, tmp_path):
    text = report("four-bar").read_text(encoding="utf-8")
    path = tmp_path / "wrong.html"
    path.write_text(text.replace('{"format":2,', '{"format":7,'), encoding="utf-8")
    opened = show(path, ready=".failure")
    assert "format 7" in opened.find("[role=alert]").inner_text()
    assert all("format 7" in text for text in opened.take_complaints())
