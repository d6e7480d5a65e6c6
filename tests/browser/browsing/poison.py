"""Texts that try to become markup or code, and a report that is full of them."""

from itertools import count

HARM = "window.__pwn=1"

MARKUP = (
    f"<script>{HARM}</script>",
    f"</script><script>{HARM}</script>",
    f'"><img src=x onerror={HARM}>',
    f"'><img src=x onerror='{HARM}'>",
    f"<img src=x onerror={HARM}>",
    f"<svg onload={HARM}>",
    f"<svg><script>{HARM}</script></svg>",
    "<iframe srcdoc='<script>parent.__pwn=1</script>'>",
    f"<iframe src=javascript:parent.{HARM}>",
    f"<body onload={HARM}>",
    f"<details open ontoggle={HARM}>",
    f"<input autofocus onfocus={HARM}>",
    f"<a href=javascript:{HARM}>a</a>",
    f"<form action=javascript:{HARM}><button>",
    f"<object data=javascript:{HARM}>",
    f"<embed src=javascript:{HARM}>",
    f"<meta http-equiv=refresh content='0;javascript:{HARM}'>",
    "<base href='http://127.0.0.1:9/'>",
    "<link rel=stylesheet href='http://127.0.0.1:9/a.css'>",
    "<style>*{display:none}</style>",
    "<style>@import 'http://127.0.0.1:9/a.css';</style>",
    f"<math><mtext></mtext><script>{HARM}</script></math>",
    f"<template><script>{HARM}</script></template>",
    f"<noscript><img src=x onerror={HARM}></noscript>",
    f"<!--><script>{HARM}</script>-->",
    f"<![CDATA[<script>{HARM}</script>]]>",
    f"</title><script>{HARM}</script>",
    f"</style><script>{HARM}</script>",
    f"</textarea><script>{HARM}</script>",
    f"</select><img src=x onerror={HARM}>",
    f"&lt;script&gt;{HARM}&lt;/script&gt;",
    f"&#60;script&#62;{HARM}&#60;/script&#62;",
    f"\\u003cscript\\u003e{HARM}\\u003c/script\\u003e",
    f"javascript:{HARM}",
    f"';{HARM};'",
    f'";{HARM};"',
    f"`${{{HARM}}}`",
    f"{{{{constructor.constructor('{HARM}')()}}}}",
    f'\\";{HARM};//',
    f"-->{HARM}",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
)
ODD = (
    "\u202eright to left\u202c",
    "אבג العربية",
    "机构 механизм μηχανισμός",
    "👩‍🔧🦾🔩",
    "a\u0301\u0302\u0303" * 30,
    "zero\u200bwidth\u2028line\u2029paragraph",
    "half a pair \ud800",
    "nul \x00 escape \x1b[31m",
    "line\nbreak\ttab",
    "   ",
    "%s %n {0} $& \\1",
    "x" * 10_000,
    "<b>" * 3_334,
)
TEXTS = (*MARKUP, *ODD)

FORMULAS = (
    rf"\href{{javascript:{HARM}}}{{x}}",
    r"\url{javascript:window.__pwn=1}",
    r"\includegraphics{http://127.0.0.1:9/a.png}",
    r"\htmlData{onclick=window.__pwn}{x}",
    r"\htmlStyle{background: url(http://127.0.0.1:9/a.png)}{x}",
    r"\def\a{\a\a}\a",
    r"\frac{1",
    f"<img src=x onerror={HARM}>",
    r"\text{</span><script>window.__pwn=1</script>}",
    "x" * 1_000,
)

KEPT = {
    *("form", "fill", "kind", "role", "quantity", "block", "severity"),  # words of the page itself
    *("palette", "analysis", "sign", "anchor", "colors"),
}
PACKED = {"t", "poses", "values", "x", "y", "real", "imaginary", "d"}
"""Numbers, where they are text."""


def poisoned(data):
    """The data of a report with every text replaced; equal texts stay equal. Also what replaced what."""
    number, formula = count(), count()
    texts = {}

    def text_for(old):
        if old not in texts:
            i = next(number)
            again = i // len(TEXTS)
            texts[old] = TEXTS[i % len(TEXTS)] + (f" {again}" if again else "")
        return texts[old]

    def walk(value, key):
        if key in KEPT or (key in PACKED and isinstance(value, str)):
            return value
        if isinstance(value, dict):
            return {text_for(k) if key == "neighbours" else k: walk(v, k) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [walk(item, "") for item in value]
        if not isinstance(value, str):
            return value
        return FORMULAS[next(formula) % len(FORMULAS)] if key == "math" else text_for(value)

    return walk(data, ""), texts
