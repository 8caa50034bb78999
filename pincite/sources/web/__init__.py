"""Documents behind URLs: which addresses may be reached, how they are fetched, and what they bring."""

from pincite.sources.pathforms import is_url
from pincite.sources.web.fetching import Download, Known, Origin, fetch
from pincite.sources.web.policy import WebPolicy
from pincite.sources.web.urls import shown, web_url

__all__ = ["Download", "Known", "Origin", "WebPolicy", "fetch", "is_url", "shown", "web_url"]
