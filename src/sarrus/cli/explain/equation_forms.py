"""Forms of the equations explained: what each is, from the text at the top of its file."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc

__all__ = ["form_text", "form_words"]

LINEAR = {
    "linear": "the linear model at an operating point: A, B, C, D by name",
    "transfer": "its transfer functions: polynomials, zeros, poles, gains",
}
TITLES = ("form", "forms", "forms of the equations", "equations of motion")


def form_words() -> dict[str, str]:
    """Every form with a line on it."""
    from sarrus.mechanics.readable.forms import FORMS

    return {form.keyword: form.says for form in FORMS}


def form_text(word: str) -> str:
    """What a form is and how it is derived, or a list of all; empty for any other word."""
    from sarrus.mechanics.readable.forms import FORMS

    asked = word.lower()
    if asked in TITLES:
        width = max(len(form.keyword) for form in FORMS)
        lines = [f"  {form.keyword:<{width}}  {form.says}" for form in FORMS]
        lines += [f"  {word:<{width}}  {said}" for word, said in LINEAR.items()]
        return "\n".join(
            ["'sarrus equations MODEL --form NAME' prints:", "", *lines, "", "Read on: docs/forms/README.md"]
        )
    for form in FORMS:
        if asked.replace(" ", "-") in (form.keyword, *form.also):
            told = cleandoc(import_module(type(form).__module__).__doc__ or "")
            return (
                f"{form.keyword} (a form of the equations)\n\n{told}\n\nRead on: docs/forms/{form.keyword}.md"
            )
    return ""
