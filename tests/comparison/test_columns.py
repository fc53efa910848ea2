"""Tables and JSON as other programs write them: where the labels are, and whose they are."""

import json

import pytest

from labkit.comparison.reading import read_predictions

RIGHT = ["POS", "NEG", "POS", "POS", "NEG"]
FOUND = ("POS", "POS", "POS", "NEG", "NEG")


def of_files(tmp_path, gold, system, ends=(".csv", ".csv")):
    for name, text, end in (("gold", gold, ends[0]), ("a", system, ends[1])):
        (tmp_path / f"{name}{end}").write_text(text, encoding="utf8")
    read = read_predictions(tmp_path)
    return read.gold, read.systems["a"]


def csv_of(head, *columns):
    return "\n".join([head, *map(",".join, zip(*columns, strict=True))]) + "\n"


@pytest.mark.parametrize(
    "called", ["review_id", "PassengerId", "docid", "Tweet ID", "doc-id", "questionID", "key"]
)
def test_whatever_names_the_items_brings_them_into_the_order_of_the_right_answers(tmp_path, called):
    numbers = ["31", "7", "12", "5", "40"]
    gold = csv_of(f"{called},label", numbers, RIGHT)
    system = csv_of(f"{called},label", numbers[::-1], FOUND[::-1])
    assert of_files(tmp_path, gold, system) == (tuple(RIGHT), FOUND)


def test_what_comes_twice_names_no_items(tmp_path):
    gold = csv_of("user_id,label", ["1", "1", "2", "3", "3"], RIGHT)
    system = csv_of("user_id,prediction", ["1", "1", "2", "3", "3"], FOUND)
    assert of_files(tmp_path, gold, system) == (tuple(RIGHT), FOUND)


@pytest.mark.parametrize("ends", [(".csv", ".csv"), (".jsonl", ".jsonl"), (".csv", ".jsonl")])
def test_texts_in_another_order_are_told(tmp_path, ends):
    texts = ["one", "two", "three", "four", "four"]

    def written(end, texts, name, labels):
        if end == ".csv":
            return csv_of(f"text,{name}", texts, labels)
        rows = zip(texts, labels, strict=True)
        return "\n".join(json.dumps({"text": text, name: label}) for text, label in rows)

    gold = written(ends[0], texts, "label", RIGHT)
    assert of_files(tmp_path, gold, written(ends[1], texts, "prediction", FOUND), ends)[1] == FOUND
    turned = written(ends[1], texts[::-1], "prediction", FOUND[::-1])
    with pytest.raises(ValueError, match=r"in the order of .*gold.*: in the column 'text' item 1"):
        of_files(tmp_path, gold, turned, ends)


def test_few_values_in_another_order_tell_nothing(tmp_path):
    gold = csv_of("split,label", ["x", "x", "x", "y", "y"], RIGHT)
    system = csv_of("split,prediction", ["y", "x", "x", "x", "y"], FOUND)
    assert of_files(tmp_path, gold, system)[1] == FOUND


@pytest.mark.parametrize(
    ("head", "labels"), [("PassengerId,Survived", "01101"), ("doc,found", "xyxxy")]
)
def test_a_header_that_nobody_knows_is_no_item(tmp_path, head, labels):
    first = "12345" if labels[0] == "0" else "abcde"
    system = csv_of(head, first, labels)
    gold = csv_of("item,label", first, labels[::-1])
    assert of_files(tmp_path, gold, system) == (tuple(labels[::-1]), tuple(labels))


def test_right_answers_with_a_header_that_nobody_knows_are_read_if_it_can_be_told(tmp_path):
    gold = csv_of("PassengerId,Survived", "12345", "01101")
    assert of_files(tmp_path, gold, gold)[0] == tuple("01101")
    doubtful = csv_of("doc,found", "abcde", "xyxxy")
    with pytest.raises(ValueError, match="gold.csv must begin with a line such as 'id,label': .*'doc,found'"):  # fmt: skip
        of_files(tmp_path, doubtful, doubtful)
    plain = csv_of("a,x", "bcde", "yxxy")
    assert of_files(tmp_path, plain, plain)[0] == tuple("xyxxy")


