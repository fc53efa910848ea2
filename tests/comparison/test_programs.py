"""What search engines, parsers and translation systems write, read as it is, or refused with what to give."""

from fractions import Fraction

import pytest

from labkit.cli import main
from labkit.comparison.programs import kind_of_content, read_programs
from labkit.readers import load_trec_eval, topic_scores

TOPICS = range(301, 313)
QRELS = "".join(f"{t} 0 D{t}{d} {int(d < 2)}\n" for t in TOPICS for d in range(4))


def put(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    content = text.encode("utf8")
    path.write_bytes(content)
    return path


def evaluated(scores, measure="map", summary=True):
    """Write what trec_eval -q prints of the scores of topics, with a second measure."""
    lines = [
        f"{measure:<22}\t{t}\t{s:.4f}\nnum_ret               \t{t}\t9\n" for t, s in scores.items()
    ]
    mean = sum(Fraction(f"{s:.4f}") for s in scores.values()) / len(scores)
    total = f"runid                 \tall\tme\n{measure:<22}\tall\t{float(mean):.4f}\nnum_ret\tall\t99\n"
    return "".join(lines) + (total if summary else "")


def run(name, first=None, topics=TOPICS):
    """Write a run that finds the relevant documents `first`, or last."""
    order = {True: [0, 1, 2, 3], False: [2, 3, 1, 0]}
    lines = []
    for place, topic in enumerate(topics):
        ranked = order[place % 2 == 0 if first is None else first]
        lines += [f"{topic} Q0 D{topic}{d} {r} {9 - r}.5 {name}" for r, d in enumerate(ranked)]
    return "\n".join(lines) + "\n"


def scores(gain):
    return {t: round(0.3 + gain * (t % 5) / 10, 4) for t in TOPICS}


def compare(*words):
    return main(["compare", *map(str, words)])


@pytest.mark.parametrize("end", ["", ".txt"])
@pytest.mark.parametrize("change", [str, lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t])
def test_a_folder_of_evaluations_is_read_as_it_is(tmp_path, end, change, capsys):
    for name, gain in (("BM25.v2", 0.1), ("tfidf", 0.7)):
        put(tmp_path / "runs", f"{name}{end}", change(evaluated(scores(gain))))
    assert compare(tmp_path / "runs") == 0
    out = capsys.readouterr().out
    assert "Read: what trec_eval -q printed, 2 systems x 12 topics, map." in out
    assert "MAP, n = 12" in out and "by MAP" in out and "of=MAP" in out
    found = read_programs(tmp_path / "runs")
    table = load_trec_eval(tmp_path / "runs")
    assert {name: one.tolist() for name, one in found.systems.items()} == table.T.to_dict("list")


def test_topics_that_a_run_lacks_are_refused_or_said_to_score_nothing(tmp_path, capsys):
    fewer = {t: s for t, s in scores(0.7).items() if t not in (303, 305)}
    put(tmp_path, "a.eval", evaluated(scores(0.1)))
    put(tmp_path, "b.eval", evaluated(fewer))
    assert compare(tmp_path) == 2
    said = capsys.readouterr().err
    assert "b.eval must have map of all topics, not be without 2 topics (303, 305)" in said
    assert "--missing wrong scores 0 there" in said
    assert compare(tmp_path, "--missing", "wrong") == 0
    assert "b has nothing for 2 topics (303, 305): scored 0." in capsys.readouterr().out
    found = read_programs(tmp_path, missing="wrong").systems["b"]
    assert found.tolist() == [fewer.get(t, 0) for t in TOPICS]


def test_evaluations_are_refused_where_they_are_not_whole(tmp_path):
    put(tmp_path, "one/a.eval", evaluated(scores(0.1)))
    twice = put(tmp_path, "one/b.eval", evaluated(scores(0.1), summary=False) * 2)
    with pytest.raises(ValueError, match=r"b.eval: line 25 must have map of topic 301 once"):
        read_programs(tmp_path / "one")
    twice.write_text(evaluated(scores(0.1), "ndcg_cut_10"))
    with pytest.raises(ValueError, match="measure must be one of num_ret, not 'map'"):
        read_programs(tmp_path / "one", metric="map")
    twice.write_text("map\tall\t0.5\n")
    with pytest.raises(ValueError, match="must have lines of topics, not of all only"):
        read_programs(tmp_path / "one")
    with pytest.raises(ValueError, match="gold must be left out for what trec_eval -q printed"):
        read_programs(tmp_path / "one", put(tmp_path, "qrels.txt", QRELS))


def test_runs_are_scored_by_the_judgements_given_or_found(tmp_path, capsys):
    folder = tmp_path / "runs"
    put(folder, "good.run", run("good", True))
    put(folder, "mixed.run", run("mixed"))
    qrels = put(tmp_path, "judged.txt", "\ufeff" + QRELS.replace("\n", "\r\n"))
    assert compare(folder) == 2
    said = capsys.readouterr().err
    assert "gold must be the judgements of relevance (lines of topic, iteration" in said
    assert "holds runs of search engines" in said and "give it with --gold FILE" in said
    expected = {"map": [1.0, (1 / 3 + 1 / 2) / 2], "P_2": [1, 0], "recip_rank": [1, 1 / 3]}
    for measure, (best, worst) in expected.items():
        found = read_programs(folder, qrels, measure)
        assert found.systems["good"].tolist() == [best] * 12
        assert found.systems["mixed"] == pytest.approx([best, worst] * 6)
    assert compare(folder, "--gold", qrels, "--metric", "nDCG@10", "--json", tmp_path / "r") == 0
    qrels.rename(folder / "qrels.robust.txt")  # no usual name: known by what is in it
    table = topic_scores(folder / "qrels.robust.txt", {"good": {"301": {"D3010": 1.0}}}, "map")
    assert list(table.columns) == [str(t) for t in TOPICS]
    assert read_programs(folder).systems.keys() == {"good", "mixed"}
    with pytest.raises(ValueError, match="measure must be one of map"):
        read_programs(folder, metric="f1")


def test_runs_and_judgements_of_other_topics(tmp_path):
    put(tmp_path, "good.run", run("good", True))
    put(tmp_path, "short.run", run("short", True, TOPICS[:-1]))
    put(tmp_path, "qrels.txt", QRELS.replace("301 0", "999 0"))
    with pytest.raises(ValueError, match=r"good.run must have documents for all judged topics, not "
                       r"be without 1 topic \(999\): --missing wrong"):  # fmt: skip
        read_programs(tmp_path)
    found = read_programs(tmp_path, missing="wrong")
    assert found.notes[0].endswith("map; 1 topic of the runs is not judged.")
    assert found.notes[1:] == (
        "good has nothing for 1 topic (999): scored 0.",
        "short has nothing for 2 topics (999, 312): scored 0.",
    )
    assert [int((one == 0).sum()) for one in found.systems.values()] == [1, 2]


@pytest.mark.parametrize("end", [".conllu", ".txt"])
@pytest.mark.parametrize("gold", [True, False])
def test_parses_are_no_predictions_and_what_to_do_is_said(tmp_path, capsys, end, gold):
    word = "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tis\tbe\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    for name in ("a", "b"):
        put(tmp_path / "d", f"{name}{end}", f"# text = It is\n{word}" * 3)
    right = put(tmp_path, f"right{end}", word * 3)
    assert compare(tmp_path / "d", *(["--gold", right] if gold else [])) == 2
    said = "not parses in CoNLL-U: give a table with the columns system, item (a sentence), correct"
    assert said in capsys.readouterr().err
    table = put(
        tmp_path, "t.csv", "system,item,correct,words\na,1,1,2\na,2,2,2\nb,1,0,2\nb,2,1,2\n"
    )
    assert compare(table, "--metric", "precision") == 0
    assert "1  a  0.75" in capsys.readouterr().out


def test_translations_are_counted_where_their_metric_is_named(tmp_path, capsys):
    pytest.importorskip("sacrebleu")
    put(tmp_path, "mt/a.de", "ein Haus am See .\nes regnet heute sehr .\n" * 5)
    put(tmp_path, "mt/b.de", "ein Haus am Meer .\nes regnet nicht sehr .\n" * 5)
    reference = put(tmp_path, "ref.de", "ein Haus am See .\nes regnet heute sehr .\n" * 5)
    assert compare(tmp_path / "mt", "--gold", reference, "--metric", "bleu", "--resamples", 99) == 0
    out = capsys.readouterr().out
    assert "BLEU, n = 10" in out and "2 systems x 10 segments" in out
    put(tmp_path, "mt/c.de", "ein Haus\n")
    with pytest.raises(ValueError, match=r"c.de must have the 10 lines of .*, not 1: is it cut"):
        read_programs(tmp_path / "mt", reference, "bleu")


def test_kinds_are_not_mixed(tmp_path):
    put(tmp_path, "a.eval", evaluated(scores(0.1)))
    put(tmp_path, "b.run", run("b"))
    put(tmp_path, "notes.txt", "remember the milk")
    kinds = r"trec_eval -q printed \(a.eval\) beside .*engines \(b.run\) beside .* \(notes.txt\)"
    with pytest.raises(ValueError, match=rf"files of one kind, not what {kinds}"):
        read_programs(tmp_path)
    put(tmp_path, "q/qrels.txt", QRELS)
    with pytest.raises(ValueError, match="not only judgements of relevance"):
        read_programs(tmp_path / "q", tmp_path / "none")
    put(tmp_path, "two/a.run", run("b"))
    put(tmp_path, "two/a.txt", run("b"))
    with pytest.raises(ValueError, match="one file a system, not two for 'a'"):
        read_programs(tmp_path / "two", tmp_path / "q/qrels.txt")


@pytest.mark.parametrize(
    "text",
    [
        "POS\nNEG\n",
        "",
        "1 2 3 4 5 6\n2 3 4 5 6 7\n",  # six statistics an item
        "3 4 5\n1 2 2\n",
        "A 0.5 0.25\nB 0.5 0.5\n",  # two topics
        "id label score\n1 POS 0.5\n",
        "the map 3\nof all things\n",
        "1\t2\t3\t4\t5\t6\t7\t8\t9\nx\n",
        "\x00\x01",
    ],
)
def test_what_no_program_wrote_is_left_to_others(tmp_path, text):
    path = put(tmp_path, "a.txt", text)
    assert kind_of_content(path) is None and read_programs(tmp_path) is None
