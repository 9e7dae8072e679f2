"""What is wrong with a search, by its recording: each disease by name, at the first node that has it."""

from tracer.diagnosis.examination import DISEASES, check
from tracer.diagnosis.finding import Disease, Finding, Severity

__all__ = ["DISEASES", "Disease", "Finding", "Severity", "check"]
