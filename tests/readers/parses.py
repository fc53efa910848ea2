"""Parses to try: random trees over words with ranges, empty nodes and comments, in CoNLL-U."""

import numpy as np

RELATIONS = ("nsubj", "obj", "nmod", "nmod:poss", "punct", "advmod", "obl:tmod")
FORMS = ("the", "du", "Haus", "naïve", "well-known", "...", ",", "New York", "%", "«")


def tree(rng, forms):
    """Hang each word, in some order, from one before it: (form, head, relation) of each."""
    order = rng.permutation(len(forms))
    heads = np.zeros(len(forms), dtype=int)
    for place in range(1, len(forms)):
        heads[order[place]] = order[rng.integers(place)] + 1
    relations = ["root" if head == 0 else str(rng.choice(RELATIONS)) for head in heads]
    return list(zip(forms, heads.tolist(), relations, strict=True))


def pair(seed, n=40):
    """Give a gold standard and a system that has half of its sentences right."""
    rng = np.random.default_rng(seed)
    gold = [tree(rng, rng.choice(FORMS, rng.integers(1, 15)).tolist()) for _ in range(n)]
    forms = [[form for form, _, _ in words] for words in gold]
    others = [tree(rng, of_sentence) for of_sentence in forms]
    right = rng.random(n) < 0.5
    chosen = zip(right, gold, others, strict=True)
    return gold, [words if same else other for same, words, other in chosen]


def line(number, form, head="_", relation="_"):
    tag = "PUNCT" if relation == "punct" else "NOUN"
    return "\t".join([str(number), form, "_", tag, "_", "_", str(head), relation, "_", "_"])


def written(sentences):
    """Write sentences in CoNLL-U, with ranges, empty nodes and comments between the words."""
    lines = []
    for words in sentences:
        lines += ["# sent_id = 1", f"# text = {' '.join(form for form, _, _ in words)}"]
        for number, (form, head, relation) in enumerate(words, 1):
            if number == 2 and len(words) > 2:
                lines.append(line("2-3", words[1][0] + words[2][0]))
            lines.append(line(number, form, head, relation))
            if number == 1 and len(words) > 1:
                lines.append("\t".join(["1.1", "been", *["_"] * 6, "1:conj", "_"]))
        lines.append("")
    return "\n".join(lines) + "\n"
