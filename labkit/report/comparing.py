"""How a text says that one system is better or worse than another.

A comparison is a verb (outperforms, lags behind), an adjective (better, more accurate), or a noun
of scores or errors with one (higher accuracy, a lower error rate). It claims nothing where it is
an aim ("to improve"), a possibility ("might beat") or a choice ("we take the best").
"""

import re
from dataclasses import dataclass

#: A letter that no text has stands for each letter of a system's name.
MASK = "\ua66e"
#: Behind a name, and perhaps its score.
AFTER_NAME = rf"(?<={MASK})\s*(?:\([\d.,%\s]+\)\s*)?"

#: What is the better the more of it there is, and the worse.
SCORE = (
    r"(?:accurac(?:y|ies)|precision|recall|"
    r"(?:\w+[- ])?F-?(?:1|scores?|measures?)(?:[- ](?:scores?|measures?))?|scores?|results?|performance|"
    r"quality|correctness|BLEU|chrF\w*|METEOR|COMET|ROUGE(?:-\w+)?|MAP|MRR|nDCG|AUC|UAS|LAS|kappa|"
    r"correlations?|agreement)\b"
)
ERROR = r"(?:errors?(?:[\s-]+rates?)?|mistakes|perplexit(?:y|ies)|WER|CER|TER|AER|loss)\b"

