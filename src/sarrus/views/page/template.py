"""The HTML file of a report: data, style and script in one, with a policy that lets nothing else in.

The policy names the digests of the one style and the one script. Names and texts of the user are inside the JSON, where
no character can end the element it stands in; the page puts them in place as text. The licences of the libraries in the
script and the style stand in a comment, since they want to be in every copy.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from sarrus.errors import UsageError

__all__ = ["Assets", "document", "read_assets"]

FILES = ("page.js", "page.css", "LICENSES.txt")
LONGEST_TITLE = 200

_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&"})

_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript>This report is drawn by the script in this file. Allow scripts for it, or open it in another browser.</noscript>
<script type="application/json" id="report">{data}</script>
<script>{script}</script>
{licences}</body>
</html>
"""


@dataclass(frozen=True)
class Assets:
    """Script and style of the page, and the licences of what others wrote in them."""

    script: str
    style: str
    licences: str = ""


def read_assets() -> Assets:
    """The built page.

    Raises:
        UsageError: it is not there.
    """
    folder = files("sarrus.views.page")
    try:
        return Assets(*((folder / name).read_text(encoding="utf-8") for name in FILES))
    except FileNotFoundError as error:
        raise UsageError(
            "A report needs the page in sarrus/views/page, which is not there. Install Sarrus again; in a source tree, "
            "run 'make web'."
        ) from error


def document(data: dict[str, Any], assets: Assets) -> str:
    """The file.

    Args:
        data: what the page shows, as web/src/data.ts describes it.
        assets: script, style and licences.
    """
    assert "</script" not in assets.script.lower() and "<!--" not in assets.script
    assert "</style" not in assets.style.lower()
    policy = _POLICY.format(script=_digest(assets.script), style=_digest(assets.style))
    return _PAGE.format(
        policy=policy,
        title=_title(data["title"]),
        style=assets.style,
        data=_json(data),
        script=assets.script,
        licences=_comment(assets.licences),
    )


def _json(data: dict[str, Any]) -> str:
    """JSON in ASCII, which can stand in an HTML element."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).translate(_ESCAPES)


def _comment(text: str) -> str:
    """Text that browsers pass over; none of its dashes can end it, nor is there one too many for XML."""
    inside = re.sub("-(?=-)", "- ", text.strip())
    return f"<!--\n{inside}\n-->\n" if inside else ""


def _title(text: str) -> str:
    """Half a surrogate pair, which no file can hold, becomes an escape."""
    return escape(text[:LONGEST_TITLE].encode("utf-8", "backslashreplace").decode("utf-8"))


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
