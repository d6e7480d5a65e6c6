"""Hostile model files by name. All of them are to be refused."""

import json

MODEL = """\
sarrus: 1
name: {name}
plane: xy
parameters: {{a: 1, b: {parameter}}}
ground:
  points: {{P: [{number}, 0]}}
bodies:
  bar: {{rod: {{length: 1, mass: {mass}}}}}
joints:
  pin: {{revolute: [{end}, bar.start]}}
drivers:
  motor: {{motion: pin.theta, is: {motion}}}
{more}"""
SOUND = {
    "name": "m",
    "parameter": "2*a",
    "number": "0",
    "mass": "1",
    "end": "ground",
    "motion": "t",
    "more": "",
}


def model(**changed):
    """A sound model, but for what is changed."""
    return MODEL.format(**{**SOUND, **changed})


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 40))
QUADRATIC = "a: &a " + "x" * 50_000 + "\nb: [" + "*a, " * 5_000 + "*a]\n"

# What YAML can do, and a mechanism does not need.
YAML = {
    "alias-bomb": BOMB,
    "alias-bomb-in-a-model": model(more=BOMB),
    "alias-quadratic": QUADRATIC,
    "alias-to-itself": "a: &a [*a]",
    "alias-to-itself-in-a-key": "&a [*a]: 1",
    "anchor-unused": model(mass="&m 1"),
    "anchor-with-a-long-name": f"a: &{'x' * 100_000} 1",
    "merge-key": "a: {<<: {sarrus: 1}}",
    "merge-key-list": "<<: [{sarrus: 1}, {plane: xy}]",
    "two-documents": model() + "---\nsarrus: 1\n",
    "many-documents": "---\n" * 10_000,
    "end-of-document-and-more": model() + "...\nsarrus: 1\n",
    "directive-unknown": "%EVIL 1\n---\n" * 3,
    "directive-tag": "%TAG ! tag:yaml.org,2002:python/\n---\na: !object:os.system x",
    "directive-version": "%YAML 99.99\n---\na: 1",
    "directive-version-huge": "%YAML " + "9" * 10_000 + ".1\n---\na: 1",
    "deep-flow-lists": "[" * 100_000,
    "deep-flow-mappings": "{a: " * 100_000,
    "deep-flow-in-a-model": model(mass="[" * 20_000 + "1" + "]" * 20_000),
    "deep-block": "".join(" " * i + f"k{i}:\n" for i in range(900)),
    "deep-block-lists": "- " * 200_000 + "1",
    "deep-complex-keys": "? " * 200_000 + "1",
    "deep-quoted-keys": "{'a': {'a': " * 50_000,
    "key-is-a-list": "? [sarrus]\n: 1",
    "key-is-a-mapping": "{sarrus: 1}: 1",
    "key-is-a-number": "1: 1",
    "key-is-null": "~: 1",
    "key-is-true": "true: 1",
    "key-too-long": "a" * 100_000 + ": 1",
    "key-twice": model(more="sarrus: 1\n"),
    "key-twice-by-quotes": model(more="'sarrus': 1\n"),
    "key-twice-by-escape": model(more='"sarr\\u0075s": 1\n'),
    "colons": ": " * 100_000,
    "dashes": "-" * 400_000,
    "stars": "*" * 400_000,
    "ampersands": "&" * 400_000,
    "exclamation-marks": "!" * 400_000,
    "percent-signs": "%" * 400_000,
    "quotes": "'" * 400_001,
    "double-quotes": '"' * 400_001,
    "backslashes": '"' + "\\" * 400_001,
    "pipes": "|" * 100_000,
    "block-scalar": "a: |\n" + "  x\n" * 100_000,
    "folded-scalar": "a: >\n" + "  x\n\n" * 80_000,
    "block-indent-impossible": "a: |9999999999999999999999\n  x",
    "spaces": " " * 400_000 + "a",
    "line-breaks": "\n" * 400_000 + "a",
    "comments": "#\n" * 200_000,
    "tabs": "a:\n" + "\t" * 100_000 + "b: 1",
    "carriage-returns": "sarrus: 1\rplane: xy\r",
    "escape-impossible": 'a: "\\UFFFFFFFF"',
    "escape-surrogate": 'a: "\\uD800"',
    "escape-nul": 'name: "\\0"',
    "escape-bell": 'name: "\\a"',
    "escape-bidi": 'name: "\\u202E"',
    "escape-unfinished": 'a: "\\x',
    "unclosed-quote": model(name='"' + "x" * 100_000),
    "unclosed-bracket": model(mass="[1"),
    "too-large": "#" * 6_000_000,
    "too-many-values": "[" + "1," * 60_000 + "1]",
    "name-of-10-MB": model(name="x" * 10_000_000),
    "text-too-long": model(name="x" * 200_000),
    "only-a-number": "1",
    "only-a-text": "x",
    "only-a-list": "[sarrus, 1]",
    "nothing": "",
    "null": "null",
    "version-of-another-time": "sarrus: 2",
    "version-is-true": "sarrus: true",
    "version-is-text": "sarrus: '1'",
    "version-is-huge": "sarrus: 1e308",
    "include": "!include /etc/passwd",
    "include-key": model(more="include: /etc/passwd\n"),
    "import-key": model(more="import: os\n"),
    "plugin-key": model(more="plugin: evil.py\n"),
    "class-key": model(more="__class__: x\n"),
    "dunder-section": model(more="__init__: {}\n"),
    "template": model(mass="{{ 7*7 }}"),
    "shell": model(mass="$(touch canary)"),
    "backticks": model(mass="'`touch canary`'"),
    "environment": model(mass="${HOME}"),
}

