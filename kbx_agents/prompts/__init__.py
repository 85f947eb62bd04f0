"""Prompts are templates beside this file; a rendered one knows which template, to the byte, it came from."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, meta

from kbx_eval.record import digest


class Rendered(NamedTuple):
    """A prompt's text and its origin."""

    text: str
    template: str
    template_digest: str
    """Of the template and of all that it includes."""


def render(name: str, **values: Any) -> Rendered:
    """Fill in `<name>.md.jinja`; a value that the template needs and does not get is an error."""
    template = f"{name}.md.jinja"
    return Rendered(_environment().get_template(template).render(**values).strip() + "\n", name, digest(_sources(template)))


def template_names() -> list[str]:
    """Every template that can be rendered on its own."""
    return [name.removesuffix(".md.jinja") for name in _environment().list_templates() if name.endswith(".md.jinja") and name[0] != "_"]


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)


@cache
def _sources(template: str) -> str:
    environment = _environment()
    assert environment.loader
    source = environment.loader.get_source(environment, template)[0]
    included = sorted(name for name in meta.find_referenced_templates(environment.parse(source)) if name)
    return source + "".join(_sources(name) for name in included)
