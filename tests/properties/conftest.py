"""No deadline for one example: the machine that runs them may be busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pincite", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
settings.load_profile("pincite")