def test_an_index_that_r_or_pandas_wrote_is_no_label(tmp_path):
    def of_r(labels):
        return '"","x"\n' + "".join(f'"{i}","{x}"\n' for i, x in enumerate(labels, 1))

    assert of_files(tmp_path, of_r(RIGHT), of_r(FOUND)) == (tuple(RIGHT), FOUND)
    assert of_files(tmp_path, csv_of("label,p", RIGHT, "12345"), of_r(FOUND))[1] == FOUND


def test_empty_rows_and_columns_at_the_end_are_left_out(tmp_path):
    gold = csv_of("id,label,", "12345", RIGHT, [""] * 5)
    system = csv_of("id,label", "12345", FOUND) + ",\n,\n"
    assert of_files(tmp_path, gold, system) == (tuple(RIGHT), FOUND)
    one_column = csv_of("label,,", RIGHT, [""] * 5, [""] * 5)
    assert of_files(tmp_path, one_column, csv_of("id,label", "12345", FOUND))[0] == tuple(RIGHT)


def test_labels_that_an_annotator_rejected_are_no_right_answers(tmp_path):
    rows = [{"text": "x", "label": "POS", "answer": "accept"}]
    rows.append({"text": "y", "label": "POS", "answer": "reject"})
    accepted = "\n".join(map(json.dumps, rows[:1]))
    assert of_files(tmp_path, accepted, "POS", (".jsonl", ".txt"))[0] == ("POS",)
    with pytest.raises(ValueError, match="must hold labels that were accepted, not 'reject' as for item 2"):  # fmt: skip
        of_files(tmp_path, "\n".join(map(json.dumps, rows)), "POS\nPOS", (".jsonl", ".txt"))


def test_blanks_that_nobody_sees_make_no_other_label(tmp_path):
    gold = "very good\nnot good\nvery good"
    system = "very\u00a0good\nvery  good\nvery good\u200b"
    assert of_files(tmp_path, gold, system, (".txt", ".txt"))[1] == ("very good",) * 3
    listed = json.dumps([{"id": i, "label": label} for i, label in enumerate(system.split("\n"))])
    named = json.dumps([{"id": i, "label": label} for i, label in enumerate(gold.split("\n"))])
    (tmp_path / "gold.txt").unlink()
    (tmp_path / "a.txt").unlink()
    assert of_files(tmp_path, named, listed, (".json", ".json"))[1] == ("very good",) * 3


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "id,label"])
def test_a_table_may_be_called_a_text(tmp_path, between, head):
    items = ["d1", "d2", "d3", "d4", "d5"]
    gold, system = (
        csv_of(head, *columns).lstrip("\n").replace(",", between)
        for columns in ((items, RIGHT), (items[::-1], FOUND[::-1]))
    )
    assert of_files(tmp_path, gold, system, (".txt", ".txt")) == (tuple(RIGHT), FOUND)


def test_labels_with_commas_are_no_tables(tmp_path):
    gold, system = "a,b\nb\na,b\na", "a,b\na,b\na\na"
    assert of_files(tmp_path, gold, system, (".txt", ".txt"))[1] == ("a,b", "a,b", "a", "a")
    gold = "yes, sir\nno, sir\nyes, sir\nno, madam"
    assert of_files(tmp_path, gold, gold, (".txt", ".txt"))[1][3] == "no, madam"
    gold = "label, of course\nclass, perhaps\nlabel, of course"
    assert of_files(tmp_path, gold, gold, (".txt", ".txt"))[1][1] == "class, perhaps"


TEXTS = [
    ['"Fine," they said', "dull", '"again', "so", "no"],  # which pair over two lines
    ['"Fine', 'dull"', "so", "no", "yes"],
    ["plain", '"Fine', "so", "no", "yes"],
]


@pytest.mark.parametrize("texts", TEXTS)
@pytest.mark.parametrize("order", ["id\tlabel\ttext", "id\ttext\tlabel"])
def test_quotation_marks_of_texts_swallow_no_lines(tmp_path, texts, order):
    """Both files have the same texts: what was lost in one would be lost in the other."""

    def written(labels):
        columns = {"id": "12345", "text": texts, "label": labels}
        rows = zip(*(columns[name] for name in order.split("\t")), strict=True)
        return "\n".join([order, *map("\t".join, rows)]) + "\n"

    found = of_files(tmp_path, written(RIGHT), written(FOUND), (".tsv", ".tsv"))
    assert found == (tuple(RIGHT), FOUND)


