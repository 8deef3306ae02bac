"""The registered codes that come nearest to what somebody wrote."""

from rapidfuzz import fuzz, process, utils

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry

# Below this, a suggestion is worse than none. 0 to 100.
LEAST_SCORE = 55.0


def nearest(registry: Registry, asked: str, most: int = 5) -> list[CodeEntry]:
    """At most `most` entries, nearest first, none that is not near.

    The spelling of the code decides; words of the asked text that stand in a title count too, so that
    `output.json_invalid` and `tool.permissions` find their entry.
    """
    names = {entry.code: entry.code for entry in registry.codes}
    titles = {entry.code: f"{entry.code} {entry.title}" for entry in registry.codes}
    scores: dict[str, float] = {}
    for choices, scorer in ((names, fuzz.ratio), (titles, fuzz.token_set_ratio)):
        for _, score, code in process.extract(
            asked,
            choices,
            scorer=scorer,
            processor=utils.default_process,
            score_cutoff=LEAST_SCORE,
            limit=None,
        ):
            scores[code] = max(score, scores.get(code, 0.0))
    ranked = sorted(scores, key=lambda code: (-scores[code], code))
    return [registry.code(code) for code in ranked[:most]]  # type: ignore[misc]