_SOME = r"(?:[\w.%-]+\s+)"  # words between two that belong together
_ONE = rf"(?=(?:the\s+)?{MASK})"
_GOOD = r"(?:accurate|effective|precise|reliable|robust|powerful|successful|correct)"
_HAVING = (
    r"(?:yield|giv|gave|bring|brought|show|obtain|achiev|deliver|produc|provid|report|lead|led|see|saw|get|"
    r"got|observ|find|found|offer|ha[sdv]|attain|reach|enjoy|hold)\w*"
)
_DROP = r"(?:drops?|loss(?:es)?|decreases?|declines?|degradation|deterioration)\b"
_REACHING = (
    r"(?:achiev|obtain|reach|attain|set|establish|yield|deliver|produc|push|advanc|defin|hold|giv|report|show|"
    r"demonstrat|get|reports?|represent|mark|improv)\w*"
)
# "has the highest accuracy" says what the table of scores says.
_MERELY_HAS = r"(?<!has the )(?<!had the )(?<!have the )(?<!with the )"
_NOT_REACHING = (
    r"\b(?:does|do|did|could|can)(?:\s+not|n['’]t)\s+(?:quite\s+)?(?:reach|attain|"
    rf"come\s+close\s+to)\s+(?:the\s+)?(?:{SCORE}|level\b|{MASK})"
)
_NOT_AS = r"(?:\bnot|n['’]t)\s+(?:(?:perform|do|work|fare|quite|nearly)\s+){0,3}?as\s+(?:good|well|accurate|effective|strong|reliable)\s+as\b"
#: Words of negation that are part of a comparison.
NEGATIVE = (
    rf"\bcannot\s+(?:compete|keep\s+up)\s+with\b|\bno\s+match\s+for\b|{_NOT_REACHING}|{_NOT_AS}"
)
#: Against all that anybody has: never against one tested system.
_RECORD = (
    rf"{_REACHING}\s+{_SOME}{{0,4}}?(?:state[- ]of[- ]the[- ]art|SOTA)\b(?!-)|new\s+(?:state[- ]of[- ]the[- ]art|SOTA|record|best)\b|"
    r"\brank(?:s|ed|ing)?\s+(?:first|second|third|1st|2nd|3rd|top|highest|best)\b|"
    r"\b(?:is|are)\s+(?:now\s+)?(?:the\s+)?(?:state[- ]of[- ]the[- ]art|SOTA)\b(?!\s+\w)|"
    r"\bbest\s+(?:\w+\s+)?(?:published|reported|known|previous)\b|"
    r"\bbest\s+(?:\w+\s+){1,2}(?:so\s+far|to\s+date)\b|"
    r"\b(?:tops|topped|leads|led)\s+the\s+(?:leader\s?board|ranking|table|field|competition)\b|"
    r"\b(?:wins?|won)\s+(?:the\s+)?(?:shared\s+task|task|competition|challenge|track|evaluation)\b"
)
_BETTER = (
    # "TER (lower is better)" says of no system that it is.
    r"\b(?:better(?=\s+than\b)|(?<!lower is )(?<!higher is )better)\b"
    r"(?!-(?:known|suited|studied|understood|documented|resourced)\b)(?!\s+(?:understand\w*|"
    r"document\w*|hardware|suited|known|off|captur\w*|handl\w*|explain\w*|"
    r"reflect\w*)\b)(?!\s+\w+\s+(?:\w+\s+)?(?:is|are)\s+(?:still\s+)?(?:needed|required|necessary)\b)|"
    r"(?<!\bat )(?<!our )(?<![nk]-)(?<!['’]s )\bbest\b(?!\s+(?:\w+\s+){1,6}?(?:bold\w*|underlined|"
    r"highlighted)\b)(?!\s+(?:of\s+(?:our|my|\w+\s+(?:runs|seeds|trials|restarts))|practices?|efforts?|"
    r"guess|ways?|(?:hyper-?)?parameters?|settings?|values?|checkpoints?|thresholds?|smoothing|weights?|"
    r"configurations?|epochs?)\b)(?!-(?:known|first))"
)
_VERBS_UP = (
    r"out-?perform\w*|out(?:class|strip|rank|scor|shin|match)\w*|outdo(?:es|ne|ing)?\b|outdid\b|"
    r"beat(?:s|en|ing)?\b|surpass\w*|(?:crush|smash|trounc|thrash|demolish)(?:e[sd]?)?\b|defeat\w*|"
    r"dominat(?:es?|ed|ing)\b|eclips(?:es?|ed|ing)\b|overt(?:akes?|ook|aken)\b|"
    rf"(?:tops|topped)\b(?!\s+(?:up|with))|exceed\w*|edg(?:es?|ed|ing)\s+(?:out\b|past\b|{_ONE})|"
    rf"trump(?:s|ed|ing)?\b|excel(?:s|led|ling)?\s+(?:over\b|{_ONE})|"
    r"(?:bests|bested|betters|bettered|dwarf(?:s|ed)|outpac\w+|outrun\w*|outran|prevail(?:s|ed|ing)?\s+over)\b"
)
_UP = (
    rf"{_BETTER}|\b(?:{_VERBS_UP})|(?<!non-)(?<!non)\bsuperior(?:ity)?\b|"
    r"(?:\bimprov(?:es?|ing|ements?)\b|\b(?<!an )(?<!our )improved\b)(?!\s+(?:this|our|the)\s+(?:code|"
    r"software|paper|article|manuscript|presentation|readability|clarity|draft)\b)|"
    rf"{_MERELY_HAS}\bhighest\s+{_SOME}{{0,2}}?{SCORE}|{_MERELY_HAS}\blowest\s+{_SOME}{{0,2}}?{ERROR}|"
    rf"\btop-performing\b|\bwinner\s+over\b|\bmore\s+{_SOME}{{1,3}}?(?:right|correct(?:ly)?)\b|"
    rf"\badd(?:s|ed)?\s+[\d.,]+\s+(?:{SCORE}|points?|per\s?cent|%)\s+(?:to|over)\b|\bmore\s+{_GOOD}\b|"
    r"\bmore\s+(?:accurate|precise|reliab|effective|correct)ly\s+than\b|\bstronger\s+than\b|"
    r"\bw(?:in|ins|on|inning)\s+(?:out\s+)?(?:over|against)\b|"
    rf"\b(?:higher|greater|increased|stronger)\s+{_SOME}{{0,3}}?{SCORE}|"
    rf"\b(?:lower|smaller|reduced|fewer)\s+{_SOME}{{0,3}}?{ERROR}|"
    rf"\b(?:reduc|lower|cut|decreas|halv)\w*\s+{_SOME}{{0,4}}?{ERROR}|"
    r"\berror(?:[\s-]+rates?)?[\s-]+reductions?\b|\bhigher\s+quality\b|"
    rf"\b(?:rais|boost|increas|lift|enhanc)(?:e|es|ed|ing|s)?\s+{_SOME}{{0,4}}?{SCORE}|"
    rf"\b{_HAVING}\s+{_SOME}{{0,4}}?(?:gains?|increases?|boosts?|lifts?|advantages?|edge|lead|"
    rf"benefits?)\b(?:\s+(?:of|in)\s+(?:(?!for\b){_SOME}){{1,4}}?)?\s*\b(?:over|"
    r"(?:as\s+)?compared\s+(?:to|with)|relative\s+to)\b|"
    r"\b(?:advantage|edge|lead|gains?(?!.*\b(?:significan|"
    r"(?:is|was|of)\s+(?:\w+\s+)?[+-]?\d)))(?=\s+(?:of|for)\s+(?:the\s+)?\S+\s+over\b)|"
    rf"\bupper\s+hand\s+over\b|\b{SCORE}\s+(?:ris(?:es?|ing)|rose|increas\w+|grows?|grew|jump\w*|"
    rf"climb\w*)\s+by\s+{_SOME}{{1,4}}?(?=(?:compared|relative|over)\b)|"
    r"\b(?:gains?|boosts?)\s+of\s+[\d.,]+\s?(?:%|points?|per\s?cent)|"
    r"\+\s?[\d.,]+\s?(?:%|points?|per\s?cent|\w+)\s+(?:over|compared)\b|"
    rf"{AFTER_NAME}(?:>{{1,2}}|[≫≻])\s*{_ONE}|\bc[ao]mes?\s+out\s+(?:on\s+top|ahead|best|first)\b|"
    rf"\bleads?\s+by\s+\d|(?<={MASK})\s+(?:helps?|helped|pays\s+off|paid\s+off)(?=[\s.!]*$)|"
    r"\b(?:correctly|accurately|rightly)\s+\w+\s+more\b|\b(?:scor|rank|plac|rat)\w*\s+above\b|"
    r"\bthe\s+stronger\s+of\b|"
    r"\bgain(?:s|ed|ing)\s+[\d.,]+\s?(?:%|points?|per\s?cent|\w+\s+over\b)|"
    rf"\b[\d.,]+\s?(?:{SCORE}|points?|%|per\s?cent)\s+(?:more|higher)\s+than\b|"
    r"\bahead\s+of\b(?!\s+(?:time|schedule))|\b(?:points?|%|per\s?cent)\s+(?:ahead|above)\b|\b(?:compar|perform|far)e?s?\s+favou?rably\b|"
    r"\brais(?:es?|ed|ing)\s+the\s+bar\s+set\s+by\b|\bhigher\s+standard\s+than\b|"
    r"\bmisclassif\w+\s+fewer\b|\bl(?:eaves?|eft|"
    rf"eaving)\s+(?=(?:the\s+)?{MASK}+\s+(?:\w+\s+)?behind[\s.,;)]*$)|"
    rf"\b(?:leads|led|edge[sd])\s+(?=(?:(?!to\b|from\b|by\b)\S+\s+){{1,4}}?by\s+[\w.,]+\s?(?:points?\b|%|"
    rf"per\s?cent\b|{SCORE}))|\bbl(?:ows|ew)\s+(?=(?:\S+\s+){{1,4}}?out\s+of\s+the\s+water\b)|"
    r"\bhead\s+and\s+shoulders\s+above\b|\b(?:preferred|preferable|favou?red)\s+(?:over|to)\b|"
    rf"(?<!\bwe )\b(?:preferr?|favou?r)(?:s|ed)?\s+(?=(?:the\s+)?{MASK}+\s+over\b)"
)
_DOWN = (
    rf"{AFTER_NAME}(?:<{{1,2}}|[≪≺])\s*{_ONE}|"
    rf"\bless\s+(?:{_GOOD}\b|(?:well|(?:accurate|precise|reliab|effective|correct)ly)\s+than\b)|"
    r"\bmisclassif\w+\s+more\b|\bworse\b|(?<!\bat )\bworst\b(?![- ]case)|"
    r"(?<!non-)(?<!non)\binferior(?:ity)?\b|\bunder-?perform\w*|"
    r"\blag(?:s|ged|ging)?\b|\btrail(?:s|ed)\b|\bf[ae]ll(?:s|ing)?\s+(?:\w+\s+)?(?:short|behind)\b|"
    r"\bno\s+match\s+for\b|\blos(?:e|es|ing|t)\s+(?:out\s+)?(?:to|against)\b|"
    r"\b(?:points?|%|per\s?cent|far|is|are|was|were)\s+(?:below|behind)\b|\bweaker\s+than\b|"
    r"\bcompares?\s+unfavou?rably\b|\bsecond\s+only\s+to\b|"
    rf"\bsuffer\w*\s+(?:from\s+)?{_SOME}{{0,3}}?{_DROP}(?!\s+in\s+(?!(?:\w+\s+)?{SCORE}))|"
    rf"\b(?:show|see|saw|exhibit)\w*\s+(?:an?\s+)?{_SOME}{{0,2}}?{_DROP}\s+in\s+(?:\w+\s+)?{SCORE}|"
    rf"\blos(?:es?|t|ing)\s+(?:\w+\s+)?[\w.,]+\s?(?:points?\b|%|per\s?cent\b|{SCORE})|"
    rf"\b(?:drop|fall)(?:s|ped)?\s+(?:\w+\s+)?below\s+{_ONE}|\bmore\s+{_SOME}{{0,2}}?{ERROR}|"
    rf"\bcannot\s+(?:compete|keep\s+up)\s+with\b|{_NOT_REACHING}|"
    r"\b(?:perform|do|work|far)\w*\s+(?:\w+\s+)?(?:poorly|badly)\s+(?:compared|relative|against|in\s+comparison)\b|"
    rf"{_NOT_AS}|\b(?:scor|rank|plac|rat)\w*\s+below\b|"
    rf"\b[\d.,]+\s?(?:{SCORE}|points?|%|per\s?cent)\s+(?:less|fewer|lower)\s+than\b|"
    rf"{_MERELY_HAS}\blowest\s+{_SOME}{{0,2}}?{SCORE}|{_MERELY_HAS}\bhighest\s+{_SOME}{{0,2}}?{ERROR}|"
    rf"\b(?:lower|poorer|decreased|weaker)\s+{_SOME}{{0,3}}?{SCORE}|"
    rf"\b(?:higher|greater|increased)\s+{_SOME}{{0,3}}?{ERROR}|"
    rf"\b(?:hurt|degrad|harm|reduc|lower|decreas)(?:e|es|ed|ing|s)?\s+{_SOME}{{0,3}}?{SCORE}"
)
#: In any direction; `find_comparison` says in which.
COMPARING = rf"(?:{_RECORD}|{_DOWN}|{_UP})"
_COMPARES = re.compile(
    rf"(?i)(?P<record>{_RECORD})|(?P<down>{_DOWN})|(?P<up>{_UP})|"
    r"\b(?P<than>higher|greater|lower|smaller)\s+than\b(?!\s+(?:\d|\.\d|zero|chance|alpha|α|the\s+(?:significance\s+)?(?:level|threshold)))"
)
_SCORE, _ERROR = (re.compile(rf"(?i)\b{noun}") for noun in (SCORE, ERROR))
_SUPERLATIVE = re.compile(r"(?i)(?:best|worst|highest|lowest)\b|top-")
_PARTICIPLE = re.compile(r"(?i)(?:ed|en|ne|beat)(?:\s+(?:out|past|over))?$")
_OF_SYSTEMS = re.compile(r"(?i)\b(?:scor|rank|plac|rat)\w*\s+(?:\w+ly\s+)?$")

