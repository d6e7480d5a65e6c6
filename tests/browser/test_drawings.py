"""Drawings beside the equations: they are on the page, told in words, in the colours of both themes, and on paper."""

import pytest


@pytest.mark.parametrize("name", ["four-bar", "slider-crank-3d"])
def test_free_bodies_and_the_network_stand_above_the_equations(show, report, name):
    opened = show(report(name))
    panel = opened.equations()
    pictures = panel.locator(".drawings svg[role=img]")
    groups = opened.panel("equations")["groups"]
    told = [drawing["told"] for group in groups for drawing in group["drawings"]]
    assert [pictures.nth(k).get_attribute("aria-label") for k in range(pictures.count())] == told
    assert told[0].startswith("Free-body diagram of crank: ") and told[-1].startswith(f"Network of {name}: ")
    assert pictures.first.locator("title").text_content() == told[0]
    assert panel.locator(".drawings figcaption").all_inner_texts() == [
        d["name"] for d in groups[0]["drawings"]
    ]
    assert panel.get_by_role("img", name="Free-body diagram of crank").is_visible()


def test_colours_follow_the_theme(show, report):
    opened = show(report("four-bar"), color_scheme="light")
    opened.equations()
    fills = "[...document.querySelectorAll('.drawings text')].map((t) => t.getAttribute('fill'))"
    light = opened.do(fills)
    opened.page.get_by_role("button", name="dark", exact=False).first.click()
    dark = opened.do(fills)
    assert len(light) == len(dark) > 20 and not set(light) & set(dark)


def test_names_from_a_model_are_text_in_drawings(show, report):
    opened = show(report("four-bar"))
    opened.equations()
    assert opened.do("document.querySelectorAll('.drawings svg :not(path, text, tspan, title)').length") == 0
