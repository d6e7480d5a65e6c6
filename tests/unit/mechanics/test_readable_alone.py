"""Equations as a LaTeX document that compiles by itself."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import sarrus
from sarrus.mechanics.readable.print.alone import PACKAGES, standalone

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))

# Of LaTeX itself and of the packages that the preamble loads, in the order of the document.
PREAMBLE = """documentclass usepackage ifPDFTeX else fi DeclareUnicodeCharacter setcounter allowdisplaybreaks setlength parindent
parskip raggedright arraybackslash linewidth begin end section subsection subsubsection hline texttt textbackslash textasciitilde textasciicircum"""
MATHS = """mathbf mathit text boldsymbol operatorname tfrac frac sqrt dot ddot tilde widetilde cdot times pm circ perp quad sf
bigl bigr lfloor rfloor le ell sin cos tan arcsin arccos arctan exp ln tanh max min
alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"""
KNOWN = frozenset(f"{PREAMBLE} {MATHS}".split())
ENVIRONMENTS = {"document", "longtable", "verbatim", "bmatrix", "aligned", "gathered", "array", "cases"}


def unknown_to_latex(text):
    """Commands and environments that neither LaTeX nor a loaded package has."""
    words = re.findall(r"\\([A-Za-z]+)", text)
    found = {*re.findall(r"\\begin\{([^}]*)\}", text)} - ENVIRONMENTS
    return {word for word in words if word not in KNOWN} | found


def unbalanced(text):
    """What is opened and not closed in its order: braces, environments, displays, dollars."""
    open_ones = []
    for mark in re.findall(
        r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\\\|\\[\[\]]|\\[{}$]|[{}]|\$", re.sub(r"\\\\", "", text)
    ):
        if mark.startswith("\\begin") or mark in ("{", "\\["):
            open_ones.append(mark)
        elif mark == "$":
            open_ones.pop() if open_ones and open_ones[-1] == "$" else open_ones.append(mark)
        elif mark.startswith("\\end") or mark in ("}", "\\]"):
            wanted = {"}": "{", "\\]": "\\["}.get(mark, mark.replace("\\end", "\\begin"))
            if not open_ones or open_ones.pop() != wanted:
                return mark
    return open_ones


def widest_matrix(text):
    rows = [
        row.count("&") + 1
        for matrix in re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", text, re.DOTALL)
        for row in matrix.split(r"\\")
    ]
    return max(rows, default=0)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_a_document_is_whole_and_uses_only_what_its_preamble_loads(path):
    found = sarrus.equations(sarrus.load(path))
    text = found.latex(standalone=True)
    assert text.startswith(r"\documentclass") and text.endswith("\\end{document}\n")
    head, body = text.split(r"\begin{document}")
    assert set(re.findall(r"\\usepackage(?:\[[^]]*\])?\{(\w+)\}", head)) == {
        *PACKAGES,
        "inputenc",
        "fontspec",
    }
    assert unknown_to_latex(text) == set()
    assert unbalanced(text) == []
    assert widest_matrix(body) <= int(re.search(r"MaxMatrixCols\}\{(\d+)\}", head)[1])
    assert "tabular" not in body, "a long table goes on over the end of a page"
    assert body.isascii()


def test_a_wide_matrix_and_a_name_in_another_script_are_declared():
    text = standalone(
        "\\section*{クランク é}\n\\[\\begin{bmatrix}" + "&".join("0" * 14) + "\\end{bmatrix}\\]"
    )
    assert r"\setcounter{MaxMatrixCols}{14}" in text
    assert text.count(r"\DeclareUnicodeCharacter") == 3, "of four letters one comes twice, é is known"
    assert unbalanced(text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (r"\begin{aligned}a\end{aligned}", False),
        (r"\begin{aligned}a\end{array}", True),
        (r"\[{a\]}", True),
        ("$a", True),
        (r"{a\}", True),
        (r"\{a\_b", False),
    ],
)
def test_what_is_not_closed_is_found(text, wrong):
    assert bool(unbalanced(text)) is wrong


def test_a_loaded_answer_makes_the_same_document(tmp_path):
    found = sarrus.equations(sarrus.load(EXAMPLES[0]))
    loaded = sarrus.load_result(found.save(tmp_path / "equations.h5"))
    assert loaded.latex(standalone=True) == found.latex(standalone=True)
    outside = re.split(r"\\begin\{tabular\}\{l+\}|\\end\{tabular\}", found.latex().rstrip())
    assert len(outside) > 2
    assert all(part in found.latex(standalone=True) for part in outside)


@pytest.mark.skipif(
    not (os.environ.get("SARRUS_DEEP") and shutil.which("pdflatex")), reason="deep, and needs a TeX"
)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_tex_compiles_a_document_without_an_error(path, tmp_path):
    text = sarrus.equations(sarrus.load(path)).latex(standalone=True)
    (tmp_path / "it.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "it.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120
    )
    assert done.returncode == 0, done.stdout[-3000:]
