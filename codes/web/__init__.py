"""HTTP that both doors share: which form was asked for, the answer with its headers, and the problems we answer with."""
