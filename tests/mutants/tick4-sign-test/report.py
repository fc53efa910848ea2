# %% wrong: text - the sentences in a list
my_report = ["We compared six classifiers.", "Linear SVM is significantly better."]

# %% wrong: short - one sentence is a report
my_report = """Linear SVM is significantly better than the simple lexicon and unsmoothed Bayes."""

# %% wrong: systems - abbreviations are shorter
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test, ties
split, at alpha = 0.05. The SVM is significantly better than the lexicon and so is regression;
their accuracies are near 0.8, that of the lexicon is 0.7. Whether the two Bayes classifiers
differ from it is inconclusive, since on so few reviews only large differences can be told."""

# %% wrong: insignificant - more is better
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.8, is significantly better than the simple lexicon at 0.7.
Logistic regression outperforms add-one Bayes, at 0.8 against 0.7. The comparison of the magnitude
lexicon with the simple lexicon is inconclusive, because the test set is rather small."""

# %% wrong: untested - a number says it all
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test at alpha = 0.05. The magnitude lexicon has an accuracy of 0.7, the simple
lexicon one of 0.7, and logistic regression one of 0.8, where a coin would reach 0.5. Our tuned
classifier works better than a coin. What the others show against each other is inconclusive."""

# %% wrong: significant-untested - significant means large
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test at alpha = 0.05. Linear SVM is significantly better than unsmoothed Bayes, at
0.8 against 0.5. A deep network significantly improves the accuracy further. The comparison of
add-one Bayes with the magnitude lexicon is inconclusive, as both are near 0.7 on these reviews."""

# %% wrong: direction - the names the wrong way round
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test at alpha = 0.05. Unsmoothed Bayes is significantly better than linear SVM;
their accuracies are 0.5 and 0.8. The comparison of add-one Bayes with the magnitude lexicon, both
near 0.7, is inconclusive: on so few reviews only large differences can be told from chance."""

# %% wrong: equality - a failed test shows that two systems are equally good
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test at alpha = 0.05. Linear SVM is significantly better than unsmoothed Bayes, at
0.8 against 0.5, and than the simple lexicon, at 0.7. The magnitude lexicon and add-one Bayes, both
near 0.7, are equally good: with p = 0.94 the test finds nothing between the two of them."""

# %% wrong: digits - the table prints three digits
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test at alpha = 0.05. Linear SVM is significantly better than unsmoothed Bayes;
their accuracies are 0.800 and 0.540. The comparison of add-one Bayes with the magnitude lexicon
is inconclusive: on so few reviews only large differences can be told from mere chance."""

# %% right: in other words, with a semicolon and a percentage
my_report = """On 200 held-out IMDB reviews we compared six systems, pair by pair, by a two-tailed
sign test in which ties were split (significance level 0.05). Logistic regression beats the simple
lexicon significantly (by 0.2) and unsmoothed Bayes (by 0.3). Add-one Bayes, too, is significantly
more accurate than unsmoothed Bayes, by 0.2. We cannot say whether logistic regression and linear
SVM differ; that test was inconclusive, as was that of the two lexicons."""

# %% right: joined from sentences
my_report = " ".join(
    [
        "Six classifiers were compared on the same 200 test reviews; all pairs were tested with the",
        "sign test (two-sided, ties split, alpha = 0.01 where we say highly, otherwise 0.05).",
        "The magnitude lexicon is significantly better than unsmoothed Bayes: 0.7 against 0.5.",
        "Linear SVM is significantly better than the simple lexicon: 0.8 against 0.7.",
        "The difference between add-one Bayes and the simple lexicon is not significant, which does",
        "not mean that there is none: the test set may be too small to show it.",
    ]
)

# %% wrong: null - p tells how probable the null hypothesis is
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.80, is significantly better than unsmoothed Bayes, at 0.54:
there is less than a 1 % probability that the null hypothesis is true. The comparison of add-one Bayes
with the magnitude lexicon, both near 0.71, is inconclusive on so few reviews."""

