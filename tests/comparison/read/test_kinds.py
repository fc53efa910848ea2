"""Files as today's tools write them: read as they are, or by what their refusals say to type.

Each row was written by the documentation of its format, with a few items of two systems: a has .75, b has .5.
"""

import json
import re
import shlex
from pathlib import Path

import pandas as pd
import pytest

from labkit.cli import main
from tests.comparison.test_read import objects, save, table

IDS, A, B = ["q1", "q2", "q3", "q4"], [1, 1, 0, 1], [0, 1, 0, 1]
BOTH = {"a": 0.75, "b": 0.5}
GOLD = ["x", "y", "x", "y"]
SAID = {"a": ["x", "y", "y", "y"], "b": ["y", "y", "y", "y"]}


def of_each(write_one, head, *columns, end="jsonl", **by_name):
    """Write a file a system, whose last column is its own."""
    own = by_name or {"a": A, "b": B}
    return {f"{name}.{end}": write_one(head, *columns, values) for name, values in own.items()}


def long(head, *columns, write_one=table, **by_name):
    """Write a row for each system and item: the system first, its own column last."""
    own = by_name or {"a": A, "b": B}
    systems = [name for name, values in own.items() for _ in values]
    return write_one(
        head,
        systems,
        *[[*column] * len(own) for column in columns],
        [x for values in own.values() for x in values],
    )


def tsv(head, *columns):
    return table(head, *columns, between="\t")


def listed(head, *columns):
    return "[" + ",\n".join(objects(head, *columns).splitlines()) + "]"


def named(**columns):
    """Write objects whose names have dots or blanks."""
    return (
        "["
        + ",".join(
            json.dumps(dict(zip(columns, row, strict=True)))
            for row in zip(*columns.values(), strict=True)
        )
        + "]"
    )


LM_EVAL = "doc_id,doc,target,arguments,resps,filtered_resps"
LM_EVAL_COLUMNS = (
    range(4),
    [{"q": "?"}] * 4,
    [0, 1, 1, 0],
    [{"gen_args_0": {}}] * 4,
    [[["-1.5", "False"]]] * 4,
    [["-1.5"]] * 4,
)
TWICE = [id for id in IDS for _ in range(2)]
SAMPLES = {"a": [1, 1, 1, 1, 0, 0, 1, 1], "b": [0, 0, 1, 1, 0, 1, 1, 0]}
INSPECT = {
    name: json.dumps(
        {
            "version": 2,
            "status": "success",
            "eval": {"task": "t", "model": name},
            "samples": [
                {
                    "id": id,
                    "epoch": 1,
                    "input": "?",
                    "target": "x",
                    "scores": {"match": {"value": "IC"[right], "answer": "x"}},
                }
                for id, right in zip(IDS, scores, strict=True)
            ],
        }
    )
    for name, scores in (("a", A), ("b", B))
}
HELM = {
    name: json.dumps(
        [
            {
                "instance_id": id,
                "train_trial_index": 0,
                "stats": [
                    {
                        "name": {"name": "exact_match", "split": "test"},
                        "count": 1,
                        "sum": right,
                        "mean": right,
                    }
                ],
            }
            for id, right in zip(IDS, scores, strict=True)
        ]
    )
    for name, scores in (("a", A), ("b", B))
}
PROMPTFOO = [
    {
        "promptIdx": 0,
        "testIdx": i,
        "provider": {"id": name},
        "success": bool(right),
        "score": right,
        "namedScores": {},
    }
    for name, scores in (("a", A), ("b", B))
    for i, right in enumerate(scores)
]
WINNERS = ["model_a", "model_a", "tie", "model_b"]
UP = "--higher-is-better"

