"""Random texts where an expression may stand: sound ones of every form, and the same ones damaged."""

import random
import re

TOKEN = re.compile(r"\d+\.?\d*|\w+|\*\*|[<>]=|\S|\s+")
ONE = ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "abs", "tanh")
LEAVES = ("a", "b", "t", "pi", "e", "0", "1", "2", "0.5", "3.25", "1e3", "1e-3", "10")
HOSTILE = (
    "__import__", "lambda", "import", "os", "eval", "exec", "open", "(", ")", "[", "]", "{", "}", ",", ".", ":", ";",
    "'", '"', "\\", "@", "%", "//", "~", "^", "&", "|", "=", "==", "!=", ":=", "->", "if", "else", "and", "or", "not",
    "in", "is", "for", "*", "**", "+", "-", "/", "1e400", "1e999999", "9" * 400, "0x1", "1_0", "1j", "None", "True",
    "nan", "inf", "x" * 200, "é", "\u202e", "\0", "\n", " ", "mm", "rad", "m/s", "1 m", "#", "$", "`", "?", "!",
)  # fmt: skip


def sound(rng, depth):
    """An expression of the grammar."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(LEAVES)

    def part():
        return sound(rng, depth - 1)

    match rng.randrange(7):
        case 0:
            return f"{rng.choice(ONE)}({part()})"
        case 1:
            return f"{rng.choice(('atan2', 'min', 'max'))}({part()}, {part()})"
        case 2:
            return f"({part()} if {part()} {rng.choice(('<', '<=', '>', '>='))} {part()} else {part()})"
        case 3:
            return f"({part()})**{rng.choice(('2', '3', '0.5', '-1', 'b', '0'))}"
        case 4:
            return f"-({part()})"
    return f"({part()}) {rng.choice('+-*/')} ({part()})"


def damaged(rng, text):
    """A text with a few tokens dropped, put in or changed."""
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 2, 4))):
        i = rng.randrange(len(tokens) + 1)
        match rng.randrange(4):
            case 0:
                tokens.insert(i, rng.choice(HOSTILE))
            case 1:
                tokens[i : i + 1] = []
            case 2:
                tokens[i : i + 1] = [rng.choice((*HOSTILE, *LEAVES))]
            case _:
                j = rng.randrange(len(tokens) + 1)
                tokens[i:i] = tokens[j : j + 3]
    return "".join(tokens)


def expression(seed):
    """A random text; a third of them are sound."""
    rng = random.Random(seed)
    text = sound(rng, rng.randint(1, 4))
    return text if rng.random() < 0.33 else damaged(rng, text)
