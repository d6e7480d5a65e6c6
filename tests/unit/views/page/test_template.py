"""The file of a report: nothing in it can be taken for markup, and nothing else is let in."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from sarrus.views.page.template import Assets, document, read_assets

ASSETS = Assets("document.title = 'θ' + (1 < 2 && 3 > 2);", "body { color: #123; }")
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "]]> --> &lt;script&gt; &amp; &",
    "\" onload='x' `${x}`",
    "\u2028\u2029\u202e\0\x1b ü θ 漢 😀",
    "\ud800 half a pair",
    "{title} {data} %s \\u003c \\",
    "x" * 10_000,
)


class Page(HTMLParser):
    """Elements with their attributes and content, as a browser would find them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.comments = [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_comment(self, data):
        self.comments.append(data)

    def handle_data(self, data):
        tag = self.elements[-1][0] if self.elements else ""
        key = (tag, sum(name == tag for name, _ in self.elements))
        self.texts[key] = self.texts.get(key, "") + data


def page_of(data, assets=ASSETS):
    text = document(data, assets)
    text.encode("utf-8")  # it can be written
    return Page(text), text


@pytest.mark.parametrize("word", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_are_data_and_nothing_else(word):
    data = {"title": word, "names": [word, {word: word}]}
    page, text = page_of(data)
    tags = [tag for tag, _ in page.elements]
    assert tags == [
        "html",
        "head",
        "meta",
        "meta",
        "meta",
        "title",
        "style",
        "body",
        "noscript",
        "script",
        "script",
    ]
    kinds = [attributes for tag, attributes in page.elements if tag == "script"]
    assert kinds == [{"type": "application/json", "id": "report"}, {}]
    inside = page.texts["script", 1].rsplit("</script", 1)[0]
    assert json.loads(inside, parse_constant=pytest.fail) == data
    assert not set(inside) & set("<>&\u2028\u2029")
    assert "<!--" not in text


def test_policy_allows_the_one_script_and_the_one_style_only():
    page, _ = page_of({"title": "m"})
    policy = next(a["content"] for tag, a in page.elements if a.get("http-equiv"))
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'{digest(page.texts['script', 2])}'",
        "style-src": f"'{digest(page.texts['style', 1])}'",
        "font-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert page.texts["script", 2].startswith(ASSETS.script)


def digest(text):
    body = text.strip("\n")
    return "sha256-" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()


def test_licences_are_a_comment_that_their_own_dashes_cannot_end():
    words = "----\n<!-- a --> <script>alert(1)</script> b --!> © c -"
    page, text = page_of({"title": "m"}, Assets(ASSETS.script, ASSETS.style, words))
    (comment,) = page.comments
    assert comment == "\n- - - -\n<!- - a - -> <script>alert(1)</script> b - -!> © c -\n"
    assert "--" not in comment and text.count("-->") == 1
    assert [tag for tag, _ in page.elements].count("script") == 2


def test_report_names_those_who_wrote_the_libraries_in_it():
    page, _ = page_of({"title": "m"}, read_assets())
    (comment,) = page.comments
    for owner in ("Khan Academy", "three.js authors", "Leon Sorokin", "Design Science"):
        assert re.search(rf"^Copyright .*{owner}", comment, re.MULTILINE), owner
    assert comment.count("THE SOFTWARE IS PROVIDED") >= 3


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_know_are_refused(number):
    with pytest.raises(ValueError):
        document({"title": "m", "x": number}, ASSETS)