TAGS = (
    "!!python/object/apply:os.system [touch canary]",
    "!!python/object/new:os.system [touch canary]",
    "!!python/object:os.popen {}",
    "!!python/name:os.system",
    "!!python/module:os",
    "!!python/tuple [1, 2]",
    "!!binary aGk=",
    "!!set {a}",
    "!!omap [a: 1]",
    "!!timestamp 2020-01-01",
    "!!int 1",
    "!!float .nan",
    "!!str 1",
    "!!js/function 'function(){}'",
    "!!java.net.URL [http://localhost/]",
    "!ruby/object:Gem::Installer {}",
    "!Sub 1",
    "! 1",
    "!<tag:yaml.org,2002:python/object/apply:os.system> [x]",
)

NUMBERS = {
    "nan": ".nan",
    "nan-word": "nan",
    "nan-quoted": "'nan'",
    "inf": ".inf",
    "inf-word": "inf",
    "minus-inf": "-.INF",
    "infinity-quoted": "'infinity'",
    "too-large": "1e400",
    "digits": "9" * 50_000,
    "digits-with-unit": "9" * 90 + "e999 m",
    "exponent": "1e" + "9" * 50_000,
    "small-exponent-with-unit": "1e-999999999 mm mm",
    "hexadecimal": "0x10",
    "octal": "0o17",
    "underscore": "1_000",
    "sexagesimal": "1:30:00",
    "comma": "1,5",
    "true": "true",
    "null": "null",
    "empty-list": "[]",
    "mapping": "{}",
    "date": "2020-01-01",
    "complex": "1j",
    "arabic-digits": "٣",
    "full-width": "１",
    "superscript": "2²",
    "unit-of-powers": "1 m^999999999999",
    "unit-of-many-words": "1 " + "m " * 40,
    "unit-unknown": "1 parsec",
    "unit-with-code": "1 m;import os",
}

