"""Logs go to stderr, so that stdout holds results only."""

import logging
import sys

import structlog


def configure_logs(level: str = "INFO") -> None:
    """Readable lines; called by commands and examples, never on import."""
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), sort_keys=False, exception_formatter=structlog.dev.plain_traceback),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