def test_a_text_in_quotation_marks_may_have_lines_and_be_long(tmp_path):
    for texts in (['"a\nb"', '"a ""c"", d"', "x", '"\n"', "y"], ["x", "y", "z", "", "y" * 100_000]):
        gold, system = (csv_of("text,label", texts, labels) for labels in (RIGHT, FOUND))
        assert of_files(tmp_path, gold, system) == (tuple(RIGHT), FOUND)


@pytest.mark.parametrize("order", [(3, 0, 4, 1, 2), (1, 0, 2, 3, 4)])
def test_a_place_in_the_file_is_no_name_where_another_column_tells_otherwise(tmp_path, order):
    names = [f"x{place}" for place in range(5)]

    def shuffled(first, second, labels, order):
        rows = zip(range(5), [names[i] for i in order], [labels[i] for i in order], strict=True)
        return "\n".join([f"{first},{second},label", *(f"{a},{b},{c}" for a, b, c in rows)])

    with pytest.raises(ValueError, match="must name the items as .*: in the column 'guid' item 1"):
        of_files(
            tmp_path,
            shuffled("idx", "guid", RIGHT, range(5)),
            shuffled("idx", "guid", FOUND, order),
        )
    # A column that counts the lines of its own file says nothing of the items.
    read = of_files(
        tmp_path,
        shuffled("index", "id", RIGHT, range(5)),
        shuffled("index", "id", FOUND, order),
    )
    assert read == (tuple(RIGHT), FOUND)


def test_texts_in_another_order_are_noticed_however_their_column_is_called(tmp_path):
    texts = ["good", "bad", "fine", "great", "dull"]
    gold = csv_of("sentence,label", texts, RIGHT)
    with pytest.raises(ValueError, match="the items in the order of .*in the column 'text' item 1"):
        of_files(tmp_path, gold, csv_of("text,pred", texts[::-1], FOUND[::-1]))
    assert of_files(tmp_path, gold, csv_of("text,pred", texts, FOUND))[1] == FOUND


@pytest.mark.parametrize(
    ("head", "end"), [("id,label", ".csv"), ("label", ".csv"), ("prediction", ".txt")]
)
def test_the_header_of_files_that_were_put_together_is_no_item(tmp_path, head, end):
    def text(labels):
        rows = [f"{i},{label}" if "," in head else label for i, label in enumerate(labels)]
        return "\n".join([head, *rows[:2], head, *rows[2:]]) + "\n"

    assert of_files(tmp_path, text(RIGHT), text(FOUND), (end, end)) == (tuple(RIGHT), FOUND)
    # A class may be called as a column is.
    classes = ["class", "score", "class", "score", "class"]
    assert of_files(tmp_path, *["\n".join(classes)] * 2, (end, end))[0] == tuple(classes)


@pytest.mark.parametrize("end", [".csv", ".txt"])
def test_a_table_with_bars_is_a_table(tmp_path, end):
    numbers = ["3", "1", "2", "5", "4"]
    gold = csv_of("id,label", numbers, RIGHT).replace(",", "|")
    system = csv_of("id,label", numbers[::-1], FOUND[::-1]).replace(",", "|")
    assert of_files(tmp_path, gold, system, (end, end)) == (tuple(RIGHT), FOUND)


def test_what_an_annotator_chose_is_the_label_and_not_that_it_was_accepted(tmp_path):
    def text(labels):
        rows = ({"text": f"t{i}", "answer": "accept", "accept": [x]} for i, x in enumerate(labels))
        return "\n".join(map(json.dumps, rows))

    read = of_files(tmp_path, text(RIGHT), text(FOUND), (".jsonl", ".jsonl"))
    assert read == (tuple(RIGHT), FOUND)


def test_names_that_the_first_object_lacks_are_names(tmp_path):
    def text(labels):
        rows = [{"label": label, "id": i} for i, label in reversed([*enumerate(labels)])]
        return "\n".join(map(json.dumps, rows))

    gold = json.dumps(dict(enumerate(RIGHT)))
    without = text(FOUND).replace(', "id": 4', "")
    with pytest.raises(ValueError, match="must have the items of .*, not ''"):
        of_files(tmp_path, gold, without, (".json", ".jsonl"))
    assert of_files(tmp_path, gold, text(FOUND), (".json", ".jsonl"))[1] == FOUND


