"""The kinds of proposal."""

NEW_CODE = "new_code"
CHANGE_CODE = "change_code"
DEPRECATE_CODE = "deprecate_code"
REINSTATE_CODE = "reinstate_code"
NEW_CATEGORY = "new_category"
CHANGE_SIGNALS = "change_signals"

KINDS = (NEW_CODE, CHANGE_CODE, DEPRECATE_CODE, REINSTATE_CODE, NEW_CATEGORY, CHANGE_SIGNALS)