# What takes a comparison back that follows.
_SHOWN = re.compile(
    r"(?i)\b(?:finds?|found|show\w*|prov\w+|seen?|observ\w*|report\w*|demonstrat\w*|seem\w*|appear\w*|"
    r"tend\w*|continu\w*|manag\w*|(?:un)?able|turn\w*\s+out|happen\w*|fail\w*|helps?|helped|allow\w*|"
    r"enabl\w*)\s+(?:\S+\s+){0,3}$"
)
_TO = re.compile(
    r"(?i)\bto\s+(?:\w+ly\s+|further\s+|be\s+|perform\s+|do\s+|get\s+|achieve\s+|obtain\s+|reach\s+|"
    r"attain\s+|build\s+|make\s+|an?\s+|the\s+|much\s+|even\s+)*$"
)
_POSSIBLE = re.compile(
    r"(?i)\b(?:may|might|could|would|should|perhaps|possibly)\s+(?:(?!that\b|show|see\b|find|demonstrate|observe)\w+\s+){0,5}$"
)
_CAN_BE = re.compile(r"(?i)\bcan\s+(?:\w+\s+)?be\s+(?:\w+\s+)?$")
_AIM = re.compile(r"(?i)(?:\b(?:of|for|towards?|at|on|needs?|needed|further)\s+(?:\w+\s+)?)$")
_FUTURE = re.compile(r"(?i)\bfuture\s+(?:work|research|stud)")
#: What is before "to" where it has a noun behind it, and no verb.
_LEADS = re.compile(
    r"(?i)\b(?:lead\w*|led|due|thanks|owing|contribut\w+|amount\w*|compared|relative|according)\s+$"
)
_CHOICE = re.compile(
    r"(?i)\b(?:choos\w*|chose\w*|select\w*|pick\w*|find\w*|decid\w*|identif\w*|determin\w*|tun\w*|"
    r"search\w*|keep\w*|kept|tak\w*|took|rank\w*|prefer\w*|recogni\w*|us(?:e|es|ed|ing)|know|tell|see|"
    r"learn|want|need)\s+(?:out\s+|for\s+)?(?:which|what|the|an?|its|their)\s+(?:\w+\s+){0,4}$"
)
#: Verbs that stand behind "to" as they are.
_INFINITIVE = re.compile(
    r"(?i)(?:outperform|beat|surpass|exceed|defeat|dominate|improve|outdo|outscore|win|raise|boost|"
    r"increase|lift|enhance|reduce|lower|cut|decrease|achieve|set|advance|push|obtain|reach|yield|"
    r"establish)\b"
)


