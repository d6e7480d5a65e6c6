"""What may become of a file: it is accepted and survives being written, or it is refused with a place."""

import re

from sarrus.errors import ModelError
from sarrus.io import dumps, loads
from sarrus.model.hints import hints

PLACE = re.compile(r":\d+:\d+$|\.csv:\d+$")
"""Line and column in a model, the line in a table of numbers."""
LONGEST_MESSAGE = 2000


def content(mechanism):
    """Everything a mechanism holds, but not where it was written."""
    left_out = ("sources", "folder", "ground", "bodies")
    kept = {key: value for key, value in vars(mechanism).items() if key not in left_out}
    return kept, vars(mechanism.ground), [vars(body) for body in mechanism.bodies]


def flaws_of_refusal(error):
    """What is wrong with the way in which a file was refused."""
    found = [f"no place: {problem}"[:300] for problem in error.problems if not PLACE.search(problem.where)]
    found += [
        f"{len(str(problem))} characters" for problem in error.problems if len(str(problem)) > LONGEST_MESSAGE
    ]
    return found if error.problems else ["no problem is named"]


def flaws_of_acceptance(mechanism, name):
    """What is wrong with an accepted mechanism: that it is another one after it was written and read again.

    Whatever its hints raise passes through.
    """
    hints(mechanism.snapshot())
    again = loads(dumps(mechanism, name), name)
    return [] if content(again) == content(mechanism) else ["it changes when it is written and read again"]


def judge(text, name):
    """Whether the text of a file was accepted, and what is wrong with the outcome.

    Exceptions other than ModelError pass through.
    """
    try:
        mechanism = loads(text, name)
    except ModelError as error:
        return False, flaws_of_refusal(error)
    return True, flaws_of_acceptance(mechanism, name)
