"""HTTP that both doors share: which form was asked for, the answer with its headers, the problems we answer with."""
