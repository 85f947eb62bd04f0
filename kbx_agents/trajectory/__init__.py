"""The log of a run: what was asked, answered, judged and decided; enough to replay it without a model or a GPU."""
