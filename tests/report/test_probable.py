"""p misread as the probability of a hypothesis, in many words, and what only looks like it."""

import time

import pytest

from labkit.report import review_claims
from labkit.report.probable import misreads_p
from labkit.significance import sign_test

TESTED = {("Naive Bayes", "simple lexicon"): sign_test(60, 20, 120)}

MISREAD = """
There is a 3 % probability that the null hypothesis is true.
The p-value is the probability that the null hypothesis is true.
p = 0.03 is the probability that the null hypothesis holds.
p is the probability of the null hypothesis.
The probability of the null hypothesis being true is 0.03.
The chance that the null hypothesis is correct is only 3%.
With p = 0.03, the null hypothesis is true with a probability of 3 %.
The null hypothesis has a probability of 0.03.
The null hypothesis, with p = 0.03, has a probability of 3 %.
The null hypothesis, as we saw, has little probability.
The null hypothesis is only 3% likely to be true.
The null hypothesis is very unlikely (p = 0.001).
The null hypothesis is probably false.
If p is small, the null hypothesis is improbable.
This makes the null hypothesis very unlikely.
Given p = 0.03, the probability that the null hypothesis is true is 3 %.
Given the data, the likelihood of the null hypothesis is 0.03.
The probability that H0 is true is 0.03.
P(H0) = 0.03.
P(H0 | data) is 0.03.
The probability that the alternative hypothesis is true is 97 %.
There is a 97% chance that Naive Bayes is better than the simple lexicon.
There is a 97 % chance that Naive Bayes is really better.
The probability that Naive Bayes is better than the simple lexicon is 0.97.
Naive Bayes is better than the simple lexicon with probability 0.97.
Naive Bayes is better than the simple lexicon with a probability of 97 %.
With a probability of 97 %, Naive Bayes is better than the simple lexicon.
With 97% probability Naive Bayes is better than the simple lexicon.
We are 97 % sure that Naive Bayes is better than the simple lexicon.
We can be 97% certain that Naive Bayes is better than the simple lexicon.
We are 95 % confident that Naive Bayes is better than the simple lexicon.
We are 97,5 % sure that Naive Bayes is better than the simple lexicon.
Naive Bayes is 97 % likely to be better than the simple lexicon.
It is 97% likely that Naive Bayes beats the simple lexicon.
Naive Bayes has a 97 % chance of being better than the simple lexicon.
The probability that this difference is due to chance is 0.03.
There is only a 3% chance that the difference is due to chance.
The probability that the result was due to chance is 3%.
There is a 3 % chance that our result is a coincidence.
There is a 3% probability that the difference arose by chance.
The probability that the difference is random is below 0.05.
The probability that the observed difference came about by chance is 3 %.
The probability that the improvement is real is 97 %.
There is a 97% chance that the difference is real.
There is a 3 % chance that we are wrong.
The probability of being wrong is 3 %.
The probability that our conclusion is wrong is 0.03.
There is a 3 % chance that the two systems are the same.
The probability that the two systems are equally good is 0.03.
The probability that both systems are equal is 3 %.
The probability that there is no difference is 0.03.
There is a 3 % chance that there is no difference between Naive Bayes and the simple lexicon.
The probability that the systems do not differ is 3 %.
The probability that there is a difference is 97 %.
p = 0.03, so there is a 3 % chance that the null hypothesis is true.
The p-value of 0.03 means that the probability of the null hypothesis is 3 percent.
p tells us how likely it is: the null hypothesis is true with probability 0.03.
The likelihood that the null is true is 3 %.
There's a 3% chance the null hypothesis is true.
There is a 97% chance Naive Bayes is better than the simple lexicon.
The p-value gives the chance of the null hypothesis being true.
p measures the probability that the null hypothesis is correct.
The p-value is the chance that the difference is due to luck.
The p-value is the probability that our results occurred by chance.
There is a probability of 3 % that the null hypothesis is true.
There is a probability of 0.97 that Naive Bayes is better than the simple lexicon.
The null hypothesis is true with p = 0.03.
The null hypothesis can be true only with a probability of 3 %.
The probability for the null hypothesis is 3 %.
Since p = 0.001, it is nearly certain that the null hypothesis is false.
So the null hypothesis is false with 97% probability.
It is very likely that the null hypothesis is false.
It is unlikely that the null hypothesis is true (p = 0.01).
The probability the null hypothesis is true is 0.03.
p = 0.03 means there is only a 3% probability that the two classifiers perform equally.
The p-value of 0.03 indicates that the null hypothesis has only a 3% chance of being true.
This means that the null hypothesis is true in 3 % of cases.
There is less than a 5% chance that the null hypothesis is true.
There is a less than 5 % probability that this is due to chance.
The chances that the null hypothesis is right are 3 in 100.
The probability that the classifiers are equally accurate is 3 %.
The probability that both classifiers perform the same is 3%.
We can say with 97% certainty that Naive Bayes is better than the simple lexicon.
The probability of there being no difference is 3 %.
The probability of no difference between the systems is 3 %.
Hence H0 is true with a probability of 0.03.
Hence the null hypothesis is 97 % certain to be false.
There is a 97 % probability that the alternative hypothesis holds.
The p-value is the probability of the null hypothesis being correct given the data.
The p-value tells us the probability that the null hypothesis is true.
p gives the likelihood that the difference between the systems is just chance.
p is the probability that the result happened by chance.
p = 0.03, i.e. a 3 % chance that the result is just luck.
The null hypothesis is true with 3 % probability.
The probability that the null hypothesis is false is 97%.
There is a 94 % chance that the two systems are equally good (p = 0.94).
p = 0.94 shows that the null hypothesis is very likely true.
Since p = 0.94, the null hypothesis is likely to be true.
With p = 0.94 it is probable that the null hypothesis is true.
The p-value is the chance we are wrong in rejecting the null hypothesis.
We are 97 percent confident that the alternative hypothesis is true.
Our result has a 3 % probability of being due to chance.
The result has only a 3% chance of being a coincidence.
This difference has a probability of 3 % of being random.
The probability for the difference to be due to chance is 3 %.
The difference is real with a probability of 97 %.
The difference is due to chance with a probability of 3 %.
The improvement is 97 % likely to be real.
The p-value is the probability that there is no real difference.
The p-value is the probability of the hypothesis that both systems are equal.
A p-value of 0.03 gives a 97 % probability that the effect is real.
1 - p is the probability that Naive Bayes is truly better.
The probability of H0 is 3 %.
The posterior probability of the null hypothesis is 0.03.
p is the probability that neither system is better.
The odds are 97 to 3 that Naive Bayes is better.
There's just a 3% likelihood that the systems are the same.
""".strip().splitlines()

