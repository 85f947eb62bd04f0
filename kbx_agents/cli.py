"""The command `kbx`. One file per verb in `commands`; what is slow to import is imported when a verb runs."""

import typer

from kbx_agents.commands import doctor, eval, methods, replay, run, tasks

app = typer.Typer(
    name="kbx",
    help="Make language models write Triton kernels, judge every one without trusting it, and trace every round.",
    epilog="Exit codes: 0 yes, 1 no (an incorrect kernel, a failed check), 2 usage or our fault. Example: kbx doctor",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("doctor", epilog=doctor.EXAMPLE)(doctor.doctor)
app.command("eval", epilog=eval.EXAMPLE)(eval.evaluate)
app.command("run", epilog=run.EXAMPLE)(run.run)
app.command("replay", epilog=replay.EXAMPLE)(replay.replay)
app.add_typer(tasks.app, name="tasks")
app.add_typer(methods.app, name="methods")

if __name__ == "__main__":
    app()
