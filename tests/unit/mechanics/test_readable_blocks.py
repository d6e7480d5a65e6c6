"""Equations as plain data: the same page as in other forms, with formulas that the page can render."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sarrus
from sarrus.mechanics.readable.print.blocks import blocks
from sarrus.mechanics.readable.print.document import Document, Heading, Paragraph

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
KATEX = ROOT / "web" / "node_modules" / "katex" / "dist" / "katex.js"

# Says what KaTeX refuses among the formulas in its input, strictly.
RENDER = """
const katex = require(process.argv[1]);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
for (const [math, displayMode] of formulas) {
  try { katex.renderToString(math, { throwOnError: true, strict: "error", displayMode }); }
  catch (error) { console.log(error.message); }
}
"""


def pieces_of(block):
    """Every piece of running text."""
    if block["block"] == "table":
        return [piece for cells in (block["head"], *block["rows"]) for cell in cells for piece in cell]
    return block.get("pieces", [])


def formulas_of(page):
    """Formulas, and whether each stands on its own line."""
    inline = [(p["math"], False) for block in page for p in pieces_of(block) if "math" in p]
    return inline + [(block["math"], True) for block in page if "math" in block]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_blocks_are_the_page_that_markdown_writes(path):
    readable = sarrus.equations(sarrus.load(path))
    page, markdown = readable.blocks(), readable.markdown()
    assert json.loads(json.dumps(page)) == page
    for math, is_display in formulas_of(page):
        whole = f"$${math}$$" if is_display else f"${math}$"
        assert whole in markdown or whole.replace("|", r"\|") in markdown
    headings = [b for b in page if b["block"] == "heading"]
    assert [b["level"] + 2 for b in headings] == list(map(len, re.findall(r"^(#+) ", markdown, re.MULTILINE)))
    assert page[0]["block"] == "heading"


@pytest.mark.skipif(
    shutil.which("node") is None or not KATEX.exists(), reason="needs Node and the libraries of the page"
)
def test_katex_reads_every_formula_of_the_examples():
    formulas = [f for path in EXAMPLES for f in formulas_of(sarrus.equations(sarrus.load(path)).blocks())]
    assert len(formulas) > 500
    command = ["node", "-e", RENDER, str(KATEX)]
    for wrong in ([], [(r"\frac{1", False)]):  # the second: what is wrong is found
        text = json.dumps([*formulas, *wrong])
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True)
        assert len(done.stdout.splitlines()) == len(wrong), done.stdout


def test_names_between_backticks_are_names():
    document = Document((Heading(1, ("`a` and `<b>`",)), Paragraph(("none",))), {})
    assert blocks(document) == [
        {"block": "heading", "level": 1, "pieces": [{"name": "a"}, {"text": " and "}, {"name": "<b>"}]},
        {"block": "paragraph", "pieces": [{"text": "none"}]},
    ]
