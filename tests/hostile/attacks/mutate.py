"""Sound model files with a few random damages, as a stumbling hand, a broken disk or a bad neighbour makes them."""

import random
import re

TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
NUMBER = re.compile(r"(?<![\w.])\d+\.?\d*(?:e[-+]?\d+)?(?![\w.])")
WORD = re.compile(r"[A-Za-z_][\w-]*")

NUMBERS = (
    "nan",
    ".inf",
    "-1e308",
    "1e308",
    "5e-324",
    "-0.0",
    "1e400",
    "10**400",
    "'1,5'",
    "true",
    "null",
    "[]",
    "{}",
    "[1, 2, 3, 4]",
    "[[1]]",
    "1/0",
    "sqrt(-1)",
    "t",
    "a",
    "1 m",
    "1 kg",
    "1 rad",
    "1 N m/rad",
    "0",
    "-1",
    "zzz",
    "__import__('os')",
    '"\\u202e"',
    "'" + "9" * 400 + "'",
)
WORDS = (
    "ground",
    "sarrus",
    "bodies",
    "on",
    "t",
    "e",
    "pi",
    "sin",
    "is",
    "null",
    "x.y",
    "a b",
    "<<",
    "*a",
    "&a",
    "!a",
)


def _lines(text):
    return text.splitlines(keepends=True) or [""]


def flip_bits(rng, text):
    """Bytes with one bit turned; what is no text then is written as the reader of files would never pass it on."""
    content = bytearray(text.encode())
    for _ in range(rng.randint(1, 4)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return content.decode(errors="replace")


def drop_line(rng, text):
    lines = _lines(text)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def double_line(rng, text):
    lines = _lines(text)
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "".join(lines)


def indent_line(rng, text):
    lines = _lines(text)
    i = rng.randrange(len(lines))
    lines[i] = rng.choice((" ", "  ", "    ", "\t")) + lines[i] if rng.random() < 0.6 else lines[i].lstrip()
    return "".join(lines)


def swap_lines(rng, text):
    lines = _lines(text)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def swap_tokens(rng, text):
    tokens = TOKEN.findall(text) or [""]
    i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def drop_token(rng, text):
    tokens = TOKEN.findall(text) or [""]
    del tokens[rng.randrange(len(tokens))]
    return "".join(tokens)


def insert_sign(rng, text):
    i = rng.randrange(len(text) + 1)
    return text[:i] + rng.choice("[]{}:,#&*!|>'\"%@`?-+. \n\t\\~=()^$;<\u202e\0é１") + text[i:]


def swap_key_and_value(rng, text):
    pairs = list(re.finditer(r"([\w-]+): ([\w.-]+)", text))
    if not pairs:
        return text
    pair = rng.choice(pairs)
    return f"{text[: pair.start()]}{pair[2]}: {pair[1]}{text[pair.end() :]}"


def _replace(rng, text, pattern, choices):
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = rng.choice(found)
    return text[: place.start()] + rng.choice(choices) + text[place.end() :]


def replace_number(rng, text):
    return _replace(rng, text, NUMBER, NUMBERS)


def replace_word(rng, text):
    return _replace(rng, text, WORD, (*WORDS, *WORD.findall(text)[:200]))


def cut_off(rng, text):
    return text[: rng.randrange(len(text) + 1)]


DAMAGES = (
    flip_bits,
    drop_line,
    double_line,
    indent_line,
    swap_lines,
    swap_tokens,
    drop_token,
    insert_sign,
    swap_key_and_value,
    replace_number,
    replace_number,
    replace_number,
    replace_word,
    replace_word,
    cut_off,
)


def damaged(seed, models):
    """One of the models, damaged: name of a file, and its text.

    Args:
        seed: decides everything.
        models: sound texts by file name.
    """
    rng = random.Random(seed)
    name = rng.choice(sorted(models))
    text = models[name]
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice(DAMAGES)(rng, text) or "\n"
    return name, text
