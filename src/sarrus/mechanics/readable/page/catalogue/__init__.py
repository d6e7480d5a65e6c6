"""The equations of one element by themselves, between any frames F and M or along any coordinates."""

from __future__ import annotations

from sarrus.mechanics.readable.page.catalogue.entry import element_document

__all__ = ["element_document"]
