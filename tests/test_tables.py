"""Tables are read however they were written; what cannot be told is asked for, and nothing is lost."""

import gzip
import time

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import classification_report

from labkit import load_scores_table
from labkit.comparison import read_predictions
from labkit.experiments import load_system_outputs
from labkit.tables import read_table

SCORES = {
    "LR": [0.25, 0.5, 1.0, 0.125],
    "NB": [0.5, 0.75, 0.0, 0.375],
    "LEX": [0.0, 0.125, 0.25, 1.0],
}
TOPICS = ["zombie", "war", "love", "school"]


def lines(separator, rows):
    return "\n".join(separator.join(map(str, row)) for row in rows) + "\n"


def by_system(header):
    rows = [[name, *scores] for name, scores in SCORES.items()]
    return [header, *rows] if header else rows


def by_item(header, names=True):
    rows = [[topic, *scores] for topic, *scores in zip(TOPICS, *SCORES.values(), strict=True)]
    return [header, *(row if names else row[1:] for row in rows)]


@pytest.mark.parametrize("separator", [",", ";", "\t", " ", "  ", ", "])
@pytest.mark.parametrize("suffix", ["csv", "table", "txt", "csv.gz", "table.gz"])
@pytest.mark.parametrize(
    "rows",
    [
        by_system(None),
        by_system(["run", *TOPICS]),
        by_system(["System", *TOPICS]),
        by_system(["Topic", 1, 2, 3, 4]),
        by_item(["topic", *SCORES]),
        by_item(["ID", *SCORES]),
        by_item([*SCORES], names=False),
    ],
    ids=["plain", "run", "System", "numbered", "topics", "ids", "no names"],
)
def test_one_table_in_many_forms(rows, suffix, separator, tmp_path):
    if "csv" in suffix and separator.isspace() and separator != "\t":
        pytest.skip("blanks part nothing in a CSV")
    path = tmp_path / f"scores.{suffix}"
    content = lines(separator, rows).encode()
    path.write_bytes(gzip.compress(content) if suffix.endswith(".gz") else content)
    table = load_scores_table(path)
    assert {name: row.tolist() for name, row in table.iterrows()} == SCORES
    assert table.attrs["read"] == "3 systems x 4 items"
    if not suffix.startswith("txt"):
        loaded = load_system_outputs(path)
        assert {name: scores.tolist() for name, scores in loaded.items()} == SCORES


