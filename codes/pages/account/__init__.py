"""`/account/`: the way in, and what somebody keeps here. The views that need no change are django-allauth's."""