RIGHT = """
If the null hypothesis is true, a difference at least as large has probability 0.03.
Under the null hypothesis, so large a difference has a probability of 0.03.
Under the null hypothesis such a result is unlikely.
The p-value is the probability of a result at least as extreme, given that the null hypothesis is true.
p is the probability of such data if the null hypothesis is true.
p is not the probability that the null hypothesis is true.
This does not mean that the null hypothesis is true with probability 0.03.
p says nothing about the probability that the null hypothesis is true.
The test does not tell us how probable the null hypothesis is.
The probability that the null hypothesis is true is not what p tells.
The probability that the null hypothesis is true is unknown.
The probability that the null hypothesis is true cannot be read from p.
It would be a mistake to say that there is a 3 % chance that the null hypothesis is true.
We reject the null hypothesis at the 0.05 level.
The null hypothesis is rejected with p = 0.03.
The null hypothesis cannot be rejected (p = 0.4).
We cannot reject the null hypothesis, so the comparison is inconclusive.
We fail to reject the null hypothesis that neither system is better.
Chance alone explains the difference easily (p = 0.94).
The difference may be due to chance.
Such a difference could be due to chance.
If neither system were better, such a difference would arise with probability 0.03.
If both systems were equally good, the chance of so large a difference would be 3 %.
The probability of a difference this large by chance is 3 %.
If the systems were equally good, we would see a difference this large with probability 0.03.
Assuming that the two systems are equally good, a difference of this size has probability 0.03.
The chance that the test misses a real difference is 21 %.
The probability of a Type I error is at most 0.05.
The power of the test is 0.79.
With q = 0.4 the test finds the difference with probability 0.79.
A fair coin does this with probability 0.27.
The probability that a fair coin does this is 0.27.
Naive Bayes is significantly better than the simple lexicon at the 95 % confidence level.
The significance level is 0.05, the probability of rejecting a true null hypothesis.
At a level of 5 % the risk of a false alarm is at most 5 %.
The null hypothesis says that neither system is better.
The null hypothesis is that both systems win equally often.
Our null hypothesis is that each event is negative with probability 0.5.
The null hypothesis is rejected at the 5 % level.
The null hypothesis is not rejected.
Each of the events is negative with probability 0.5 under the null hypothesis.
Naive Bayes predicts the class with the highest probability.
It gives each class a probability and takes the more likely one.
The probability that Naive Bayes wins a review on which they differ is 0.7.
Reviews that contain this word are more likely to be positive.
The smaller p is, the less compatible are the data with the null hypothesis.
How likely the null hypothesis is, p does not say.
Under the null hypothesis of no difference, the probability of 60 or more wins is tiny.
The result is unlikely under the null hypothesis.
An outcome this extreme is improbable if the null hypothesis holds.
We tested the null hypothesis by a sign test with 200 reviews.
Chance alone would produce such a result in 3 % of all test sets.
A difference at least this large would occur by chance with probability 0.03.
On 70 % of the reviews Naive Bayes is right.
We never know the probability that the null hypothesis is true.
p is often misread as the probability that the null hypothesis is true.
Nobody can say that the null hypothesis is probably true.
We do not claim that we are 97 % sure.
p = 0.03 isn't the probability that the difference is due to chance.
Neither of the tests gives the probability that a hypothesis is true.
The null hypothesis remains possible (p = 0.4).
The probability of these data under the null hypothesis is 0.03.
The probability, under the null hypothesis, of at least so many wins is 0.03.
A true null hypothesis is rejected with probability 0.05.
With so few reviews it is likely that a real difference is missed.
This is not, however, the probability that the null hypothesis is true.
If there is no difference between the systems, p = 0.03 is the chance of such a result.
On 200 reviews we compared six classifiers with the two-tailed sign test, ties split, at alpha = 0.05.
The probability of 23 wins or more out of 35 for a fair coin is 0.045.
The power to find such a difference is 0.79, so a miss has probability 0.21.
Naive Bayes is significantly better than the simple lexicon (p = 0.001, 95 % confidence).
Naive Bayes is significantly better than the simple lexicon with 95 % confidence.
We are confident that more reviews would help.
It is likely that a larger test set would decide this.
More reviews are likely to show which system is better.
The magnitude lexicon is probably too small.
Naive Bayes multiplies the probabilities of the words and takes the class with the larger one.
The chance that Naive Bayes is right on a review is 70 %.
With a probability of 5 % the test finds a difference where there is none.
A test at the 5 % level errs with probability 0.05 when there is no difference.
If we reject the null hypothesis whenever p is at most 0.05, we err in 5 % of the cases in which it is true.
p is how often a fair coin would do this or more.
p = 0.03: chance alone does this in 3 of 100 test sets.
In 3 % of experiments without a real difference, we would see one this large.
The null hypothesis, that both systems win equally often, is rejected (p = 0.03).
We rejected the null hypothesis, which says that wins and losses are equally likely.
Wins and losses are equally likely under the null hypothesis.
Under the null hypothesis wins and losses are equally probable.
The null hypothesis makes wins and losses equally likely.
Chance is a possible explanation of the difference.
The difference could easily have arisen by chance.
Both are right on about 70 % of the reviews, so the comparison is inconclusive.
A small p is evidence against the null hypothesis.
The data are improbable under the null hypothesis.
Such data would be improbable if the null hypothesis were true.
The observed result is unlikely if there is no difference.
p does not give the chance that we are wrong.
Whether the null hypothesis is true, we cannot say.
The p-value is not a measure of how likely it is that the systems are equal.
Do not read p as the probability that the null hypothesis is true.
We must not conclude that the null hypothesis is probably true.
One must avoid saying that the null hypothesis is 3 % likely.
Whoever says that the null hypothesis is 3 % likely misreads p.
The risk of a false alarm is 5 %.
The probability that at least one of 15 comparisons is a false alarm is 54 %.
Is the null hypothesis probably true?
What is the probability that the null hypothesis is true?
The effect is large: 26 points of accuracy.
With probability 1/2 a tie goes to either side.
The smoothed model gives unseen words a small probability.
The word is 3 times as likely in POS reviews.
""".strip().splitlines()


@pytest.mark.parametrize("text", MISREAD)
def test_a_misread_p_is_found(text):
    found = [finding for finding in review_claims(text, TESTED) if finding.sin == "null"]
    assert len(found) == 1
    assert found[0].phrase in text and "null hypothesis" in found[0].advice
    # A sentence of three is objected to alone.
    around = f"We tested both. {text} That is all."
    assert [f.sin for f in review_claims(around, TESTED)].count("null") == 1


@pytest.mark.parametrize("text", RIGHT)
def test_what_p_is_may_be_said(text):
    assert review_claims(text, TESTED) == []


@pytest.mark.parametrize(
    "words",
    ["the probability of ", "null hypothesis is a b ", "with probability of 3 % ", "better x y z "],
)
def test_a_long_text_is_read_in_time(words):
    start = time.process_time()
    misreads_p(words * 2_000)
    assert time.process_time() - start < 5
