"""The error of a conversion."""

from __future__ import annotations

from typing import Any


class ConvertError(Exception):
    """A request that cannot be answered; `extra` may hold field, position or line."""

    def __init__(self, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra = extra