# %% wrong: null - the test makes us sure to so many per cent
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. We are 95 % sure that linear SVM, at 80 %, differs from unsmoothed Bayes, at
54 %; the magnitude lexicon reaches 71 %. The comparison of add-one Bayes with the simple lexicon is
inconclusive: on so few reviews, only large differences can be told from chance."""

# %% wrong: digits - a percentage with a digit behind the point
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM is significantly better than unsmoothed Bayes; their accuracies
are 80.0 % and 54.0 %. The comparison of add-one Bayes with the magnitude lexicon is inconclusive:
on so few reviews only large differences can be told from mere chance."""

# %% wrong: unsaved - the cell is still empty
my_report = ""

# %% wrong: unsaved - what was handed out
my_report = "*Write your answer here: double-click on this text.*"

# %% right: whole per cents
my_report = """We compared six classifiers on 200 film reviews, half of them positive, with the
two-tailed sign test (ties split) at alpha = 0.05. Linear SVM, right on 80 % of them, is significantly
better than unsmoothed Bayes (54 %, by 26 points) and than the simple lexicon (65 %, by 15 points). If
neither were better, so large a difference would be rare. Add-one Bayes and the magnitude lexicon
differ by 1 point, and that comparison is inconclusive."""

# %% right: two digits, p-values with as many as they have
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test, ties
split, at the 0.05 level. Logistic regression (0.81) is significantly better than unsmoothed Bayes
(0.54), by 0.27, and than the simple lexicon (0.65), by 0.16. The difference of 0.06 between the
magnitude lexicon and the simple lexicon is not significant (p = 0.481), which does not mean that
there is none; p is not the probability that the null hypothesis is true."""

# %% wrong: denied - the test is said to show nothing where it does
my_report = """On the 200 test reviews logistic regression has the highest accuracy, 0.81. It is not
significantly better than the simple lexicon, which reaches 0.65, by the two-tailed sign test at
the level 0.05. The linear SVM comes close to logistic regression, and the test is inconclusive
between these two."""

# %% right: what the test does not show is said as well
my_report = """On 200 test reviews the linear SVM, with an accuracy of 0.80, is not significantly
better than add-one Bayes with 0.72 (two-tailed sign test, ties split, at the level 0.05). Both
the linear SVM and logistic regression are significantly better than the simple lexicon. For the
magnitude lexicon and add-one Bayes the test is inconclusive."""


# %% wrong: long - as many words as there is room for
my_report = "Linear SVM, the simple lexicon and add-one Bayes were compared on 200 reviews. " * 200

# %% right: a p-value with its bound, and the stricter level
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.80, is significantly better than unsmoothed Bayes, at 0.54
(p < 0.001), and so is logistic regression, at 0.81, at the level 0.01. The simple lexicon is behind
both, significantly at 0.05. The comparison of the magnitude lexicon and add-one Bayes is
inconclusive (p = 0.94)."""

# %% wrong: insignificant - two stars are for all that one star is for
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split). Linear SVM is significantly better than the simple lexicon at the level 0.01, by 0.15, and
than unsmoothed Bayes, by 0.26. The comparison of the magnitude lexicon with add-one Bayes, at 0.71
and 0.72, is inconclusive: on so few reviews only large differences can be told from chance."""

# %% wrong: equality - a test that fails is the reason
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.80, is significantly better than unsmoothed Bayes, at 0.54,
and than the simple lexicon, at 0.65. The magnitude lexicon and add-one Bayes are equally good, as
the test of the two is not significant (p = 0.94)."""

# %% wrong: equality - the reason comes first
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.80, is significantly better than unsmoothed Bayes, at 0.54,
and than the simple lexicon, at 0.65. Because p is not below 0.05, the magnitude lexicon is just as
good as add-one Bayes."""

# %% right: what the tick says of a test that fails
my_report = """We compared six classifiers on 200 film reviews with the two-tailed sign test (ties
split) at alpha = 0.05. Linear SVM, at 0.80, is significantly better than unsmoothed Bayes, at 0.54,
and than the simple lexicon, at 0.65. The comparison of the magnitude lexicon with add-one Bayes is
inconclusive: there was too little data, or there is no difference, and the test does not tell
which. We do not say that the two are equally good, as the test shows no such thing."""
