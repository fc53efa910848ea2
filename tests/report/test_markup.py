"""Texts in Markdown, in LaTeX or out of a PDF are read as if they were plain."""

import pytest

from labkit.report import review_claims
from labkit.report.markup import blocks, without_markup

TESTED = {("Naive Bayes", "lexicon"): 0.3, ("BERT", "lexicon"): 0.001}


@pytest.mark.parametrize(
    ("text", "sins"),
    [
        (r"\textbf{Naive~Bayes} \emph{out}performs the lexicon~\citep{a,b} ($p=0.04$).", "insignificant"),
        (r"The lexicon $<$ \textsc{BERT} ($p \leq .05$).", ""),
        ("% We outperform everybody.\n\\item BERT outperforms the lexicon.", ""),
        (r"BERT reaches 85.34\,\% on 200 reviews.", "digits"),
        ("Naive Bayes outper-\nforms the lexicon.", "insignificant"),
        ("Naive Bayes out\u00adperforms the lexicon.", "insignificant"),
        ("Naive Bayes is better; the di\ufb00erence to the lexicon is not signi\ufb01-\ncant.", "untested"),
        ("**Naive Bayes** is _better_ than the `lexicon`.", "insignificant"),
        ("- BERT is better than the lexicon\n- Naive Bayes is better than the lexicon", "insignificant"),
        ("# Naive Bayes\nBERT is better than the lexicon\n\nIt is significantly better.", ""),
        ("BERT is significantly better than the lexicon ($p = 2 \\cdot 10^{-1}$).", "insignificant"),
        (r"BERT is significantly better than the lexicon (p = 6e-2).", "insignificant"),
        (r"BERT is significantly better than the lexicon ($p < 10^{-3}$).", ""),
        ("| | accuracy | p |\n|---|---|---|\n| BERT | 0.8512 | 0.0123 |\n\nBERT beats the lexicon.", "digits"),
    ],
)  # fmt: skip
def test_claims_are_found_in_any_markup(text, sins):
    assert [finding.sin for finding in review_claims(text, TESTED, n=200)] == sins.split()


@pytest.mark.parametrize(
    "text",
    ["state-of-the-\nart", "a_b and c__d", "2 * 3 * 4", "~10 % of it", "tf-idf", "p < .05*, **"],
)  # fmt: skip
def test_what_is_no_markup_stays(text):
    assert without_markup(text) == text


def test_lines_of_one_paragraph_are_one_and_tables_give_their_numbers():
    found = list(blocks("one\ntwo\n\n1. three\n| a | b |\n| - | - |\n| x | 1 |\nfour"))
    assert [words for words, in_table in found if not in_table] == ["one two", "three", "four"]
    assert [words for words, in_table in found if in_table] == ["a x", "b 1"]


def test_the_cells_of_a_tabular_are_no_sentence():
    text = r"""
        \begin{table}[t]
        \begin{tabular*}{\textwidth}{@{}lr@{}} \toprule
        System & Accuracy \& \multicolumn{2}{c}{better than} \\ \cmidrule(lr){1-2}
        BERT & \textbf{0.81} & the lexicon \\[2pt] Naive Bayes & 0.7512 & BERT \\ \hline
        \end{tabular*}
        \caption{Naive Bayes is better than the lexicon. Best values are in bold.}
        \end{table}
        BERT is better than the lexicon."""
    found = review_claims(text, TESTED, n=200)
    assert [(finding.sin, finding.phrase) for finding in found] == [
        ("digits", "0.7512"),
        ("insignificant", "Naive Bayes is better than the lexicon"),
    ]
