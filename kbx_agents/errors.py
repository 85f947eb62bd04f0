"""What a person can put right: every command answers these with one line and exit code 2."""


class UserError(Exception):
    """The request cannot be served as it stands; the message says why and what to do."""


class ModelError(Exception):
    """The model gave no reply, after every retry that its failure allowed."""