#: Format -> its files, what is typed, how often a refusal has to be followed (None: nothing helps), the scores.
KINDS = {
    # evaluation logs, a file a model
    "lm-evaluation-harness samples": (of_each(objects, LM_EVAL + ",acc", *LM_EVAL_COLUMNS), "", 1, BOTH),
    "lm-evaluation-harness samples, --metric": (of_each(objects, LM_EVAL + ",acc", *LM_EVAL_COLUMNS), "--metric acc", 0, BOTH),
    "lm-evaluation-harness, trimmed": (of_each(objects, "doc_id,target,acc", range(4), [0, 1, 2, 3]), "", 1, BOTH),
    "lm-evaluation-harness, two filters": (of_each(objects, "doc_id,filter,exact_match", [0, 0, 1, 1, 2, 2, 3, 3], ["strict-match", "flexible-extract"] * 4, **SAMPLES), "--metric exact_match", 1, BOTH),
    "lm-evaluation-harness, aggregated results": ({"a.json": json.dumps({"results": {"arc": {"acc,none": 0.5}}, "versions": {"arc": 1}, "n-shot": {"arc": 0}})}, "", None, None),
    "inspect_ai samples_df in CSV": (of_each(table, "sample_id,eval_id,id,epoch,score_match", ["u1", "u2", "u3", "u4"], ["e"] * 4, IDS, [1] * 4, end="csv", a=[*"CCIC"], b=[*"ICIC"]), "--metric score_match", 1, BOTH),
    "inspect_ai samples_df, epochs": (of_each(table, "eval_id,id,epoch,score_mean", ["e"] * 8, TWICE, [1, 2] * 4, end="csv", **SAMPLES), f"--metric score_mean --samples epoch {UP}", 0, BOTH),
    "inspect_ai samples_df, epochs forgotten": (of_each(table, "eval_id,id,epoch,score_mean", ["e"] * 8, TWICE, [1, 2] * 4, end="csv", **SAMPLES), f"--metric score_mean {UP}", 1, BOTH),
    "inspect_ai log in JSON": ({f"{name}.json": text for name, text in INSPECT.items()}, f"--metric scores.match.value {UP}", 2, BOTH),
    "HELM per_instance_stats.json": ({f"{name}.json": text for name, text in HELM.items()}, "", None, None),
    "HumanEval results": (of_each(objects, "task_id,completion,result,passed", ["HumanEval/0", "HumanEval/1", "HumanEval/2", "HumanEval/3"], ["pass"] * 4, ["passed"] * 4, a=[*map(bool, A)], b=[*map(bool, B)]), "--metric passed", 0, BOTH),
    "HumanEval results, several samples": (of_each(objects, "task_id,completion,passed", TWICE, [*"stuvwxyz"], **SAMPLES), "--metric passed --higher-is-better", 1, BOTH),
    "SWE-bench report": ({f"{name}.json": json.dumps({id: {"patch_exists": True, "resolved": bool(x)} for id, x in zip(IDS, own, strict=True)}) for name, own in (("a", A), ("b", B))}, "--metric resolved", 1, BOTH),
    "SWE-bench run summary": ({"a.json": json.dumps({"total_instances": 4, "resolved_ids": IDS[:3], "unresolved_ids": IDS[3:]})}, "", None, None),
    "tau-bench results, trials": (of_each(listed, "task_id,info,traj,trial,reward", [0, 0, 1, 1, 2, 2, 3, 3], [{}] * 8, [[]] * 8, [0, 1] * 4, end="json", **SAMPLES), f"--metric reward --samples trial {UP}", 0, BOTH),
    "LiveCodeBench eval_all.json": (of_each(listed, "question_id,graded_list,pass@1", IDS, [[True]] * 4, end="json"), f"--metric pass@1 {UP}", 0, BOTH),
    "LiveBench judgments": (of_each(objects, "question_id,task,model,turn,tstamp,category,score", IDS, ["t"] * 4, ["m"] * 4, [1] * 4, [0.5] * 4, ["c"] * 4), UP, 0, BOTH),
    "BigCodeBench and EvalPlus eval_results.json": ({"a.json": json.dumps({"date": "2026", "eval": {id: [{"task_id": id, "status": "pass"}] for id in IDS}})}, "", None, None),
    "OpenCompass predictions": ({f"{name}.json": json.dumps({str(i): {"origin_prompt": "?", "prediction": p, "gold": g} for i, (p, g) in enumerate(zip(own, GOLD, strict=True))}) for name, own in SAID.items()}, "", 1, BOTH),
    "VLMEvalKit in TSV": (of_each(tsv, "index,question,answer,prediction", [241, 7, 9, 12], ["?", "!", ".", ","], GOLD, end="tsv", **SAID), "", 0, BOTH),
    "ragas to_pandas": (of_each(table, "user_input,response,retrieved_contexts,faithfulness", ["who", "why", "how", "when"], ["r", "s", "r", "t"], ["c"] * 4, end="csv"), f"--metric faithfulness {UP}", 1, BOTH),
    "DeepEval test run": ({f"{name}.json": json.dumps({"testCases": [{"name": id, "success": bool(x), "metricsData": [{"name": "m", "score": x}]} for id, x in zip(IDS, own, strict=True)], "conversationalTestCases": []}) for name, own in (("a", A), ("b", B))}, f"--metric success {UP}", 2, BOTH),
    "MLflow eval_results_table.json": ({f"{name}.json": json.dumps({"columns": ["request_id", "inputs", "exact_match/v1/score"], "data": [[id, "?", x] for id, x in zip(IDS, own, strict=True)]}) for name, own in (("a", A), ("b", B))}, "--metric exact_match/v1/score --higher-is-better", 2, BOTH),
    "Weights & Biases table": ({f"{name}.json": json.dumps({"columns": ["id", "acc"], "data": [[id, x] for id, x in zip(IDS, own, strict=True)]}) for name, own in (("a", A), ("b", B))}, "", 1, BOTH),
    "LangSmith export": (of_each(table, "id,inputs.question,outputs.output,latency,feedback.correctness", IDS, ["?"] * 4, ["r"] * 4, [2.5] * 4, end="csv"), f"--metric feedback.correctness {UP}", 0, BOTH),
    "Braintrust export": (of_each(table, "id,input,output,expected,scores.Factuality", IDS, ["?"] * 4, ["r"] * 4, GOLD, end="csv"), f"--metric scores.Factuality {UP}", 0, BOTH),
    "Langfuse scores": (of_each(table, "traceId,name,dataType,value", IDS, ["m"] * 4, ["NUMERIC"] * 4, end="csv"), f"--metric value {UP}", 1, BOTH),
    "OpenAI evals log": (of_each(objects, "run_id,event_id,sample_id,type,data", ["r"] * 4, range(4), IDS, ["match"] * 4, a=[{"correct": bool(x)} for x in A], b=[{"correct": bool(x)} for x in B]), "", None, None),
    "lighteval details, flat": (of_each(objects, "example_id,gold,metric_acc", IDS, GOLD), f"--metric metric_acc {UP}", 0, BOTH),
    "correct, in words": (of_each(table, "question_id,grade", IDS, end="csv", a=["correct", "correct", "incorrect", "correct"], b=["incorrect", "correct", "incorrect", "correct"]), f"--metric grade {UP}", 1, BOTH),
    "pass and fail": (of_each(table, "question_id,verdict", IDS, end="csv", a=["pass", "pass", "fail", "pass"], b=["fail", "pass", "fail", "pass"]), f"--metric verdict {UP}", 1, BOTH),
    "an id of one's own": (of_each(table, "uuid4,acc", IDS, end="csv"), "--metric acc", 1, BOTH),
    "an id, a score and more": (of_each(table, "example_id,latency,acc", IDS, [3.5] * 4, end="csv"), "--metric acc", 0, BOTH),
    # a row for each model and item
    "a log of all models in JSON lines": ({"t.jsonl": long("model,question_id,category,acc", IDS, ["c", "c", "d", "d"], write_one=objects)}, "--metric acc --groups category", 0, BOTH),
    "a log of all models in a JSON list": ({"t.json": long("model_name,sample_id,acc", IDS, write_one=listed)}, "", 0, BOTH),
    "a log of all models in CSV": ({"t.csv": long("model,prompt_id,latency,acc", IDS, [3] * 4)}, "--metric acc", 0, BOTH),
    "a log of all models, which score not said": ({"t.csv": long("model,prompt_id,category,acc", IDS, ["c"] * 4)}, "", 1, BOTH),
    "a log of all models, seeds": ({"t.tsv": long("model,item_id,seed,acc", TWICE, [0, 1] * 4, write_one=tsv, **SAMPLES)}, "--metric acc --samples seed", 0, BOTH),
    "MT-bench single judgments": ({"t.jsonl": long("model,question_id,turn,score", TWICE, [1, 2] * 4, write_one=objects, **SAMPLES)}, UP, 1, BOTH),
    "MT-bench pairwise judgments": ({"t.jsonl": objects("question_id,model_1,model_2,g1_winner,g2_winner", IDS, ["a"] * 4, ["b"] * 4, ["tie"] * 4, ["tie"] * 4)}, "", None, None),
    "Chatbot Arena votes": ({"t.csv": table("question_id,model_a,model_b,winner", IDS, ["a"] * 4, ["b"] * 4, WINNERS)}, "", None, None),
    "AlpacaEval annotations.json": ({"t.json": listed("instruction,generator_1,generator_2,preference", ["i1", "i2", "i3", "i4"], ["b"] * 4, ["a"] * 4, [1.0, 2.0, 1.5, 2.0])}, "", None, None),
    "promptfoo output.json": ({"t.json": json.dumps({"evalId": "e", "results": {"version": 3, "results": PROMPTFOO}, "config": {}})}, "", None, None),
    "promptfoo output.jsonl": ({"t.jsonl": "\n".join(map(json.dumps, PROMPTFOO))}, "", None, None),
    "ir_measures in CSV": (of_each(table, "query_id,measure,value", TWICE, ["AP", "P@10"] * 4, end="csv", **SAMPLES), f"--metric value {UP}", 1, BOTH),
    # tables of all models
    "a column a model": ({"t.csv": table("question_id,a,b", IDS, A, B)}, UP, 0, BOTH),
    "a column a model, in JSON": ({"t.json": listed("a,id,b", A, IDS, B)}, UP, 0, BOTH),
    "a column a model, the index of pandas": ({"t.csv": table(",a,b", range(4), A, B)}, UP, 0, BOTH),
    "a column a model, index and id": ({"t.csv": table(",question_id,a,b", range(4), IDS, A, B)}, UP, 0, BOTH),
    "a column a model, documents": ({"t.csv": table("id,document,a,b", IDS, [*"uuvv"], A, B)}, f"{UP} --groups document", 0, BOTH),
    "a column a model, documents forgotten": ({"t.csv": table("id,category,a,b", IDS, [*"uuvv"], A, B)}, UP, 1, BOTH),
    "a column a model, epochs": ({"t.csv": table("id,epoch,a,b", TWICE, [1, 2] * 4, *SAMPLES.values())}, f"{UP} --samples epoch", 0, BOTH),
    "a column a model, epochs forgotten": ({"t.csv": table("id,epoch,a,b", TWICE, [1, 2] * 4, *SAMPLES.values())}, UP, 1, BOTH),
    "a column a model, a text of each item": ({"t.csv": table("id,prompt,a,b", IDS, "wxyz", A, B)}, UP, 1, BOTH),
    "MTEB, a row a task": ({"t.csv": table("task_name,a,b", IDS, A, B)}, UP, 1, BOTH),
    "Open LLM Leaderboard, a row a model": ({"t.csv": "model,ARC,MMLU,GSM8K,IFEval\na,1,1,0,1\nb,0,1,0,1\n"}, UP, 0, BOTH),
    "cross_val_predict": ({"t.csv": table(",y_true,a,b", range(4), GOLD, *SAID.values())}, "", 1, BOTH),
    "R's write.csv": ({"t.csv": table('"","a","b"', ['"1"', '"2"', '"3"', '"4"'], A, B)}, UP, 0, BOTH),
    "a spreadsheet with decimal commas": ({"t.csv": "item;a;b\nq1;1,0;0,0\nq2;1,0;1,0\nq3;0,0;0,0\nq4;1,0;1,0\n"}, UP, 1, BOTH),
    "a spreadsheet in an old encoding": ({"t.csv": "item,a,b\nfür,1,0\nq2,1,1\nq3,0,0\nq4,1,1\n".encode("cp1252")}, UP, 1, BOTH),
    "a spreadsheet with empty cells": ({"t.csv": "item,a,b\nq1,1,\nq2,1,1\nq3,,\nq4,1,1\n"}, UP, 1, BOTH),
    "Excel": ({"t.xlsx": b"PK"}, "", None, None),
    "an archive of NumPy": ({"t.npz": {"a": A, "b": B}}, UP, 0, BOTH),
    "pandas to_json": ({"t.json": json.dumps({"id": dict(enumerate(IDS)), "a": dict(enumerate(A)), "b": dict(enumerate(B))})}, UP, 1, BOTH),
    "pytrec_eval": ({f"{name}.json": json.dumps({id: {"map": x, "P_10": 0} for id, x in zip(IDS, own, strict=True)}) for name, own in (("a", A), ("b", B))}, "--metric map", 1, BOTH),
    # predictions and right answers
    "a label a line": ({"gold.txt": "\n".join(GOLD), **{f"{name}.txt": "\n".join(own) for name, own in SAID.items()}}, "", 0, BOTH),
    "GLUE submissions": ({"gold.tsv": tsv("index,label", range(4), GOLD), **of_each(tsv, "index,prediction", range(4), end="tsv", **SAID)}, "", 0, BOTH),
    "SQuAD predictions": ({"gold.csv": table("id,answer", IDS, GOLD), **{f"{name}.json": json.dumps(dict(zip(IDS, own, strict=True))) for name, own in SAID.items()}}, "", 1, BOTH),
    "Kaggle submissions": ({"gold.csv": table("id,Survived", IDS, GOLD), **of_each(table, "PassengerId,Survived", IDS, end="csv", **SAID)}, "", 1, BOTH),
    "predictions with probabilities": ({"gold.csv": table("id,label", IDS, GOLD), **of_each(table, "id,probability,guess", IDS, [0.5] * 4, end="csv", **SAID)}, "", 1, BOTH),
    "chat logs with right answers": (of_each(objects, "custom_id,reference,response", IDS, GOLD, **SAID), "", 0, BOTH),
    "a prediction is missing": ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,prediction", IDS, SAID["a"]), "b.csv": table("id,prediction", IDS[1:], SAID["b"][1:])}, "", 1, BOTH),
    "a score is missing": ({"a.csv": table("id,acc", IDS, A), "b.csv": table("id,acc", IDS[1:], B[1:])}, "", 1, BOTH),
    "predictions, but no right answers": (of_each(table, "id,prediction", IDS, end="csv", **SAID), "", None, None),
    "predictions of several samples": (of_each(objects, "id,epoch,target,prediction", TWICE, [1, 2] * 4, ["x"] * 8, **{name: [" yx"[1 + x] for x in own] for name, own in SAMPLES.items()}), "--samples epoch", 1, BOTH),
    "a table without a header": ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("q1,x", IDS[1:], "xxy"), "b.csv": table("q1,y", IDS[1:], SAID["b"][1:])}, "", 1, BOTH),
    # other programs
    "trec_eval -q": ({f"{name}.txt": "".join(f"map\t{id}\t{x}\n" for id, x in zip([*IDS, "all"], [*own, 0.6], strict=True)) for name, own in (("a", A), ("b", B))}, "", 1, BOTH),
    "a TREC run": ({"a.txt": "".join(f"301 Q0 d{n} {n} {9 - n}.5 bm25\n" for n in range(5))}, "", None, None),
    "BIO tags": ({"gold.txt": "B-PER\nO\n\nO", "a.txt": "B-PER\nO\n\nO"}, "", None, None),
    "a confusion matrix": ({"t.csv": "system,x,y\nx,3,1\ny,0,4\n"}, UP, None, None),
    "the log of one model with two scores": ({"a.csv": table("id,acc,f1", IDS, A, B)}, "", 1, {"a": 0.75}),
    "a table of results": ({"t.csv": "model,accuracy,loss\na,0.75,1\nb,0.5,2\n"}, "", None, None),
}  # fmt: skip


