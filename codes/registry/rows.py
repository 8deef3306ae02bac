"""One row -> one entry of the document. An empty text is null there."""

from collections.abc import Iterable
from datetime import date

from codes.harness_errors import entries

from .models import Category, Code, NonError, Reference, Signal


def category(row: Category, base: str) -> entries.CategoryEntry:
    return entries.CategoryEntry(
        category=row.name,
        description=row.description,
        policy=row.policy,
        reference=references(row.references.all()),
        recommended_status=row.recommended_status,
        permalink=f"{base}/categories/{row.name}",
    )


def code(row: Code, base: str, unstamped: entries.Stamp) -> entries.CodeEntry:
    return entries.CodeEntry(
        code=row.code,
        category=row.category_id,
        name=row.name,
        title=row.title,
        description=row.description,
        default_retryable=row.default_retryable,
        default_model_recoverable=row.default_model_recoverable,
        reference=references(row.references.all()),
        administrative=_administrative(row, unstamped),
        permalink=f"{base}/codes/{row.code}",
        informative=_informative(row),
    )


def signal(row: Signal) -> entries.SignalEntry:
    choices = sorted(row.choices.all(), key=lambda choice: choice.position)
    return entries.SignalEntry(
        id=row.identifier,
        source=row.source,
        source_kind=row.source_kind,
        source_version=row.source_version,
        kind=row.kind,
        signal=row.signal,
        name=row.name or None,
        field=row.field or None,
        condition=row.condition or None,
        codes=tuple(choice.code_id for choice in choices),
        confidence=row.confidence,
        overrides=row.overrides,
        note=row.note,
        citation=row.citation,
        seen_at=row.seen_at,
    )


def non_error(row: NonError) -> entries.NonError:
    return entries.NonError(source=row.source, signal=row.signal, why=row.why, citation=row.citation)


def references(rows: Iterable[Reference]) -> tuple[entries.Reference, ...]:
    found = [entries.Reference(title=row.title, url=row.url, section=row.section or None) for row in rows]
    return tuple(sorted(found, key=lambda each: (each.title, each.url, each.section or "")))


def _administrative(row: Code, unstamped: entries.Stamp) -> entries.Administrative:
    deprecation = None
    if row.status == Code.Status.DEPRECATED:
        deprecation = entries.Deprecation(
            reason=row.deprecation_reason,
            note=row.deprecation_note or None,
            version=row.deprecation_version or unstamped.version,
        )
    return entries.Administrative(
        status=row.status,
        superseded_by=tuple(sorted(succession.successor_id for succession in row.successions.all())),
        deprecation=deprecation,
        change_controller=row.change_controller,
        registered=_stamp(row.registered_date, row.registered_version, unstamped),
        updated=_stamp(row.updated_date, row.updated_version, unstamped),
    )


def _stamp(day: date | None, version: str, unstamped: entries.Stamp) -> entries.Stamp:
    return entries.Stamp(date=day.isoformat(), version=version) if day else unstamped


def _informative(row: Code) -> entries.Informative:
    confusables = sorted(row.confusables.all(), key=lambda confusable: confusable.other_id)
    return entries.Informative(
        origin=row.origin,
        http_status=row.http_status,
        mcp=entries.Mcp(channel=row.mcp_channel, jsonrpc_code=row.mcp_jsonrpc_code),
        a2a=entries.A2a(state=row.a2a_state),
        # Draft section 6.4: the code itself is the attribute's value.
        telemetry=entries.Telemetry(error_type=row.code),
        actions=tuple(row.actions),
        owner=row.owner,
        side_effect_warning=row.side_effect_warning or None,
        limit_names=tuple(row.limit_names),
        should_members=tuple(row.should_members),
        confusable_with=tuple(
            entries.Confusable(code=confusable.other_id, difference=confusable.difference) for confusable in confusables
        ),
        generalizes_to=row.generalizes_to_id,
    )
