"""The words of claims: how denials, equality, significance and numbers are written.

Each is a pattern to search a clause for; how one system is said to be better is in `comparing`.
They are of the language, not of one text: what a clause says about which systems is read in
`claims`, which puts `MASK` in the place of each letter of a system's name, so that no name is
read as a word.
"""

import re

from labkit.report.comparing import AFTER_NAME, COMPARING, ERROR, MASK, NEGATIVE, SCORE

_NAME = rf"{MASK}+"

#: What follows a comparison names somebody: not the system that the text was about.
OF_ANOTHER = re.compile(
    r"(?i)(?:\s+(?:\w+\s+)?(?:than|over|against|on|upon|to|behind)|(?<=outperforms)|(?<=outperform)|"
    r"(?<=outperformed)|(?<=crushes)|(?<=beats)|(?<=beat)|(?<=surpasses)|(?<=surpass)|(?<=exceeds)|"
    r"(?<=trails)|(?<=over)|(?<=than)|(?<=against)|"
    r"(?<=of))\s+(?!(?:it|them|this|that|these|those|both|all|any|each|every|by|expected|before|ever|one|"
    r"average|the\s+(?:others?|former|latter|first|second|rest))\b)\w"
)
#: What follows a comparison names all the other systems that were tested.
OF_OTHERS = re.compile(
    r"(?i)[^,;]{0,30}?\b(?:all|each|every|any)\s+(?:one\s+)?(?:of\s+)?(?:the\s+)?(?:others?\b|other\s+\w+|"
    r"remaining\s+\w+|baselines\b)|[^,;]{0,30}?\bthe\s+(?:others\b|rest\b|other\s+\w+s\b)"
)
#: What precedes a comparison is all the systems but the one behind it.
OF_ALL = re.compile(
    rf"(?i)^[^{MASK}]*\b(?:all|both|every|each|none|neither|no)\s+(?:of\s+)?(?:the\s+|"
    r"our\s+)?(?:\w+\s+)?(?:others?|systems?|models?|classifiers?|methods?|approaches)\b"
)
#: "the superiority of A over B": both names are behind the comparison.
OF_ONE = re.compile(rf"(?i)\s+(?:of|by|for|from|with)\s+(?:the\s+)?{_NAME}")
#: "better results are obtained with A than with B": what stands between the two names.
THAN = re.compile(r"(?i)\b(?:than|over|against)\b")
#: Of what is larger than of another system, and of which nobody makes a test.
UNTESTED = (
    r"(?:faster|slower|quicker|cheaper|simpler|larger|bigger|smaller|longer|shorter|lighter|heavier|older|"
    r"newer|parameters|memory|(?:\w+\s+)?time|times|vocabulary|examples|data|hardware|inference|training|"
    r"latency|space|costs?|speed|storage|compute|energy)\b"
    rf"(?!\s+(?:\w+\s+)?(?:{SCORE}|{ERROR}|gains?|improve\w*|effects?|differences?|margins?))"
)
#: The claim of a test, but no significant digit, and nothing that is only important.
SIGNIFICANT = re.compile(
    r"(?i)(?<!\A)\bsignificantly,|\bsignificant(?:ly)?\b(?!,)(?!\s+(?:digit|figure|attention|interest|"
    r"challenge|role|number|amount|part|portion|proportion|share|effort|cost|research|work|body|obstacle|"
    r"problem|resource|step|contribution|progress)s?\b)"
    rf"(?!\s+(?:(?!{MASK}|than\b|with\b|using\b|and\b|on\b|over\b|but\b|in\b)[\w-]+\s+){{0,4}}?{UNTESTED})|"
    r"\b(?<!have )(?:reach|attain|achiev)(?:es|ed|s)\s+(?:\w+\s+)?significance\b|\bwith\s+(?:\w+\s+)?significance\b"
)
#: Nearly significant.
MARGINAL = re.compile(
    r"(?i)\b(?:marginal(?:ly)?|borderline|almost|nearly|quasi|weakly|virtually|barely|close\s+to|near|"
    r"(?:verge|edge|brink)\s+of|all\s+but|just\s+short\s+of|trend\w*\s+to(?:wards?)?(?:\s+(?:an?|the))?|"
    r"approach\w*|border\w*\s+on|tend\w*\s+to(?:wards?)?|leaning\s+towards?)\s+(?:being\s+|"
    r"statistical(?:ly)?\s+)*significan(?:t|tly|ce)\b"
)
#: Two systems are said to be equally good.
EQUAL = re.compile(
    r"(?i)\bequally\s+(?:good|well|accurate|effective|strong|bad|poor\w*)\b|\bas\s+(?:good|accurate|effective|strong|reliable|bad)\s+as\b|\bjust\s+as\s+(?:good|well)\b|"
    r"\b(?:perform|work|do|far|scor|behav)\w*\s+(?:\w+\s+){0,2}?as\s+well\s+as\b|"
    r"\bno\s+(?:real\s+)?difference\b(?!\s+(?:[^\s,;]+\s+){0,9}?significan)|\bequivalent\b|"
    r"\bon[\s-](?:a[\s-])?par\b|\bperform(?:s|ed)?\s+(?:\w+\s+)?(?:the\s+same|similar(?:ly)?|alike|"
    r"identical(?:ly)?|comparabl[ey])\b|"
    rf"\b(?:similar|identical|equal)\s+(?:\w+\s+)?{SCORE}|\bcomparable\b(?!\s+(?:corp\w+|size|number|conditions?|settings?|data|in\s+(?!(?:\w+\s+)?{SCORE})))|"
    r"\bcompetitive\b(?=\s+(?:with|to|performance|results?|accuracy|scores?)\b|[\s.]*$)|"
    rf"\brivals?\s+(?={_NAME}|the\b|that\b|those\b|human)|"
    rf"\bequals?\s+(?:(?:that|those)\s+of\s+)?(?:the\s+)?(?={_NAME}|baseline)|"
    rf"\bequal\s+to\s+(?:the\s+)?(?={_NAME})|"
    r"\bmatch(?:es|ed|ing)?\s+(?:or\s+\w+\s+)?(?:(?:the|that|those|of|its|their|human|previous|existing|"
    r"prior)\s+)*"
    rf"(?:{SCORE}|baselines?\b|{_NAME}|state\b)|\b(?:are|is|were)\s+tied\b(?!\s+(?:on|in)\s+\d)|"
    r"\bt(?:ies|ied)\s+with\b(?![^,;]*\b(?:on|in)\s+\d)|\b(?:equal|even)\s+footing\b|"
    r"\bparity\s+with\b|\bno\s+different\s+(?:from|than|to)\b|\bclose\s+to\s+(?:that|those)\s+of\b|"
    rf"\bwith(?:out|\s+no)\s+(?:any\s+|an?\s+)?(?:loss|drop|decrease|degradation)\s+(?:of|in)\s+{SCORE}|"
    rf"\b{SCORE}[^,;]{{1,60}}\b(?:is|was)\s+(?:about\s+)?the\s+same\b|"
    rf"\b{SCORE}[^,;]{{1,60}}\b(?:is|was|are|were)\s+(?:\w+\s+)?(?:similar|identical)\s+to\b|"
    rf"\b{SCORE}\s+(?:\w+\s+)?(?:similar|identical|equal)\s+to\b|\bneck[\s-]and[\s-]neck\b|"
    r"\bh[oe]lds?\s+(?:its|their)\s+own\s+against\b|\bperform(?:s|ed)?\s+equally(?=[\s.!]*$)|"
    r"\binterchangeable\b|\bnothing\s+to\s+choose\s+between\b|"
    r"\b(?:are|were)\s+(?:really\s+|basically\s+|essentially\s+)?(?:the\s+same|alike|equal)(?=[\s.!]*$)|"
    r"(?<!statistically )\bindistinguishable\b|(?<!cannot )\bke(?:eps?|pt)\s+(?:up|pace)\s+with\b|"
    rf"(?:(?<=\bdo )|(?<=\bdoes )|(?<=\bdid ))not\s+differ\b(?!\s+(?:\w+ly|much|by|in(?!\s+(?:\w+\s+)?{SCORE}))\b)|"
    r"\b(?:virtually|practically|essentially|nearly|almost)\s+(?:identical|equal|the\s+same)(?=\s+to\b|[\s.!)]*$)|"
    rf"\b(?:ha(?:s|ve|d)|reach|achiev|obtain|get|show|attain|yield|giv)\w*\s+(?:\w+\s+){{0,2}}?the\s+same\s+(?:\w+\s+)?{SCORE}|{AFTER_NAME}[≈≃≅]\s*(?={MASK})"
)
_LITTLE = r"\b(?<!a )(?:little|negligible|minimal)\s+(?=improvement|gain|advantage|benefit|difference|effect)"
#: The clause takes back, or leaves open, what it mentions, or only supposes it.
DENIES = re.compile(
    r"(?i)\b(?:not|no|nor|neither|never|none|nobody|nothing|cannot|fail\w*|unable|inconclusive|insignificant|insufficient|whether|if|hardly|"
    r"unclear|open\s+question|which\s+(?:system|one|of|model|method|classifier|parser|tagger|approach)|"
    r"assum\w+|suppos\w+|imagin\w+|hypothes\w+|were (?:really |truly |just )?(?:as|equal\w*))\b|"
    r"(?<!, )\bwhich\s+(?:\w+\s+)?(?:is|was|are|were)\s+(?:the\s+)?(?:better|best|worse|worst)\b|"
    r"\b(?:hop(?:e|es|ed|ing)|wish\w*)\b"
    rf"|n['’]t\b|\b(?:needed|required|necessary)\s+(?:to\s+(?:show|claim|say|conclude)|before)\b|\bbefore\s+(?:claim|say|conclud)ing\b|{_LITTLE}"
)
_NOUNS = r"(?:advantages?|gains?|benefits?|edge|lead|boosts?|increases?)\b"
#: No denial of what follows, but of a comparison: "not as good as".
NEGATIVES = re.compile(rf"(?i){NEGATIVE}")
#: A negation that takes nothing back of what the clause claims.
NEUTRAL = re.compile(
    r"(?i)\bnot\s+(?:only|just|merely|surprisingly|unexpectedly|by\s+chance)\b|"
    r"(?:\bnot|\bnever|n['’]t)\s+fail\w*\s+to\b|\bno\s+(?:doubt|longer|wonder|matter)\b|"
    rf"\bas\s+(?:hypothesi[sz]ed|assumed|supposed|hoped)\b|{NEGATIVE}|"
    r"\b(?:with|using|uses?|used|needs?|needing|"
    rf"requir\w+)\s+no\s+(?!\w*\s*(?:{_NOUNS}|improv|significan|differen))\w+(?:\s+\w+)?|"
    r"(?:,\s+|\()(?:which|who|although|though|despite|even\s+if|if\s+only)\b(?:(?!significan)[^,)])*[,)]|\beven\s+if\b"
)
_BETTER = COMPARING
#: One system is said to be better or worse, whether that is claimed or only wanted.
COMPARES = re.compile(COMPARING, re.IGNORECASE)
_SIGNIFICANT = r"significan(?:t|tly|ce)\b(?!\s+digit)"
_NOT = r"(?:\b(?:not|nor|never|cannot|fail\w*|unable|lacks?|lacking|hardly)\b|n['’]t\b)"
# What may stand between "not" and what is denied: no other clause, and no "not only".
_BETWEEN = r"(?!(?:only|just|merely|all|every|each|both|mean\w*|imply|implies|is|are|was|were|if|whether|that|because|since|which|who|where|when)\b)[\w.’'-]+\s+"
#: Without one of these nothing is denied: it saves looking for what follows them.
NEGATIONS = re.compile(
    r"(?i)\bn(?:ot?|or|ever|either|on|egligible)|n['’]t\b|\bcannot|\bfail|\black|\bhardly|\bunable|"
    r"\bwithout|\bmiss|\bshort\b|\bopen\s+whether|\bin(?:significant|conclusive|distinguish|sufficient)|"
    r"\bun(?:decided|clear)|\bwithin|\blittle|\bminimal|\bfar\s+from|\bchance|\bluck"
)
#: A difference, or its significance, is denied or left open.
DENIED = re.compile(
    rf"(?i){_NOT}\s+(?:{_BETWEEN}){{0,5}}?{_SIGNIFICANT}|"
    rf"\b(?:no|without|neither|none)\s+(?:{_BETWEEN}){{0,2}}?{_SIGNIFICANT}|"
    rf"\bfar\s+from\s+(?:\w+\s+){{0,2}}?{_SIGNIFICANT}|"
    r"\b(?:no|insufficient|(?:not|n['’]t)\s+(?:\w+\s+)?enough)\s+(?:\w+\s+)?evidence\s+(?:of|for|that|"
    rf"to)\b.*?(?:{_BETTER}|\bdifferen)|(?:\b(?:not|nothing|nowhere)|n['’]t)\s+(?:\w+\s+)?(?:support|"
    rf"confirm|suggest|indicate|show)\w*\b.*?{_BETTER}"
    r"|\b(?:could|may|might|can)\s+(?:\w+\s+)?be\s+(?:\w+\s+)?(?:due\s+to|by|a\s+matter\s+of)\s+(?:\w+\s+)?(?:chance|luck|noise)\b|\bnot\s+statistically\s+distinguish\w*"
    rf"|\b(?:miss|short\s+of|lack)\w*\s+(?:\w+\s+){{0,2}}?{_SIGNIFICANT}"
    r"|\b(?:in|non-?\s?)significant(?:ly)?\b|\b(?:inconclusive|undecided|unclear|open\s+whether)\b|"
    r"\bcannot\s+be\s+(?:said|claimed|concluded|shown)\b|"
    r"\bwithin\s+(?:the\s+)?(?:(?:margin|range)\s+of\s+(?:error|noise)|"
    r"(?:random\s+)?(?:noise|variation|variance))\b|\bstatistically\s+indistinguishable\b"
    r"|(?:\bnot|\bcannot|n['’]t)\s+(?:be\s+)?(?:tell|told|distinguish\w*)\b|"
    r"(?:\bcannot|\b(?:can|could)(?:\s+not|n['’]t)|\bunable\s+to)\s+(?:say|claim|conclude|decide|"
    r"show)\b(?!\s+(?:how|why|by)\b)|\b(?:do|does|did)(?:\s+not|n['’]t)\s+(?:know|"
    r"show)\b(?!\s+(?:how|why|by)\b)"
    rf"|{_NOT}\s+(?:{_BETWEEN}){{0,4}}?{_BETTER}|\bno\s+(?:{_BETWEEN})?(?:{_BETTER}|{_NOUNS})|"
    rf"\b(?:neither|none|no\s+(?:differences?|gain|improvement))\b[^,;]*?\b(?:{_SIGNIFICANT}|{_BETTER})|"
    rf"\bnot\s+the\s+case\s+that\b.*?{_BETTER}|"
    rf"{_SIGNIFICANT}[^,;]{{0,90}}?(?:\b(?:not|never)|n['’]t)\s+(?:be(?:en)?\s+)?"
    r"(?:found|observed|seen|detected|established|shown|reached|achieved|attained|obtained|demonstrated|confirmed)\b"
    rf"|^not\s+significantly\b|{_LITTLE}"
)
#: ... but only supposed, asked, or denied in turn.
ONLY_SUPPOSED = re.compile(
    r"(?i)\b(?:(?<!know )(?<!tell )(?<!say )if|assum\w+|suppos\w+|imagin\w+|hypothes\w+|would|before|"
    r"were\s+(?:really\s+|truly\s+)?(?:equal\w*|as))\b|"
    r"\bnot\s+(?:\w+\s+)?(?:inconclusive|insignificant|non-?\s?significant|undecided|unclear)\b|"
    r"\bnot\s+true\b|\b(?:may|might|could)\s+or\s+\w+\s+not\b|\balways\b|\bno\s+(?:doubt|longer)\b"
)
#: A denial that begins so is about the systems of the clause before, in the same sentence.
DENIES_BEFORE = re.compile(
    r"(?i)^(?:(?:however|but|still|nevertheless|nonetheless|yet),?\s+)?(?:not|it|this|"
    r"(?:the|this|that|their|its)\s+(?:\w+\s+)?(?:test|comparison|difference|result|gain|improvement|"
    r"advantage))\b"
)
#: A sentence that begins so is about the systems of the one before, as one of its clauses would be.
GOES_ON = re.compile(
    r"(?i)(?:(?:however|but|still|nevertheless|nonetheless|yet),?\s+)?(?:the|this|that|these|its)\s+(?:difference|improvement|gain|advantage|lead)s?\b"
)
#: A denial of either of two systems, whichever is ahead.
OF_EITHER = re.compile(
    rf"(?i)\b(?:neither|whether)\s+(?:the\s+)?{_NAME}\s+n?or\s+(?:the\s+)?{_NAME}"
)
#: What stars, daggers or bold type mean, or what is called significant, is no claim.
LEGEND = re.compile(
    r"(?i)^\W*(?:stars?|asterisks?|\w*daggers?|bold\w*|symbols?|underlin\w+|italics?|"
    r"[*†‡§]+)\s+(?:\w+\s+){0,3}?(?:mark|denote|indicate|mean|show|signif|stand|highlight)|"
    r"(?:^|[\s(:])(?:\*+|[†‡§]|\^?\\?d*dagger)\W*\s*(?:\w+\s+){0,4}?significant|"
    r"\b(?:called|considered|regarded|deemed|call|consider|"
    r"regard)\s+(?:as\s+)?(?:statistically\s+)?significant\b|"
    r"^(?:research\s+question|RQ|H|hypothesis)\s*\d*\s*:"
)
_SAYS = r"(?:(?:report|claim|show|argue|state|conclude|demonstrate|observe|find|suggest)(?:s|d|ed|n)?|found)\b"
#: What others have found is no claim of one's own; where "we" stand beside them, it may be.
REPORTED = re.compile(
    r"(?i)^(?!.*\b(?:we|our|us|I)\b|\W*(?:as|like|"
    rf"unlike)\b)(?:[^{MASK}]*?(?:(?:\bet\s+al\.?|\bcolleagues|"
    rf"[(\[]\d{{1,4}}[a-z]?[)\]])(?:\s*[(\[][^)\]]*[)\]])?|"
    r"\b(?:previous|prior|earlier|recent|past|other|related)\s+(?:work|studies|papers|research|authors)|"
    rf"\b(?:literature|authors))\s+(?:(?:ha(?:s|ve|d)|also|already|first|\w+ly)\s+)*{_SAYS}|"
    r"\W*(?:(?!(?:We|It|This|Table)\b)(?-i:[A-Z][a-z]+)(?:\s+and\s+\w+)?\s+(?:claim|argue)(?:s|d|ed)?|"
    r"(?:report|claim|show)(?:s|ed)?|found|(?:argue|demonstrate|observe|state)[sd]?)\s+that\b|"
    r".*\b(?:according\s+to\s+(?:[^,;]*\bet\s+al\b|[^,;]*\(\d{4}|the\s+literature\b)|"
    r"(?:has\s+been|was)\s+(?:\w+ly\s+)?(?:reported|claimed|argued)\s+(?:that|to|by)\b))"
)
NO_CLAIMS = (LEGEND, REPORTED)
#: The clause is about the systems of the one before.
REFERS_BACK = re.compile(
    r"(?i)\b(?:it|its|they|their|this|that|these|both|differences?|gains?|former|latter)\b"
)
#: "improves from 81 (A) to 84 (B)": the second is the one that is better.
FROM_TO = re.compile(
    rf"(?i)\bfrom\s+(?:[\d.,%]+\s*\(\s*)?(?:the\s+)?{_NAME}\s*\)?\s+to\s+(?:[\d.,%]+\s*\(\s*)?(?:the\s+)?{_NAME}"
)
#: What the clause compares is the system that the one before was about, and no name of its own.
REFERS_TO_SUBJECT = re.compile(
    rf"(?i)\b(?:it|its|they|their|this|these|the\s+(?:latter|former))\b|\b(?:than|over|with|to|from|by|of|against)\s+(?:the\s+)?{_NAME}"
)
_PERCENTAGE = r"\s?%|[\s-](?:per\s?cent|percentage|points?|pp)\b"
#: A number with digits after the point, and perhaps what makes it a percentage. The point may be a
#: comma: in 0,815 and 81,5 %, where it cannot part thousands.
NUMBER = re.compile(
    rf"(?i)(?<![\w.,])(?:\d*\.|0,|\d+,(?=\d+(?:{_PERCENTAGE})))(\d+)({_PERCENTAGE})?"
)
#: What precedes a number that is no score: p-values, parameters, and levels such as "at the 0.05 level".
NO_SCORE = re.compile(
    r"(?i)(?:\bp|\balpha|α|\bbeta|β|\bomega|ω|\blambda|λ|\bq|\bC|\blevels?|\bsmoothing|"
    r"\bweights?)(?:[- ]?values?)?(?:\s*(?:[:=<>≤≥≈~,(]|\d*[.,]\d+|"
    r"(?:is|was|are|were|of|at|with|to|and|or|both|from|between|about|around|roughly|approximately|only|"
    r"just|equals?|equal|below|under|above|over|near|less|greater|smaller|larger|more|than|most|least|"
    r"respectively|here|constant)\b))*\s*$"
)
#: The same at a distance: "the probability of so many wins is 0.045".
NO_SHARE = re.compile(
    r"(?i)\b(?:probability|chance|power|threshold)\b[^;]{0,90}$|^not\s+(?:even\s+)?at\s+$"
)
_LEVEL_OF = r"((?:\d*[.,])?\d+\s?%|\d*\.\d+|0,\d+)"
#: The significance level that a clause states.
AT_LEVEL = re.compile(
    rf"(?i)(?:\balpha|α)\s*(?:=|:|of|is|was)?\s*{_LEVEL_OF}|{_LEVEL_OF}\s*(?:significance\s+)?level\b|"
    rf"\blevel\s+(?:of\s+)?{_LEVEL_OF}|"
    rf"\bsignifican\w+\b(?:(?!\bp\s*[<≤=≥>])[^;])*\bp\s*<\s*{_LEVEL_OF}(?!.*\b(?:p\s*[<≤=]|correct|adjust|"
    rf"Bonf|Holm))|\bsignifican\w+\b[^,;(]*?\bat\s+(?:the\s+|p\s*[<≤=]\s*)?{_LEVEL_OF}"
)
#: The p that a clause states, and what stands before it: at most, equal, or more.
STATED_P = re.compile(
    r"(?i)\bp(?:[- ]values?)?\s*(?:(?:is|was|of)\s+)?(?P<sign>=|<=?|≤|>=?|≥)?\s*(?P<p>(?:(?:0|1)?[.,]\d+|\d(?=e-))(?:e-?\d+)?)"
)
#: A p that was corrected for many comparisons is held to a level that the clause need not state.
CORRECTED = re.compile(r"(?i)\b(?:correct|adjust|bonferroni|holm|benjamini|multiple)\w*")
#: What follows a number that is a significance level, or a probability.
LEVEL = re.compile(
    r"(?i)\s*(?:(?:significance\s+|confidence\s+)?level|confidence|probability|likelihood|chances?|certainty|sure|certain|confident|likely|credible)\b"
)
#: One system above another, and that above a third: each sign is a comparison.
LINK = re.compile(rf"{AFTER_NAME}(?:[<>]{{1,2}}|[≪≫≺≻])\s*(?=(?:the\s+)?{MASK})")
#: A p that was rounded to nothing.
ZERO_P = re.compile(
    r"(?i)\bp(?:[- ]values?)?\s*(?:(?:[=:]|<=?|≤|equals?(?:\s+to)?\b)\s*(?:0?[.,]0+|0)|"
    r"(?:is|was|of)\s+0?[.,]0+|0?[.,]00+)(?![\w.,]*\d|\s?%)"
)
#: The null hypothesis is taken to be shown, and what is no such claim.
ACCEPTS_NULL = re.compile(
    r"(?i)\baccept(?:s|ed|ing)?\s+(?:(?:the|our|this)\s+)?(?:null\b|H_?0\b|H₀)|"
    r"\b(?:null\s+hypothesis|H_?0|H₀)(?!\w)[^,;]{0,90}?\b(?:is|was|be|been)\s+(?:\w+\s+)?accepted\b"
)
ACCEPTS_NOTHING = re.compile(
    r"(?i)\b(?:not|never|nor|neither|cannot|no|without|wrong\w*|mistake\w*|rather|instead|if|whether|when|unless|nobody|would|should|could)\b|n['’]t\b"
)
#: The null hypothesis is rejected, as one rejects it where a difference is significant; or is not.
REJECTS_NULL = re.compile(
    r"(?i)\breject(?:s|ed)?\s+(?:(?:the|our|this)\s+)?(?:null\b|H_?0\b|H₀|hypothesis\b)|"
    r"(?:\bhypothesis|\bH_?0|H₀)(?!\w)[^;]{0,160}?\b(?:is|was|be|been)\s+(?:\w+\s+)?rejected\b"
)
REJECTS_NOT = re.compile(
    r"(?i)(?:\b(?:not|cannot|never|hardly|nor|neither|unable|fail\w*|insufficient|no\s+(?:evidence|reason|grounds?))\b|n['’]t\b)(?:\s+\w+){0,4}?\s+reject"
)
MAY_REJECT = re.compile(
    r"(?i)\b(?:if|whether|when|once|unless|would|should|might|need\w*|must|wrong\w*|false\w*|often|chance|probability|power|error)\b|^\s*(?:in\s+order\s+)?to\s+reject"
)
#: "is outperformed by": the systems change places.
PASSIVE = re.compile(
    r"(?i)\s*(?:(?:up)?on\s+)?by\s+(?!\d|far\b|(?:\w+\s+){1,3}?(?:points?|per\s?cent|margins?)\b|%)"
)
#: "Compared with A, B ...": the systems change places.
COMPARED_WITH = re.compile(
    r"(?i)^\s*(?:when\s+|if\s+)?(?:compared|relative|in\s+(?:comparison|contrast|relation))\s+(?:with|to)\b|"
    r"^\s*(?:over|against|versus|unlike)\b|"
    rf"^\s*(?:when\s+|by\s+)?(?:replac|substitut|exchang)\w+\s+(?:the\s+)?{_NAME}\s+(?:with|by|for)\b|"
    rf"^\s*(?:when\s+|by\s+)?(?:switch|mov|go|migrat|chang)\w*\s+from\s+(?:the\s+)?{_NAME}\s+to\b"
)
#: Between two sentences, but not behind an abbreviation.
SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bcf\.)(?<!\b[Ff]ig\.)(?<!\b[Ee]q\.)(?<!\b[Ss]ec\.)(?<!\b[Tt]ab\.)(?<!\bresp\.)(?<!\bapprox\.)\s+"
)
#: Between two clauses of a sentence.
CLAUSE = re.compile(
    r";\s+|(?<!RQ\d)(?<!H\d)(?<!question \d)(?<!ypothesis):\s+(?![\d.]|p\b|(?:\w+\s+)?(?:non-?|in)?significant|a\s+(?:\w+\s+)?significant)|(?<!not)(?<!n't)(?<!\ball),?\s+\b(?:but|although|though|while|whereas|however|yet)\b\s+|,\s+(?:and|so)\s+"
    # "..., as B is, too": what holds of B is another clause.
    r"|,\s+(?:just\s+)?as\s+(?=[^,;]*\b(?:is|are|was|were|do|does|did)\b(?:,?\s+(?:too|as\s+well))?[\s.!]*$)"
)
#: What follows, to the end of the clause, is said of the system before.
RELATIVE = re.compile(r"(?i),\s+which\s+(?:(?:in\s+(?:its\s+)?turn|itself|also),?\s+)?(?=[^,]*\Z)")
#: A clause that another follows: "While A ..., B ...".
FIRST_CLAUSE = re.compile(
    r"(?i)^(?:while|whereas|although|though|even\s+though|even\s+if)\b[^,;]*,\s+"
)


def stated_level(clause: str, alpha: float) -> float:
    """Find the significance level of a clause: its own, if that is stricter than `alpha`."""
    stated = [next(filter(None, match)) for match in AT_LEVEL.findall(clause)]
    numbers = [(n.rstrip(" %").replace(",", "."), 100 if "%" in n else 1) for n in stated]
    levels = [float(number) / unit for number, unit in numbers]
    return min([alpha, *(level for level in levels if 0 < level < 1)])
