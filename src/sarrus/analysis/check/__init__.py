"""Is the model sound? `examine.py` asks, the other files answer a part each, `report.py` holds what was found."""

from sarrus.analysis.check.examine import check
from sarrus.analysis.check.redundancy import Dependence
from sarrus.analysis.check.report import Finding, Report, Severity

__all__ = ["Dependence", "Finding", "Report", "Severity", "check"]