EXPRESSIONS = {
    "call": "__import__('os').system('touch canary')",
    "dunder": "__builtins__",
    "dunder-class": "().__class__.__bases__[0].__subclasses__()",
    "attribute": "a.real",
    "attribute-of-number": "1 .real",
    "eval": "eval('1')",
    "exec": "exec('1')",
    "open": "open('/etc/passwd')",
    "getattr": "getattr(a, 'b')",
    "breakpoint": "breakpoint()",
    "exit": "exit()",
    "lambda": "(lambda: 1)()",
    "lambda-recursive": "(lambda f: f(f))(lambda f: f(f))",
    "walrus": "(a := 1)",
    "index": "a[0]",
    "slice": "a[1:2]",
    "list": "[1, 2]",
    "set": "{1, 2}",
    "tuple": "(1, 2)",
    "text": "'x' * 100",
    "bytes": "b'x'",
    "f-string": "f'{a}'",
    "comprehension": "[x for x in a]",
    "generator": "sum(x for x in a)",
    "starred": "max(*a)",
    "keywords": "max(a, key=1)",
    "keywords-starred": "max(**a)",
    "and": "1 and 2",
    "not": "not 1",
    "in": "1 in a",
    "is": "a is a",
    "await": "await a",
    "yield": "(yield a)",
    "modulo": "5 % 3",
    "floor": "5 // 3",
    "matrix": "a @ a",
    "shift": "1 << 99999999",
    "invert": "~1",
    "equal": "1 if a == 1 else 2",
    "comparison": "a < 1",
    "chained": "1 if 0 < a < 1 else 2",
    "else-missing": "1 if a < 1",
    "semicolon": "1; import os",
    "newline": "'1\n\nimport os'",
    "comment": "1 #",
    "ellipsis": "...",
    "power-tower": "9**9**9**9",
    "power-huge": "10**400",
    "factorial-like": "exp(exp(exp(exp(9))))",
    "zero-division": "1/0",
    "zero-power": "0**-1",
    "root-of-negative": "sqrt(-1)",
    "log-of-zero": "log(0)",
    "asin-of-two": "asin(2)",
    "power-of-negative": "(-1)**0.5",
    "nan-by-difference": "1e308*10 - 1e308*10",
    "name-unknown": "zzz + 1",
    "function-unknown": "system(1)",
    "function-without-call": "sin",
    "too-many-arguments": "sin(1, 2)",
    "no-arguments": "max()",
    "name-too-long": "x" * 1000,
    "brackets": "(" * 900 + "1" + ")" * 900,
    "minuses": "-" * 1900 + "1",
    "unfinished": "((((1",
    "long": "+".join(["1"] * 900),
    "longer": "1+" * 50_000 + "1",
    "unicode-name": "ａ + 1",
    "unicode-dunder": "_＿import_＿",
    "homoglyph": "а + 1",  # the letter is Cyrillic
    "bidi": '"a\\u202e + 1"',
    "nul": '"a\\0"',
    "exponent-glued": "1e",
    "number-name": "2a",
    "unit-in-the-middle": "1 m + 2 m",
    "itself": "b",
    "time": "t",
}

PATHS = {
    "absolute": "/etc/passwd",
    "absolute-device": "/dev/zero",
    "process": "/proc/self/environ",
    "parent": "../canary.csv",
    "parent-twice": "../../canary.csv",
    "parent-hidden": "data/../../canary.csv",
    "parent-encoded": "%2e%2e/canary.csv",
    "home": "~/canary.csv",
    "backslash": "..\\canary.csv",
    "drive": "C:\\canary.csv",
    "drive-relative": "C:canary.csv",
    "network-share": "\\\\host\\share\\canary.csv",
    "address": "http://localhost/canary.csv",
    "address-file": "file:///etc/passwd",
    "nul": '"canary\\0.csv"',
    "folder": ".",
    "folder-itself": "./",
    "empty": "''",
    "missing": "nothing-there.csv",
    "link": "link-to-canary.csv",
    "link-folder": "link-to-parent/canary.csv",
    "link-round": "link-to-itself.csv",
    "pipe": "pipe.csv",
    "long": "x" * 5_000,
    "long-of-folders": "x/" * 5_000,
    "no-table": "no-table.csv",
    "list": "[a, b]",
    "number": "1",
}


def _path(path):
    return model(more=f"  reader: {{table: pin.theta, file: {path}}}\n", motion="t").replace(
        "  motor: {motion: pin.theta, is: t}\n", ""
    )


NAMES = {
    "control": '"\\x07"',
    "escape-sequence": '"\\e[31m"',
    "bidi": '"x\\u202Ey"',
    "html": "<script>alert(1)</script>",
    "path": "../../x",
    "dot": "a.b",
    "space": "a b",
    "empty": "''",
    "long": "x" * 500,
    "dunder": "'__class__.x'",
    "ground": "ground",
    "slash": "a/b",
    "cyrillic": "ваr",
    "formula": "'=1+1'",
    "newline": '"a\\nb"',
}