@dataclass(frozen=True)
class Comparison:
    """Where in a clause something is said to be better or worse.

    Parameters
    ----------
    start, end : int
        Its place.
    word : str
        How it is said.
    down : bool
        Whether the first of the two is the worse.
    record : bool
        Whether it is against all that there is, such as a new state of the art.
    """

    start: int
    end: int
    word: str
    down: bool
    record: bool

    @property
    def participle(self) -> bool:
        """Whether a system may stand behind it that did it: outperformed by B."""
        return _PARTICIPLE.search(self.word) is not None

    @property
    def superlative(self) -> bool:
        """Whether the other systems are all the others."""
        return bool(_SUPERLATIVE.match(self.word))


def find_comparison(clause: str) -> Comparison | None:
    """Find the first comparison of a clause that is claimed.

    Examples
    --------
    >>> find_comparison("A lags behind B").down
    True
    >>> find_comparison("we want to improve A")
    """
    for match in _COMPARES.finditer(clause):
        before = clause[: match.start()]
        if _only_wanted(match, before):
            continue
        down = match["down"] is not None
        if match["than"]:
            of_scores, of_errors = _SCORE.search(before), _ERROR.search(before)
            if not (of_scores or of_errors or _OF_SYSTEMS.search(before)):
                continue
            less = match["than"].lower() in ("lower", "smaller")
            down = less != (of_errors is not None and of_scores is None)
        return Comparison(match.start(), match.end(), match[0], down, match["record"] is not None)
    return None


def _only_wanted(match: re.Match[str], before: str) -> bool:
    """Say whether a comparison is an aim, a possibility or a choice."""
    word, to = match[0].lower(), _TO.search(before)
    if to:
        earlier = before[: to.start()]
        # "to outperforms" is none, and in "leads to better results" the results are there.
        verb = _INFINITIVE.match(word) or before.split()[-1].lower() != "to"
        if not _SHOWN.search(earlier) and not _LEADS.search(earlier):
            return bool(verb) or word in ("better", "best")
    if word.startswith(("improving", "improvement")):
        first = word == "improving" and not before.strip()
        if first or _AIM.search(before) or _FUTURE.search(match.string):
            return True
    if _POSSIBLE.search(before) or (word == "improved" and _CAN_BE.search(before)):
        return True
    return bool(_CHOICE.search(before)) and word in ("better", "best", "worse", "worst")
