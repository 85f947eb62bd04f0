"""Runs one method with one model on many tasks, and writes the trajectory while it happens."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import structlog
from langchain_core.runnables import RunnableConfig

from kbx_agents.budget import Budget, BudgetSpentError, Meter
from kbx_agents.context import Context, Desk
from kbx_agents.errors import ModelError
from kbx_agents.facts import facts_for, versions
from kbx_agents.judging import Judge
from kbx_agents.methods import Method
from kbx_agents.models import Model
from kbx_agents.trajectory.events import Event, RunFinished, RunStarted, Stopped, StopReason, TaskFinished, TaskStarted
from kbx_agents.trajectory.lane import Lane
from kbx_agents.trajectory.reader import read_run
from kbx_agents.trajectory.recording import RecordEndsError
from kbx_agents.trajectory.store import RunRecord, RunStore
from kbx_agents.trajectory.summary import RunSummary, summarise
from kbx_eval.evaluate import EvaluatorError, Settings
from kbx_eval.suite import Task

STEPS_PER_ROUND = 10
"""Nodes that a method may visit in a round before it is taken to run in circles."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Plan:
    """One method × one model × tasks, under a budget for each task."""

    method: Method
    model: Model
    tasks: list[Task]
    budget: Budget = field(default_factory=Budget)
    settings: Settings = field(default_factory=Settings)


def run_method(plan: Plan, judge: Judge, folder: Path, watch: Callable[[Event], None] | None = None) -> RunSummary:
    """Work on every task in turn; `watch` sees each event after it was written. Ctrl-C leaves a run that can be read and replayed."""
    with RunStore(folder, _record(plan), watch) as store:
        run_lane = store.lane("")
        run_lane.emit(RunStarted(method=plan.method.name, model=plan.model.name, tasks=tuple(task.name for task in plan.tasks)))
        desk = Desk(plan.model.chat, judge, store.blobs, store.record.facts)
        interrupted = True
        try:
            for task in plan.tasks:
                _run_task(plan, task, desk, store)
            interrupted = False
        finally:
            run_lane.emit(RunFinished(interrupted=interrupted))
    return summarise(read_run(folder))


def work(task: Task, method: Method, context: Context, lane: Lane) -> None:
    """Run a method on one task. Whatever goes wrong ends this task with a reason and leaves the others alone."""
    lane.emit(TaskStarted(budget=context.meter.budget))
    try:
        limits = RunnableConfig(recursion_limit=STEPS_PER_ROUND * (context.meter.budget.rounds + 1))
        method.build().compile().invoke({"task": task.name, "round": 0}, limits, context=context)
    except RecordEndsError as error:
        if error.stopped:
            _finish(context, lane, error.stopped)
    except KeyboardInterrupt:
        _finish(context, lane, _stopped(context, StopReason.INTERRUPTED))
        raise
    except Exception as error:  # noqa: BLE001 - the campaign goes on
        _finish(context, lane, _stopped_by(error, context))
    else:
        _finish(context, lane, _stopped(context, context.stop or (StopReason.CORRECT if context.best else StopReason.FINISHED)))


def _run_task(plan: Plan, task: Task, desk: Desk, store: RunStore) -> None:
    lane = store.lane(task.name)
    context = Context(task, desk, lane, Meter(plan.budget))
    try:
        work(task, plan.method, context, lane)
    finally:
        if context.best:
            store.keep_best(task.name, store.blobs.get(context.best.candidate))
        if context.last:
            store.saw_device(context.last.device, context.last.sandbox)


def _stopped_by(error: Exception, context: Context) -> Stopped:
    if isinstance(error, BudgetSpentError):
        return Stopped(reason=StopReason(error.limit.value), elapsed_seconds=error.elapsed_seconds)
    if isinstance(error, ModelError):
        return _stopped(context, StopReason.MODEL_ERROR, str(error))
    if isinstance(error, EvaluatorError):
        return _stopped(context, StopReason.INFRASTRUCTURE, str(error))
    log.error("task failed", task=context.task.name, exc_info=error)
    return _stopped(context, StopReason.ERROR, f"{type(error).__name__}: {error}")


def _stopped(context: Context, reason: StopReason, detail: str = "") -> Stopped:
    return Stopped(reason=reason, detail=detail, elapsed_seconds=context.meter.elapsed())


def _finish(context: Context, lane: Lane, stopped: Stopped) -> None:
    lane.emit(stopped)
    best = context.best
    lane.emit(
        TaskFinished(
            rounds=context.round,
            best=best.candidate if best else None,
            best_round=best.round if best else None,
            calls=context.meter.calls,
            tokens=context.meter.tokens,
        )
    )


def _record(plan: Plan) -> RunRecord:
    return RunRecord(
        method=plan.method.name,
        model=plan.model.name,
        tasks=tuple(task.name for task in plan.tasks),
        budget=plan.budget,
        evaluator=plan.settings,
        facts=facts_for(plan.settings),
        versions=versions(),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
