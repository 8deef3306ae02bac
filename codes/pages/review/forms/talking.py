"""What is said about a proposal without deciding it."""

from datetime import datetime

from codes.review import actions
from codes.review.models import Proposal

from .base import MoveForm, words


class Ask(MoveForm):
    move = "ask"
    heading = "Ask the submitter"
    hint = "The question is public. Every clock stands still until it is answered."
    button = "Ask"
    done = "The submitter has been asked, and the clocks stand still."

    text = words("Question", "Ask something.")

    def act(self, at: datetime) -> Proposal:
        return actions.ask(text=self.cleaned_data["text"], at=at, **self.to)


class Comment(MoveForm):
    move = "comment"
    heading = "Comment"
    hint = "Everybody can read it, beside your name."
    button = "Comment in public"
    done = "Your comment stands on the proposal's page."

    text = words("Comment", "Say something.")

    def act(self, at: datetime) -> Proposal:
        to = self.to
        del to["tag"]  # what is said holds whatever else has changed
        return actions.comment(text=self.cleaned_data["text"], at=at, **to)


class Note(MoveForm):
    move = "note"
    heading = "Leave a private note"
    hint = "Only officers of the registry who have no conflict of interest here can read it. Nobody gets mail of it."
    button = "Keep the note"
    done = "The note is kept."

    text = words("Note", "Write something.")

    def act(self, at: datetime) -> Proposal:
        to = self.to
        del to["tag"]
        return actions.comment(text=self.cleaned_data["text"], private=True, at=at, **to)