@pytest.mark.parametrize(
    "rows",
    [
        by_system(["", *TOPICS]),  # as pandas and R write the one and the other
        by_item(["", *SCORES]),
        [[*SCORES], *by_item([*SCORES])[1:]],
        by_system(["who", *TOPICS]),
        by_item(["Unnamed: 0", *SCORES]),
        by_item(["", *SCORES])[1:],  # without a header, more rows than columns
        [["", *SCORES], [7, 0.5, 1, 0], [3, 0.25, 0, 1], [9, 0, 0, 1]],
        [["item", 0, 1, 2], *by_item(["", *SCORES])[1:]],  # systems, or topics, by their numbers
    ],
)
def test_systems_and_items_that_no_word_tells_apart_are_asked_about(rows, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(lines(",", rows))
    for read in (load_scores_table, load_system_outputs):
        with pytest.raises(ValueError, match="must say above its first column.* 'item' above "):
            read(path)


def test_decimal_commas(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(lines(";", by_system(["run", *TOPICS])).replace(".", ","))
    assert load_scores_table(path).loc["NB"].tolist() == SCORES["NB"]
    assert load_system_outputs(path)["NB"].tolist() == SCORES["NB"]
    path = tmp_path / "scores.table"
    path.write_text(lines(" ", by_system(["run", *TOPICS])).replace(".", ","))
    assert load_scores_table(path).loc["NB"].tolist() == SCORES["NB"]


def test_labels_and_names_of_several_words(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(
        'system,1,2\ngold,very positive,"bad, really"\nNaive Bayes,very positive,very positive\n'
    )
    assert load_system_outputs(path)["Naive Bayes"].tolist() == [1, 0]


def test_long_tables_have_columns_in_any_case(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("System;Item;Score\na;1;0,5\na;2;1\nb;2;0\nb;1;0,25\n")
    loaded = load_system_outputs(path)
    assert (loaded["a"].tolist(), loaded["b"].tolist()) == ([0.5, 1], [0.25, 0])


def test_rows_are_what_the_caller_says(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(lines(",", by_system(None)))
    turned = load_scores_table(path, transpose=True)
    assert list(turned.columns) == list(SCORES) and turned.shape == (4, 3)
    path.write_text("x,1,2,3\na,0,1,1\n")
    with pytest.raises(
        ValueError, match="^header must be True or False for .*: its first row, x, 1"
    ):
        load_scores_table(path)
    assert list(load_scores_table(path, header=True).index) == ["a"]
    assert list(load_system_outputs(path, header=False)) == ["x", "a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run,1,2\n", "must have at least one system below its header, not none"),
        ("0.5,1,0.25\n1,0,0.5\n", "line 1 must begin with a system's name, not a score"),
        ("NB,LR\n0.5,1\n1,0\n", None),
        ("NB,NB\n0.5,1\n1,0\n", "not two for 'NB'"),
        ("run,1\na,1,0,0\nb,0,1,1\n", "line 1, the header, must name 3 columns"),
        ("run,1,2\na,1,0\nb,0\n", "line 3 must have 2 scores as the header has, not 1"),
        ('run,1,2\na,"1,0\nb,0,1\n', "line 2 must have 2 scores as the header has, not 1"),
    ],
)
def test_bad_tables_say_what_is_wrong(text, message, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    if message is None:
        assert list(load_scores_table(path).index) == ["NB", "LR"]
        return
    with pytest.raises(ValueError) as error:
        load_scores_table(path)
    assert message in str(error.value)


def test_a_file_that_is_not_packed_is_named(tmp_path):
    path = tmp_path / "scores.csv.gz"
    path.write_text("a,1\nb,0\n")
    with pytest.raises(ValueError, match="must be packed by gzip, as its name says"):
        load_scores_table(path)


@given(
    st.lists(
        st.lists(st.floats(-9, 9).map(lambda x: round(x, 3)), min_size=2, max_size=2),
        min_size=1,
        max_size=5,
    )
)
def test_no_row_of_scores_is_ever_lost(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("tables") / "scores.csv"
    path.write_text(lines(",", [[f"S{i}", *row] for i, row in enumerate(rows)]))
    try:
        table = read_table(path, ".csv")
    except ValueError as error:
        assert str(error).startswith("header must be True or False") or len(rows) > 2
        table = read_table(path, ".csv", header=False, transpose=False)
    assert table.systems == [f"S{i}" for i in range(len(rows))]


def test_line_ends_within_quotation_marks_are_part_of_a_name(tmp_path):
    path = tmp_path / "scores.csv"
    for end in ("\n", "\r\n"):
        text = 'run,"a\ntopic",2\n"Naive\nBayes",1,0\n\n"a ""b""",0,1\n'
        path.write_bytes(text.replace("\n", end).encode())
        table = load_scores_table(path)
        assert list(table.index) == ["Naive Bayes", 'a "b"']
        assert list(table.columns) == ["a topic", "2"]
        assert list(load_system_outputs(path)) == ["Naive Bayes", 'a "b"']
    path.write_text('run,1,2\n"Naive\nBayes",1,0\nLR,0,x\n')
    with pytest.raises(ValueError, match="line 4 must have finite numbers, not 'x'"):
        load_scores_table(path)


def test_quoted_names_between_blanks(tmp_path):
    path = tmp_path / "scores.table"
    path.write_text('"Naive Bayes"  0.5   1\nLR 1\t0\n')
    assert load_scores_table(path).to_dict("index") == {
        "Naive Bayes": {"1": 0.5, "2": 1},
        "LR": {"1": 1, "2": 0},
    }


def test_one_quotation_mark_is_that_line_s_alone(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text('run,1,2\n"A,1,0\nB,0,1\n')
    with pytest.raises(ValueError, match="line 2 must have 2 scores as the header has, not 0"):
        load_scores_table(path)
    path = tmp_path / "scores.tsv"
    path.write_text('run\t1\t2\n5" disk\t1\t0\nB\t0\t1\n')
    assert list(load_scores_table(path).index) == ['5" disk', "B"]
    # All lines have as many tabs, so none is part of a name that goes on.
    path.write_text('run\t1\t2\n"A\t1\t0\nB\t0\t1\n"C"\t0\t1\n"D\t1\t1\n')
    assert list(load_scores_table(path).index) == ['"A', "B", "C", '"D']


def test_lines_end_where_files_end_them_and_nowhere_else(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("run,1,2\nA\u2028B,1,0\nC\x85D,0,1\n", encoding="utf8")
    assert list(load_scores_table(path).index) == ["A\u2028B", "C\x85D"]


def test_a_comment_between_two_rows_is_a_line(tmp_path):
    path = tmp_path / "scores.table"
    path.write_text("A 0.5 1\n# comment\nB 0.5 high\n")
    with pytest.raises(ValueError, match="line 3 must have finite numbers, not 'high'"):
        load_scores_table(path)


def test_rows_of_a_spreadsheet_that_are_empty_hold_nothing(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("run,1,2\nA,1,0\nB,0,1\n,,\n,,\n")
    assert list(load_scores_table(path).index) == ["A", "B"]


def test_many_items_are_one_long_line(tmp_path):
    path = tmp_path / "scores.csv"
    n = 40_000  # more characters than the module csv takes for one field
    path.write_text("".join(f"{name}," + ",".join(["0.25"] * n) + "\n" for name in "AB"))
    assert load_scores_table(path).shape == (2, n)


def test_a_name_like_1_2_is_no_number(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("system,1,2\ngold,1_2,1_3\nA,1_2,1_2\n")
    assert load_system_outputs(path)["A"].tolist() == [1, 0]
    with pytest.raises(ValueError, match="line 2 must have finite numbers, not '1_2'"):
        load_scores_table(path)


def test_packed_without_saying_so_is_unpacked(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_bytes(gzip.compress(b"run,1\nA,1\nB,0\n", mtime=0))
    assert list(load_scores_table(path).index) == ["A", "B"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"A,1\nB\xe9,0\n", r"\(line 2 has the byte 0xe9\): save it as UTF-8"),
        ("A,1\n".encode("utf-16")[:-1], "not of another kind or encoding"),
        (b"A,1\n\0,0\n", "not of another kind .line 2 has a zero byte"),
        (gzip.compress(b"A,1\nB,0\n", mtime=0)[:-9], "must be packed by gzip, and whole"),
    ],
)
def test_other_encodings_are_refused_with_what_to_do(content, message, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        load_scores_table(path)


def test_a_table_in_the_midst_of_a_sheet_is_read(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(",,,,\n,system,1,2,\n,A,1,0,\n,B,0,0,\n")
    assert load_scores_table(path).T.to_dict("list") == {"A": [1, 0], "B": [0, 0]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run,x,y\n,1,0\nB,0,0\n", "a name for each system, not a blank"),
        ("run,x,y\n,1,0\n", "a name for each system, not a blank"),
        ("item,A,,B\nx,1,0,1\ny,1,0,1\n", "a name for each system, not a blank"),
        ("system~x~y\nA~1~0\n", "apart by commas, semicolons or tabs, not 'A~1~0'"),
    ],
)
def test_systems_without_names_and_unknown_separators_are_told(tmp_path, text, message):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        load_system_outputs(path)


@pytest.mark.parametrize("odd", ["nan", "inf", "#DIV/0!", "", "."])
@pytest.mark.parametrize("half", ["0.5", ".5", "0,5"])
def test_a_column_of_scores_with_one_that_is_none_has_no_names_of_systems(tmp_path, odd, half):
    path = tmp_path / "scores.csv"
    path.write_text(f"svm;nb\n{half};1\n{odd};0\n{half};1\n")
    with pytest.raises(ValueError, match="above a first column of names, or finite numbers there"):
        load_system_outputs(path)
    path.write_text(f"system;nb\n{half};1\nbase;0\n")
    assert list(load_scores_table(path).index) == [half, "base"]


def test_a_mean_below_counted_rows_makes_them_no_systems(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(";svm;nb\n0;0,5;1\n1;0,25;0\n2;0,75;0,5\nMoyenne;0,5;0,5\n")
    with pytest.raises(ValueError, match="must be without 'Moyenne', which sums up the others"):
        load_scores_table(path)
    path.write_text("text,svm,nb\na film,0.5,1\ndull,0.25,0\n")
    assert list(load_scores_table(path).index) == ["svm", "nb"]


@pytest.mark.parametrize("name", ["mean", "std", "SD", "median", "MAP", "best", "min", "Summe"])
def test_what_sums_up_the_others_is_no_score(tmp_path, name):
    path = tmp_path / "scores.csv"
    for text in (
        f"system,x,y,{name}\nA,0.5,0.25,0.375\nB,0.5,1,0.75\n",
        f"item,A,B\nx,0.5,0.25\ny,0.5,1\n{name},0.5,0.625\n",
    ):
        path.write_text(text)
        with pytest.raises(
            ValueError, match=f"must be without '{name}', which sums up .* rename it"
        ):
            load_scores_table(path)


@pytest.mark.parametrize("seeds", [("0", "0"), ("13", "42"), ("1.0", "2.0")])
def test_seeds_and_ranks_are_no_items(tmp_path, seeds):
    path = tmp_path / "scores.csv"
    path.write_text(f"system,seed,x,y\nA,{seeds[0]},1,0\nB,{seeds[1]},1,1\n")
    for read in (load_scores_table, load_system_outputs):
        with pytest.raises(ValueError, match="must be without 'seed', which says how systems were"):
            read(path)
    path.write_text("system,seed,x\nA,0.5,1\nB,0.25,0\n")  # a topic
    assert load_scores_table(path).loc["A"].tolist() == [0.5, 1]


def test_summaries_that_programs_print_are_no_scores(tmp_path):
    scores = pd.DataFrame({"NB": [0.1, 0.5, 0.6], "LR": [0.2, 0.6, 0.7]}).describe()
    of_r = "       NB               LR        \n" + "".join(
        f" {name:7}:0.{i}000   {name:7}:0.{i}500  \n"
        for i, name in enumerate(("Min.", "1st Qu.", "Median", "Mean", "3rd Qu.", "Max."), 1)
    )
    vector = "   Min. 1st Qu.  Median    Mean 3rd Qu.    Max. \n   0.10    0.30    0.50    0.40    0.55    0.60 \n"
    for text in (scores.to_string(), scores.T.to_string(), of_r, vector):
        path = tmp_path / "scores.table"
        path.write_text(text)
        with pytest.raises(ValueError, match=r"scores of each item, not what describe\(\), summ"):
            load_scores_table(path)
    scores.to_csv(tmp_path / "scores.csv")
    with pytest.raises(ValueError, match="scores of each item, not what describe"):
        load_system_outputs(tmp_path / "scores.csv")


def test_a_classification_report_holds_no_items(tmp_path):
    report = classification_report(list("pnpn"), list("ppnn"), output_dict=True)
    path = tmp_path / "report.csv"
    for table in (pd.DataFrame(report), pd.DataFrame(report).T):
        table.to_csv(path)
        for read in (load_scores_table, load_system_outputs):
            with pytest.raises(ValueError, match=r"not what describe\(\), summary\(\) or a report"):
                read(path)


def test_rows_of_rs_matrices_bars_and_excels_unicode_text_are_read(tmp_path):
    written = {
        "r.table": "      NB  LR\n[1,] 0.5 0.25\n[2,] 1.0 0.75\n",
        "bars.csv": "topic|NB|LR\n1|0.5|0.25\n2|1.0|0.75\n",
        "excel.tsv": "topic\tNB\tLR\r\n1\t0,5\t0,25\r\n2\t1\t0,75\r\n",
    }
    for name, text in written.items():
        path = tmp_path / name
        path.write_bytes(text.encode("utf-16" if name.startswith("excel") else "utf-8"))
        for read in (lambda at: load_scores_table(at).T, load_system_outputs):
            found = {system: list(scores) for system, scores in read(path).items()}
            assert found == {"NB": [0.5, 1.0], "LR": [0.25, 0.75]}


@pytest.mark.parametrize("name", ["id", "guid", "Index"])
def test_names_of_items_are_no_system(tmp_path, name):
    path = tmp_path / "scores.csv"
    path.write_text(f"idx,{name},NB,LR\n0,105,0.5,0.25\n1,101,1,0.75\n")
    for read in (load_scores_table, load_system_outputs):
        with pytest.raises(ValueError, match=f"name its items in the first .*, not as .* '{name}'"):
            read(path)


@pytest.mark.parametrize(
    "text",
    [
        "true,NEG,NEU,POS\nNEG,50,3,2\nNEU,4,40,6\nPOS,1,5,44\n",
        ",NEG,POS\nNEG,0.94,0.06\nPOS,0.09,0.91\n",
        ",NEG,POS\nNEG,0.94,0.08\nPOS,0.06,0.92\n",
        ",NEG,POS\nNEG,52.1,2.1\nPOS,4.2,41.6\n",
        "system,POS,NEG\nNEG,50,3\nPOS,4,40\n",
        "NEG,POS\n50,3\n4,40\n",
        ",NEG,POS\n0,50,3\n1,4,40\n",
        ",0,1\n0,50,3\n1,4,40\n",
        ",predicted NEG,predicted POS\nactual NEG,50,3\nactual POS,4,40\n",
        ",Pred_NEG,Pred_POS\nTrue_NEG,50,3\nTrue_POS,4,40\n",
        "Actual/Predicted,NEG,POS,All\nNEG,50,3,53\nPOS,4,40,44\nAll,54,43,97\n",
    ],
)
def test_a_confusion_matrix_holds_no_scores(tmp_path, text):
    path = tmp_path / "confusion.csv"
    path.write_text(text)
    for read in (load_scores_table, load_system_outputs):
        asked = "say above its first column in place of"
        with pytest.raises(ValueError, match=f"each item, not .*NEG.*confusion|{asked}"):
            read(path)


@pytest.mark.parametrize(
    "text",
    [
        "system,1,2\na,5,2\nb,3,7\n",
        "item,a,b\n1,5,2\n2,3,7\n",
        "system,1,2\n1,5,2\n2,3,3.5\n",
        "a,b\n5,2\n7,9\n3,4\n",
        "system,en,de\nen,0.91,0.72\nde,0.75,0.88\n",  # trained on one language, tested on each
        "system,en,de\nen,91.2,72.4\nde,75.0,88.1\n",
    ],
)
def test_a_small_square_of_scores_is_read(tmp_path, text):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    assert load_scores_table(path).shape[0] == len(load_system_outputs(path)) == 2


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;", "sep=;;;"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_excel_is_told_of_separators_is_no_row(tmp_path, first, end):
    path = tmp_path / "scores.csv"
    path.write_bytes(end.join([first, "item;NB;LR", "a;0,5;0,25", "b;1;0,75", ""]).encode())
    found = {system: list(scores) for system, scores in load_system_outputs(path).items()}
    assert found == {"NB": [0.5, 1.0], "LR": [0.25, 0.75]}
    assert read_table(path, ".csv").lines == [3, 4]
    for name in ("gold", "NB"):
        (tmp_path / "d").mkdir(exist_ok=True)
        (tmp_path / "d" / f"{name}.csv").write_bytes(
            end.join([first, "id;label", "a;x", "b;y"]).encode()
        )
    assert read_predictions(tmp_path / "d").systems == {"NB": ("x", "y")}


@pytest.mark.parametrize(
    "begin", [b"PK\x03\x04", b"BZh9", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"\xd0\xcf\x11\xe0"]
)
def test_what_other_programs_packed_is_called_so(tmp_path, begin):
    path = tmp_path / "scores.csv"
    path.write_bytes(begin + b"\x14\x00\xff")
    with pytest.raises(
        ValueError, match="not (a spreadsheet( or ZIP)?|packed by .*): unpack it, or save as"
    ):
        load_scores_table(path)


def test_a_number_parted_by_a_stroke_is_none(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("item,NB,LR\na,0.5,1_0\nb,1,0.75\n")
    for read in (load_scores_table, load_system_outputs):
        with pytest.raises(ValueError, match="not .*'1_0'"):
            read(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,NB,NB\na,1,0\n", "one column a system, not two for 'NB'$"),
        ("NB,1,0\nNB,0,1\n", "one row a"),
    ],
)
def test_a_system_that_comes_twice_is_named_with_where_it_stands(tmp_path, text, message):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        load_scores_table(path)


def test_many_rows_take_time_in_proportion(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("item,NB,LR\n" + "".join(f"{i},{i % 2},1\n" for i in range(20_000)))
    begun = time.process_time()
    assert load_scores_table(path).shape == (2, 20_000)
    assert time.process_time() - begun < 10  # the square of the rows would take minutes
