"""Thirty paragraphs as students write them, and what the check of tick 4 says of each.

Behind each stroke stands what a marker would say: nothing of a right one, or the sin
that it is refused for; with a question mark, a doubt is enough.
"""

import pytest

from labkit.checks.questions import load_module
from tests.ticks import ROOT

JUDGE = load_module(ROOT / "notebooks/ticks/.course/tick4-sign-test/checks.py").judge_report

#: What is said of the comparison, so that a paragraph is as long as the question asks for.
BEGIN = (
    "We compared six classifiers, among them add-one Bayes, on 200 film reviews with the two-tailed "
    "sign test, ties split, at a level of 0.05. "
)

RIGHT = """
Linear SVM leads unsmoothed Bayes by 0.26, the magnitude lexicon by 0.10, and add-one Bayes by 0.09. Only the first of these differences is significant. Whether the other two are real, so few reviews cannot tell.
The effect sizes against the linear SVM are 0.26 (unsmoothed Bayes), 0.15 (simple lexicon) and 0.10 (magnitude lexicon). The first two are significant, the third is not. For the third, we can only say that the test was inconclusive.
Accuracies: simple lexicon 65 %, magnitude lexicon 71 %, add-one Bayes 72 %, linear SVM 80 %. The SVM's lead of 15 points over the simple lexicon is significant (p = 0.04); its leads over the other two are not (p = 0.20 and p = 0.26).
Unsmoothed Bayes (0.54) loses to four of the five others, significantly each time. Against the simple lexicon (0.65) the test did not reach significance, with p = 0.137. This may be for want of data, and it is no proof that the two are alike.
Logistic regression (0.81) is significantly better than the simple lexicon (0.65, a gain of 0.16) and than unsmoothed Bayes (0.54, a gain of 0.27). Between logistic regression and the linear SVM (0.80), p was 1: nothing can be concluded, least of all that they are the same.
At the stricter level of 0.01, only two pairs differ significantly: logistic regression and unsmoothed Bayes (0.27), and linear SVM and unsmoothed Bayes (0.26). At 0.05 the magnitude lexicon beats unsmoothed Bayes, too (0.17). The two lexicons (0.06) remain inconclusive.
Is smoothing worth it? Add-one Bayes is right on 72 % of the reviews and unsmoothed Bayes on 54 %, and the difference of 18 points is significant (p = 0.016). Is the magnitude lexicon (71 %) worse than add-one Bayes? The data do not say.
Three comparisons are reported. (1) linear SVM vs. simple lexicon: +0.15, p = 0.040, significant. (2) magnitude lexicon vs. simple lexicon: +0.06, p = 0.481, inconclusive. (3) add-one Bayes vs. unsmoothed Bayes: +0.18, p = 0.016, significant.
Although add-one Bayes (0.72) has a higher accuracy than the magnitude lexicon (0.71) on these reviews, the test finds no significant difference, and we do not claim that either is better. Add-one Bayes is, however, significantly better than unsmoothed Bayes (0.54).
With a difference of 0.10 and p = 0.20, we cannot reject the null hypothesis for linear SVM and the magnitude lexicon. This does not mean that the null hypothesis is true. For linear SVM and unsmoothed Bayes we can (difference 0.26, p < 0.001).
The largest effect is that of linear SVM over unsmoothed Bayes: 0.26. If the two were equally good, a lead of this size would come about by chance less than once in a thousand experiments. The magnitude lexicon leads the simple lexicon by 0.06, which is inconclusive.
I would not bet on the order of the linear SVM (0.80) and logistic regression (0.81), because their test is inconclusive. I would on both of them against the simple lexicon (0.65): they are significantly better, by 0.15 and 0.16.
The gains of the linear SVM over the simple lexicon (0.15) and over unsmoothed Bayes (0.26) are significant. Its gains over the magnitude lexicon (0.10) and add-one Bayes (0.09) are not; perhaps a larger test set would show them.
Unsmoothed Bayes is significantly worse than add-one Bayes (by 0.18), the magnitude lexicon (by 0.17), the linear SVM (by 0.26) and logistic regression (by 0.27). Its comparison with the simple lexicon (by 0.11) is inconclusive.
The simple lexicon is right on 130 reviews, the magnitude lexicon on 141, the linear SVM on 160. The SVM wins significantly against the simple lexicon (by 0.15). That it also comes out ahead of the magnitude lexicon (by 0.10) may be luck: p is 0.20.
"""

