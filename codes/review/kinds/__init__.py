"""What can be asked for: one module a kind, each with its members, its guards, and what publishing it writes."""

from types import ModuleType

from . import change_code, change_signals, deprecate_code, names, new_category, new_code, reinstate_code

# Each module has LABEL, STEPS, FIELDS, target, faults, present, weight and apply.
KINDS: dict[str, ModuleType] = {
    names.NEW_CODE: new_code,
    names.CHANGE_CODE: change_code,
    names.DEPRECATE_CODE: deprecate_code,
    names.REINSTATE_CODE: reinstate_code,
    names.NEW_CATEGORY: new_category,
    names.CHANGE_SIGNALS: change_signals,
}