@pytest.mark.parametrize("whose", [0, 1])
def test_no_item_of_an_object_is_lost_to_another_of_its_name(tmp_path, whose):
    texts = [json.dumps(dict(zip("abcde", labels, strict=True))) for labels in (RIGHT, FOUND)]
    texts[whose] = texts[whose].replace('"b"', '"a"')
    with pytest.raises(ValueError, match="must be JSON: it has 'a' twice in one object"):
        of_files(tmp_path, *texts, (".json", ".json"))


def test_classes_may_be_of_two_words(tmp_path):
    words = "very good\nnot bad\nso so\nnot good\nvery bad\n"  # classes of two words
    assert of_files(tmp_path, words, words, (".txt", ".txt"))[0] == tuple(words.splitlines())


@pytest.mark.parametrize("between", [",", "\t"])
def test_blank_lines_of_a_table_are_no_items(tmp_path, between):
    numbers = ["31", "7", "12", "5", "40"]
    gold = csv_of("id,label", numbers, RIGHT).replace(",", between)
    system = csv_of("id,label", numbers[::-1], FOUND[::-1]).replace(",", between)
    read = of_files(tmp_path, gold.replace("\n", "\n\n", 3), system.replace("\n", "\n\n", 2))
    assert read == (tuple(RIGHT), FOUND)


def test_an_unknown_header_is_asked_for_though_a_class_comes_once(tmp_path):
    gold = csv_of("review,stars", ["r1", "r2", "r3", "r4", "r5", "r6"], [*RIGHT, "MIXED"])
    with pytest.raises(ValueError, match="'review,stars', is a header or an item cannot be told"):
        of_files(tmp_path, gold, gold)
    one = "\n".join(["tone", *RIGHT, "MIXED"])
    (tmp_path / "gold.csv").unlink()
    (tmp_path / "a.csv").unlink()
    with pytest.raises(ValueError, match="which of these 'tone' is cannot be told"):
        of_files(tmp_path, one, one, (".txt", ".txt"))


FORMATS = {
    "fasttext.txt": "__label__POS 0.98\n__label__NEG 0.91\n__label__POS 0.7\n__label__NEG 0.6\n",
    "libsvm.txt": "POS 1:0.5 7:2\nNEG 3:1\nPOS 1:1\nNEG 2:1\n",
    "semeval.txt": "t1 POS\nt2 NEG\nt3 POS\nt4 NEG\n",
    "r.txt": '"x"\n"1" "POS"\n"2" "NEG"\n"3" "POS"\n"4" "NEG"\n',
    "quoted.txt": '"POS"\n"NEG"\n"POS"\n"NEG"\n',
    "weka.csv": "inst#,actual,predicted,error,prediction\n1,1:POS,2:NEG,+,0.9\n2,2:NEG,2:NEG,,0.9\n"
    "3,1:POS,1:POS,,0.7\n4,2:NEG,2:NEG,,0.9\n",
    "classes.csv": "id,POS,NEG\n1,0.9,0.1\n2,0.2,0.8\n3,0.9,0.1\n4,0.2,0.8\n",
    "numbered.csv": "score_0,score_1\n0.9,0.1\n0.2,0.8\n0.9,0.1\n0.2,0.8\n",
    "spacy.jsonl": '{"text": "x", "cats": {"POS": 0.9, "NEG": 0.1}}\n' * 4,
    "probs.jsonl": '{"id": 1, "probs": {"POS": 0.9, "NEG": 0.1}}\n' * 4,
    "pipeline.json": '[[{"label": "POS", "score": 0.9}, {"label": "NEG", "score": 0.1}]]',
    "pandas.json": '{"prediction": {"0": "POS", "1": "NEG", "2": "POS", "3": "NEG"}}',
    "r.csv": "id,label\n1,x,POS\n2,y,NEG\n3,z,POS\n4,v,NEG\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_what_other_programs_write_is_refused_by_its_name(tmp_path, name):
    (tmp_path / "gold.txt").write_text("POS\nNEG\nPOS\nNEG\n")
    (tmp_path / name).write_text(FORMATS[name])
    with pytest.raises(
        ValueError, match=r"must (have|predict) .*(label|classes|fields|word)"
    ) as error:
        read_predictions(tmp_path)
    assert name.partition(".")[0] in str(error.value)