JSON = {
    "deep": "[" * 200_000,
    "deep-mappings": '{"a":' * 100_000,
    "nan": '{"sarrus": 1, "name": NaN}',
    "infinity": '{"sarrus": Infinity}',
    "huge": '{"sarrus": 1e999}',
    "digits": '{"sarrus": ' + "9" * 100_000 + "}",
    "key-twice": '{"sarrus": 1, "sarrus": 1}',
    "key-twice-by-escape": '{"sarrus": 1, "s\\u0061rrus": 1}',
    "comment": '{"sarrus": 1} // x',
    "trailing-comma": '{"sarrus": 1,}',
    "single-quotes": "{'sarrus': 1}",
    "no-quotes": "{sarrus: 1}",
    "two-documents": '{"sarrus": 1}{"sarrus": 1}',
    "unclosed": '{"sarrus": 1',
    "unclosed-text": '{"sarrus',
    "backslashes": '"' + "\\" * 400_001,
    "quotes": '"' * 400_001,
    "surrogate": '{"sarrus": 1, "name": "\\ud800"}',
    "bidi": '{"sarrus": 1, "name": "\\u202e"}',
    "nul": '{"sarrus": 1, "name": "\\u0000"}',
    "escape-unknown": '{"sarrus": 1, "name": "\\q"}',
    "tab-in-text": '{"sarrus": 1, "name": "a\\tb"}',
    "yaml-tag": "!!python/name:os.system",
    "spaces": " " * 400_000,
    "line-breaks": "[" + "\n" * 400_000,
    "too-many-values": "[" + "1," * 60_000 + "1]",
    "code": json.dumps({"sarrus": 1, "plane": "xy", "bodies": {"b": {"mass": "exit()", "inertia": 1}}}),
    "proto": '{"sarrus": 1, "__proto__": {"x": 1}}',
    "only-a-number": "1",
    "minus": "-",
    "leading-zero": '{"sarrus": 01}',
    "plus": '{"sarrus": +1}',
}

# Where bytes matter.
BYTES = {
    "utf-16": model().encode("utf-16"),
    "utf-16-big": model().encode("utf-16-be"),
    "utf-32": model().encode("utf-32"),
    "latin-1": model(name="Größe").encode("latin-1"),
    "overlong": b"sarrus: 1\nname: \xc0\xaf\n",
    "surrogate": b"sarrus: 1\nname: \xed\xa0\x80\n",
    "continuation": b"\x80" * 1000,
    "nul": b"sarrus: 1\nname: a\0b\n",
    "nuls": b"\0" * 100_000,
    "byte-order-mark-inside": "sarrus: 1\nname: a\ufeffb\n".encode(),
    "gzip": b"\x1f\x8b\x08\x00" + b"\x00" * 100,
    "zip": b"PK\x03\x04" + b"\x00" * 100,
    "pickle": b"\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x01x\x94\x85\x94R\x94.",
    "elf": b"\x7fELF\x02\x01\x01" + bytes(range(256)),
    "all-bytes": bytes(range(256)) * 100,
    "byte-order-marks": "\ufeff".encode() * 1000,
    "line-separator": "sarrus: 1\nname: a\u2028b\n".encode(),
    "delete": b"sarrus: 1\nname: a\x7fb\n",
    "next-line": "sarrus: 1\nname: a\u0085b\n".encode(),
}


def corpus():
    """Every hostile file: name with its ending, and content in bytes."""
    found = {f"yaml-{name}.yaml": text for name, text in YAML.items()}
    found |= {f"tag-{i:02}.yaml": model(mass=tag) for i, tag in enumerate(TAGS)}
    found |= {f"number-{name}.yaml": model(number=text) for name, text in NUMBERS.items()}
    found |= {
        f"parameter-{name}.yaml": model(parameter=text)
        for name, text in NUMBERS.items()
        if name
        not in ("unit-of-many-words", "small-exponent-with-unit")  # odd, but right: any unit will do here
    }
    for name, text in EXPRESSIONS.items():
        quoted = text if text.startswith(("'", '"')) else json.dumps(text, ensure_ascii=False)
        found[f"expression-{name}.yaml"] = model(parameter=quoted)
        if name not in ("time", "itself"):
            found[f"motion-{name}.yaml"] = model(motion=quoted)
    found |= {f"path-{name}.yaml": _path(text) for name, text in PATHS.items()}
    found |= {
        f"name-{name}.yaml": model(more=f"sensors:\n  {text}: {{angle-sensor: [ground, bar]}}\n")
        for name, text in NAMES.items()
    }
    found |= {f"end-{name}.yaml": model(end=text) for name, text in NAMES.items() if name != "ground"}
    found |= {f"json-{name}.json": text for name, text in JSON.items()}
    contents = {name: text.encode() for name, text in found.items()}
    return contents | {f"bytes-{name}.yaml": content for name, content in BYTES.items()}
