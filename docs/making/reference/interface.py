"""What of the Python interface is public, by the jobs for which it is used. All else may change in any version.

A test holds this list to `plyscope.__all__`, and a golden file holds its signatures: whoever changes what is public
sees it there, and says it in the changelog.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """Something people do with plyscope in Python, and what they need for it."""

    title: str
    intro: str
    """A sentence or two, in Markdown."""
    names: tuple[str, ...]
    """Dotted names. `()` behind a class says that its users make such objects; others are only given. A colon stands
    behind a module that is imported itself, where the last name alone would say too little: `game_file.load`."""


INTERFACE = (
    Job(
        "Record a search",
        "A search runs once and is kept as a [`Trace`](#plyscope.Trace).",
        (
            "plyscope.trace",
            "tracer.Options",
            "plyscope.search",
            "tracer.Result",
            "plyscope.SEARCHES",
            "plyscope.game",
            "plyscope.GAMES",
        ),
    ),
    Job(
        "Read a trace",
        "A trace is a sequence of nodes in the order in which the search met them.",
        (
            "plyscope.load",
            "plyscope.Trace()",
            "plyscope.Node",
            "plyscope.Header()",
            "plyscope.Status",
            "plyscope.Bound",
            "tracer.Why",
            "tracer.recording.columns.Columns",
            "tracer.recording.source.Source",
        ),
    ),
    Job(
        "Step in time",
        "`trace.at(step)` is one step of the search, `trace.past(step)` the whole trace as it was by then.",
        ("plyscope.Moment", "plyscope.Event", "tracer.Frame", "tracer.time.landmarks.Landmarks"),
    ),
    Job(
        "Count",
        "`trace.counts` has every number that `plyscope count` prints; [Words](words.md#counts) says what each means.",
        ("tracer.count.counts.Counts",),
    ),
    Job("Explain", "Why a node came out as it did.", ("plyscope.explain",)),
    Job(
        "Ask what comes next",
        "The questions that the page and the explorer ask in a lesson, and what is said of an answer.",
        (
            "tracer.questions.asking.questions_at",
            "tracer.questions.marking.mark",
            "tracer.questions.question.Question",
            "tracer.questions.question.Kind",
            "tracer.questions.question.Worth",
            "tracer.questions.marking.Marked",
            "tracer.questions.marking.Verdict",
        ),
    ),
    Job(
        "Check a search",
        "What `plyscope check` prints; [Known bugs](diseases.md) explains all that can be found.",
        ("plyscope.check", "plyscope.Finding", "tracer.diagnosis.finding.Severity"),
    ),
    Job(
        "Test a search",
        "The fixture `record_search` of pytest is a `RecordSearch`, and what it records is a `Recorded`. "
        "[Hold your search in your tests](../how-to/tests.md) shows them.",
        ("tracer.testing.record_search.RecordSearch", "tracer.testing.recorded.Recorded"),
    ),
    Job(
        "Compare two searches",
        "Two traces of one position, node by node.",
        (
            "plyscope.compare",
            "tracer.comparing.comparison.Comparison",
            "tracer.comparing.comparison.Tally",
            "tracer.comparing.divergence.FirstDifference",
        ),
    ),
    Job(
        "Draw",
        "In a notebook a trace shows itself. [Formats](formats.md) lists what a suffix means.",
        (
            "plyscope.draw",
            "viz.Options",
            "plyscope.to_svg",
            "plyscope.to_html",
            "plyscope.to_tikz",
            "plyscope.to_mermaid",
            "plyscope.to_dot",
            "plyscope.widget",
            "plyscope.picture",
            "plyscope.Picture",
            "plyscope.panels",
            "plyscope.draw_diff",
            "viz.diff_to_dot",
            "viz.side_by_side",
            "viz.Sides",
            "plyscope.FORMATS",
            "plyscope.CHARTS",
        ),
    ),
    Job(
        "Play",
        "A game is a `Match`; who plays it are players; what one chose is a `Choice`.",
        (
            "tracer.playing.match.Match()",
            "tracer.playing.opponents.player_of",
            "tracer.playing.settings.Settings()",
            "tracer.playing.player.Player",
            "tracer.playing.choice.Choice",
            "tracer.playing.why_not.why_not",
            "tracer.playing.why_not.WhyNot",
            "tracer.playing.game_file:save",
            "tracer.playing.game_file:load",
            "tracer.playing.played.Played",
            "tracer.playing.game_file:search_in",
        ),
    ),
    Job(
        "Write a game",
        "Five functions over positions that never change. [Use your own game](../how-to/own-game.md) shows one.",
        (
            "plyscope.Game",
            "plyscope.Turn",
            "plyscope.MAX",
            "plyscope.MIN",
            "plyscope.CHANCE",
            "plyscope.Board()",
            "tracer.Squares",
        ),
    ),
    Job(
        "Record a search of your own",
        "From outside, without changing it (`attach`); by telling a `Recorder`; or from lines that it prints.",
        (
            "plyscope.attach",
            "tracer.attaching.attachment.Attachment",
            "plyscope.Recorder()",
            "plyscope.Pass()",
            "tracer.Onward()",
            "plyscope.Null()",
            "plyscope.Stand()",
            "plyscope.Stop()",
            "plyscope.read_lines",
        ),
    ),
    Job(
        "Record a best-first search",
        "Such a search tells of each node as it comes to be, and of each number that it sets: a row of a log.",
        ("plyscope.BestFirstRecorder()", "plyscope.RowKind"),
    ),
    Job(
        "Run a study",
        "What `plyscope sweep` and `plyscope plot` do. [Studies](studies.md) says what a study file holds.",
        (
            "tracer.sweeping.study:read",
            "tracer.sweeping.study:load",
            "tracer.sweeping.study.Study",
            "tracer.sweeping.cells:count",
            "tracer.sweeping.dataset.open_dataset",
            "tracer.sweeping.dataset.Dataset",
            "tracer.sweeping.running.sweep",
            "tracer.sweeping.running.Progress",
            "tracer.sweeping.running.Here()",
            "tracer.sweeping.cluster:local",
            "tracer.sweeping.cluster:remote",
            "viz.studies.study_charts:ask",
            "viz.studies.study_charts.Drawing",
            "viz.studies.study_charts:write",
        ),
    ),
    Job(
        "Errors",
        "Whatever is raised on purpose is a `PlyscopeError`, with one line that says what was wrong and what to do.",
        ("plyscope.PlyscopeError", "plyscope.GameError", "plyscope.TraceFileError", "plyscope.SearchInterrupted"),
    ),
)

MEMBERS = {
    "plyscope.Trace": (
        "value best_move pv root node find at past counts landmarks graph names proved_bound save header game columns "
        "texts sources label move ply children state start position text left_text bound principal_variation steps "
        "entered left selective unfinished move_labels"
    ),
    "plyscope.Header": "game position search options windowed seconds stopped notes game_title title",
    "tracer.recording.columns.Columns": (
        "move end turn alpha beta value status cutoff depth text left_text function called_at left_at why weight born "
        "log ply parent visited_before nbytes"
    ),
    "tracer.recording.source.Source": "name file text line lines",
    "tracer.time.landmarks.Landmarks": "cutoff_steps pruning_steps best_changes window_changes iterations",
    "tracer.count.counts.Counts": (
        "visited leaves leaf_evaluations cutoffs pruning_cutoffs first_move_cutoffs first_move_share pruned_branches "
        "pruned_branches_exact pruned_nodes pruned_nodes_exact table_hits table_nodes table_nodes_exact "
        "full_tree_nodes standard_error margin distinct_nodes re_searches passes positions transpositions "
        "branching_factor effective_branching_factor minimal_leaves skipped_moves selective_skips "
        "null_cutoffs stand_pats by_ply summary"
    ),
    "tracer.comparing.comparison.Comparison": (
        "a b in_b in_a counts first same same_value b_within_a a_within_b both only_a only_b value bound window fate "
        "order changed"
    ),
    "plyscope.Recorder": "enter leave prune tell abandon finish",
    "plyscope.BestFirstRecorder": "add update iteration leave finish",
    "plyscope.Picture": "heading",
    "viz.Sides": "trace",
    "tracer.playing.match.Match": (
        "game position state turn utility legal labels label choices undone state_before turn_at find play move undo "
        "redo copy"
    ),
    "tracer.attaching.attachment.Attachment": "trace traces",
    "tracer.testing.record_search.RecordSearch": "signature",
    "tracer.testing.recorded.Recorded": (
        "trace traces visited findings assert_sound assert_nodes assert_same_value_as"
    ),
    "tracer.sweeping.study.Study": "columns parameters limited",
    "tracer.sweeping.dataset.Dataset": "there outcomes one_error forget_failed",
    "viz.studies.study_charts.Drawing": "answer title",
}
"""The public members of classes that have others besides, for plyscope itself."""


def dotted(written: str) -> str:
    """The dotted name alone.

    >>> dotted("plyscope.Board()"), dotted("tracer.playing.game_file:load")
    ('plyscope.Board', 'tracer.playing.game_file.load')
    """
    return written.removesuffix("()").replace(":", ".")
