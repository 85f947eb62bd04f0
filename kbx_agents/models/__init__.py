"""Models by name: `offline:`, `openai:NAME`, any other `provider:NAME` that LangChain knows, or a chat model object."""

import os
import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kbx_agents.errors import UserError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from kbx_eval.suite import Suite

REPLY_SECONDS = 600.0
"""How long one reply may take; reasoning models are slow."""


@dataclass(frozen=True)
class Model:
    """A chat model and the name under which runs record it."""

    name: str
    chat: "BaseChatModel"


def load_model(model: "str | BaseChatModel", suite: "Suite", base_url: str | None = None) -> Model:
    """The model that a specification names; `base_url` is for OpenAI-compatible servers, `suite` for the offline author."""
    if not isinstance(model, str):
        return Model(str(getattr(model, "model_name", type(model).__name__)), model)
    provider, colon, name = model.partition(":")
    if provider == "offline":
        return Model(model if colon else "offline:", _offline(name, suite))
    if not name:
        raise UserError(f"model {model!r} names no model; write offline:, openai:NAME or provider:NAME")
    return Model(model, _openai(name, base_url) if provider == "openai" else _other(model))


def _offline(options: str, suite: "Suite") -> "BaseChatModel":
    from kbx_agents.models.offline import OfflineAuthor

    seed = re.fullmatch(r"(?:seed=(\d+))?", options)
    if not seed:
        raise UserError(f"offline:{options} is not understood; write offline: or offline:seed=N")
    return OfflineAuthor(suite, seed=int(seed[1] or 0))


def _openai(name: str, base_url: str | None) -> "BaseChatModel":
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    key = os.environ.get("OPENAI_API_KEY") or ("none" if base_url or os.environ.get("OPENAI_BASE_URL") else None)
    if key is None:
        raise UserError("openai: needs OPENAI_API_KEY, or --base-url for a server that asks for no key; offline: needs neither")
    return ChatOpenAI(model=name, base_url=base_url, api_key=SecretStr(key), max_retries=0, timeout=REPLY_SECONDS)


def _other(model: str) -> "BaseChatModel":
    if find_spec("langchain") is None:
        raise UserError(f"{model} needs LangChain's provider packages: pip install langchain and the provider's own package")
    init_chat_model = import_module("langchain.chat_models").init_chat_model
    try:
        chat: BaseChatModel = init_chat_model(model, max_retries=0, timeout=REPLY_SECONDS)
    except (ImportError, ValueError) as error:
        raise UserError(f"{model} cannot be loaded: {error}") from error
    return chat