def tables_of(path, gold):
    """Return the data files of a path, a folder or a file; right answers stay what they are."""
    return sorted(each for each in path.iterdir() if each != gold) if path.is_dir() else [path]


def read_table(file):
    """Read a table as its user would, for the name `table` in a line of pandas."""
    if file.suffix in (".csv", ".tsv"):
        try:
            return pd.read_csv(file, sep="\t" if file.suffix == ".tsv" else ",")
        except UnicodeDecodeError:
            return None
    return (
        pd.read_json(file, lines=file.suffix == ".jsonl")
        if file.suffix == ".jsonl" or file.read_text()[:1] == "["
        else None
    )


def typed(said, path, words):
    """Do what a refusal says: add its option, or run its line of pandas; return what to try next, if anything."""
    options = re.findall(
        r"(--(?:metric|samples|groups) (?:'[^']*'|[^\s;:,]+)|--missing wrong)",
        said.partition(" must ")[2],
    )
    line = said.rstrip().rpartition("in pandas, ")[2] if "in pandas, " in said else ""
    again = [*words, *[word for option in options[:1] for word in shlex.split(option)]]
    if line and (not options or "after this" in said):
        refused = Path(said.removeprefix("labkit compare: ").split(" must ")[0].partition(": ")[0])
        files = (
            [refused]
            if refused.is_file() and refused.stem == "gold"
            else tables_of(path, path / "gold.csv")
        )
        for file in files:
            names = {"pd": pd, "file": str(file), "table": read_table(file)}
            try:
                eval(line, names)
            except (SyntaxError, KeyError, TypeError, ValueError, AttributeError):
                return None
            file.unlink()
            Path("t.csv").rename(file.with_suffix(".csv"))
        path = path if path.is_dir() else path.with_suffix(".csv")
    return (path, again) if line or options else None


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_file_is_read_or_its_refusal_works(tmp_path, monkeypatch, capsys, kind):
    files, words, steps, scores = KINDS[kind]
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "log", files)
    path = tmp_path / "log" if len(files) > 1 else tmp_path / "log" / next(iter(files))
    assert followed(capsys, path, shlex.split(words)) == (
        steps,
        pytest.approx(scores) if scores else None,
    )


def followed(capsys, path, words):
    """Return how many refusals had to be followed until a file was read, and the scores."""
    for step in range(5):
        status = main(["compare", str(path), *words, "--json"])
        out, said = capsys.readouterr()
        if not status:
            return step, {one["name"]: one["score"] for one in json.loads(out)["systems"]}
        if (following := typed(said, path, words)) is None:
            return None, None
        path, words = following
    return None, None
