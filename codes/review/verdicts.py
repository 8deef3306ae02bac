"""What an expert decides: the verdict, the checks it rests on, and why a request is turned down."""

VERDICTS = ("approve", "reject")

# The checks of a vote, in the words of the form: three of the draft (section 12.2), the last of RFC 8126.
CHECKS = {
    "not_covered": "No registered code covers it already",
    "category_fits": "The category is appropriate",
    "defaults_justified": "Both defaults are justified",
    "specification_stable": "The specification is stable and public",
}

REASONS = {
    "already_covered": "A registered code covers it.",
    "wrong_category": "It belongs into another category.",
    "defaults_unjustified": "A default is not justified.",
    "no_specification": "There is no stable and public specification.",
    "out_of_scope": "It is no error of an agent harness.",
}
