"""Findings by code, from reports and from refusals."""

import pytest

import sarrus


class Checked:
    """What a check said, whether it ended well or not."""

    def __init__(self, mechanism):
        self.message = ""
        try:
            self.report = sarrus.check(mechanism)
        except sarrus.NumericalError as error:
            self.report, self.message = error.result, str(error)

    def said(self, code):
        """The only finding with a code, as the sentence that is printed."""
        (finding,) = [f for f in self.report.findings if f.code == code]
        return str(finding)

    def where(self, code):
        (finding,) = [f for f in self.report.findings if f.code == code]
        return finding.where

    @property
    def codes(self):
        """Codes of all findings but those on the start values."""
        return [
            f.code for f in self.report.findings if not f.code.startswith(("start.moved", "start.choice"))
        ]

    @property
    def freedom(self):
        """Counted, true, in the start pose, left by the drivers."""
        r = self.report
        return r.counted, r.freedom, r.freedom_here, r.freedoms

    @property
    def rows(self):
        """Rows, rank here, rank elsewhere."""
        return self.report.here.rows, self.report.here.rank, self.report.elsewhere


@pytest.fixture
def checked():
    """checked(mechanism): what sarrus.check says of it."""
    return Checked