WRONG = """
The magnitude lexicon reaches 0.71 and the simple lexicon 0.65. No p-value is below 0.05, which shows that the three systems are equally good. The linear SVM, at 0.80, was not looked at any further. | equality
The magnitude lexicon reaches 0.71, the simple lexicon 0.65 and add-one Bayes 0.72, and no p-value is below 0.05 which shows that all three systems are equally good. | equality
Linear SVM is significantly better than the simple lexicon, at 0.80 against 0.65. There is a probability of more than 95 % that this result is not due to chance. The two lexicons are inconclusive. | null
Linear SVM is significantly better than unsmoothed Bayes (by 0.26). The chance that we are wrong about this is below 1 %. The comparison of the two lexicons (0.06) with each other is inconclusive. | null
Logistic regression is significantly better than unsmoothed Bayes (by 0.27). So the null hypothesis is false with a probability of 99 %. The magnitude lexicon and add-one Bayes (by 0.01) are inconclusive. | null
The magnitude lexicon is better than the simple lexicon, by 0.06. Add-one Bayes is ahead of both, by 0.07 and 0.01. Linear SVM is the best but one with 0.80. Some of these comparisons are inconclusive. | insignificant
Linear SVM beats add-one Bayes by 0.09 and the magnitude lexicon by 0.10, and both differences are significant at the level chosen. The comparison of the two lexicons (0.06) is inconclusive. | insignificant?
Since p is above 0.05 for the simple lexicon and the magnitude lexicon, there is no difference between them. Linear SVM (0.80) is significantly better than the simple lexicon (0.65). | equality
The test proves that the magnitude lexicon (0.71) and add-one Bayes (0.72) have the same quality. Linear SVM (0.80) is significantly better than the simple lexicon (0.65). | equality?
Linear SVM (0.80) is significantly better than the simple lexicon (0.65). The p-value of 0.94 means that the magnitude lexicon and add-one Bayes are most probably the same. | null?
Adding smoothing to unsmoothed Bayes gives add-one Bayes and a significant gain of 0.18. A larger lexicon beats the magnitude lexicon. Linear SVM and logistic regression are inconclusive. | untested?
Linear SVM (0.800) is significantly better than the simple lexicon (0.650), and the magnitude lexicon (0.705) lies in between. Its comparison with the simple lexicon is inconclusive. | digits
Unsmoothed Bayes (0.54) is significantly better than the linear SVM (0.80). The magnitude lexicon (0.71) and add-one Bayes (0.72) are inconclusive, as there are too few reviews. | direction
Logistic regression (0.81) is not significantly better than unsmoothed Bayes (0.54), and the magnitude lexicon (0.71) is inconclusive against the simple lexicon (0.65). | denied
Linear SVM is better than the simple lexicon by 0.15 (p = 0.000). The magnitude lexicon (0.71) and the simple lexicon (0.65) are inconclusive on so few film reviews. | zero
"""


def table(text):
    return [line.partition(" | ")[::2] for line in text.strip().splitlines()]


@pytest.mark.parametrize(("paragraph", "expected"), table(RIGHT) + table(WRONG))
def test_paragraphs(paragraph, expected):
    hint = JUDGE(BEGIN + paragraph)
    if not expected:
        assert hint is None or hint.doubt
    else:
        assert hint and hint.text


def test_most_of_what_is_right_is_not_even_doubted():
    judged = [JUDGE(BEGIN + paragraph) for paragraph, _ in table(RIGHT)]
    assert judged.count(None) >= 11
