"""Numbers as people and spreadsheets write them; what can be read in two ways is read in none."""

import pytest

from labkit import load_scores_table
from labkit.experiments import load_system_outputs
from labkit.numerals import as_float, is_number, is_plain_number


@pytest.mark.parametrize(
    ("text", "comma", "number"),
    [
        ("0,25", True, 0.25),
        ("-,5", True, -0.5),
        ("\N{MINUS SIGN}0.25", False, -0.25),
        ("7%", False, 0.07),
        ("12,5 %", True, 0.125),
        ("\N{MINUS SIGN}3 %", True, -0.03),
        ("1e-3", False, 0.001),
        ("5,2E-03", True, 0.0052),
        ("-3,25e2", True, -325.0),
    ],
)
def test_numbers(text, comma, number):
    assert as_float(text, comma) == number and is_number(text, comma)


@pytest.mark.parametrize(
    "text", ["", "%", "1e3%", "1_2", "nan", "inf", "1 2", "50%%", "POS", "1,2,3"]
)
def test_no_numbers(text):
    assert not is_number(text)


def test_programs_write_neither_percent_nor_other_signs():
    assert is_plain_number("-1.5e-3")
    assert not any(map(is_plain_number, ("5%", "\N{MINUS SIGN}1", "0,5", "nan", "٣")))


def table(tmp_path, text, name="scores.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf8")
    return path


def read(path):
    """Read a table with both loaders, which have to agree."""
    scores = load_scores_table(path)
    outputs = load_system_outputs(path)
    assert {name: each.tolist() for name, each in outputs.items()} == scores.T.to_dict("list")
    return scores.T.to_dict("list")


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffsystem;t1;t2;;\r\nA;0,5;0,25;;\r\nB;0,1;1,25;;\r\n;;;;\r\n",  # a spreadsheet's columns
        "sep=;\r\nsystem;t1;t2\r\nA;0,5;0,25\r\nB;0,1;1,25\r\n",
        "system;t1;t2\nA;50 %;25 %\nB;10 %;125 %\n",
        "system,t1,t2\nA,50%,25%\nB,10%,125%\n",
        ",A,B\n0,0.5,0.1\n1,0.25,1.25\n",  # pandas and R number the rows
        '"","A","B"\n"1",0.5,0.1\n"2",0.25,1.25\n',
        "index,A,B\n0,0.5,0.1\n1,0.25,1.25\n",
        "Unnamed: 0,A,B\n0,0.5,0.1\n1,0.25,1.25\n",
        "topic_id,A,B\nq7,0.5,0.1\nq9,0.25,1.25\n",
        ",0,1\nA,0.5,0.25\nB,0.1,1.25\n",  # names of systems
    ],
)
def test_tables_of_spreadsheets_and_of_pandas(text, tmp_path):
    assert read(table(tmp_path, text)) == {"A": [0.5, 0.25], "B": [0.1, 1.25]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('system,t1,t2\nA,"1,234","2,000"\nB,"1,000","2,500"\n', "'1,234' is more than a thousand"),
        ("system;t1;t2\nA;1,234;999\nB;1,000;2,500\n", "'1,234' beside '999' is more"),
        ("system;t1;t2\nA;1.234;999\nB;1.000;2.500\n", "'1.234' beside '999' is more"),
        ('system;t1;t2\nA;"1,234.5";2\nB;1;2\n', "'1,234.5', with a separator of thousands"),
        ("system;t1;t2\nA;1.234,5;2\nB;1;2\n", "'1.234,5', with a separator of thousands"),
        ("system;t1;t2\nA;1 234,5;2\nB;1;2\n", "'1 234,5', with a separator of thousands"),
        ("system,t1,t2\nA,50%,0.25\nB,10%,20%\n", "at all numbers or at none, not '[125]0%' and"),
        ("system,t1,t2,t3\nA,0.5,,1\nB,1,1,1\n", "an empty cell"),
        (",Unnamed: 0,A,B\n0,0,0.5,0.1\n1,1,0.25,1.25\n", "'Unnamed: 0', an index that pandas"),
        (
            "topic,A,B\n1,.5,.1\n2,.25,.2\n3,.76,.4\nMean,.503,.233\n",
            "without 'Mean', which sums up",
        ),
        ("system,t1,t2,all\nA,1,2,3\nB,4,0,4\n", "without 'all', which sums up the others"),
        ("system,t1,t2\nA,.5,.1\nB,.3,.2\naverage,.4,.15\n", "without 'average', which sums"),
        ("system;t1;t2;Mittelwert\nA;50 %;25 %;38 %\nB;10 %;20 %;15 %\n", "'Mittelwert'"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text, message, tmp_path):
    path = table(tmp_path, text)
    for load in (load_scores_table, load_system_outputs):
        with pytest.raises(ValueError, match=message):
            load(path)


@pytest.mark.parametrize(
    "text",
    [
        "system,t1,mean\nA,1,1\nB,0,0\n",  # nothing that it could sum up
        "system;t1;t2;t3\nA;1,234;99;1\nB;1,000;2,500;1\n",  # 99, and three digits behind the comma
        "system;t1;t2;t3\nA;1,234;999;0,5\nB;1,000;2,500;1\n",
        'system,t1,t2,t3\nA,"1,234","0,500",1\nB,"1,000","2,500",1\n',
        "system,t1,t2,t3\nA,0 %,0,50%\nB,5%,10%,20%\n",
    ],
)
def test_what_can_be_read_in_one_way_is_read(text, tmp_path):
    assert {len(scores) for scores in read(table(tmp_path, text)).values()} <= {2, 3}
