"""What shells and notebooks offer while one types, and the line by which they show an answer."""

from pathlib import Path

import pytest

import sarrus
from sarrus.cli import main

MODEL = Path(__file__).parents[2] / "examples" / "four-bar.yaml"


@pytest.fixture(scope="module")
def answers():
    model = sarrus.load(MODEL)
    return {
        "check": sarrus.check(model),
        "assemble": sarrus.assemble(model),
        "equations": sarrus.equations(model),
        "simulate": sarrus.simulate(model, "10 ms", rows=2),
    }


@pytest.mark.parametrize("verb", ["check", "assemble", "equations", "simulate"])
def test_an_answer_offers_its_names_and_is_shown_in_one_line(answers, verb):
    answer = answers[verb]
    offered = answer._ipython_key_completions_()
    assert set(answer.names()) <= set(offered)
    for name in offered:
        answer[name]
    shown = repr(answer)
    assert "\n" not in shown and len(shown) < 250
    assert f"{verb} of '{answer.mechanism}'" in shown and answer.status.text in shown


def test_components_of_series_are_offered_too(answers):
    assert "C.reaction.x" in answers["simulate"]._ipython_key_completions_()


@pytest.fixture
def completed(monkeypatch, capsys):
    def run(*words):
        monkeypatch.setenv("_SARRUS_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        assert main([]) == 0
        return capsys.readouterr().out.split()

    return run


def test_a_shell_completes_commands_and_options(completed):
    assert completed("sarrus", "sim") == ["simulate"]
    assert completed("sarrus", "simulate", "--ro") == ["--rows"]


def test_the_script_for_a_shell_can_be_had(monkeypatch, capsys):
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert main(["--show-completion", "bash"]) == 0
    assert "_SARRUS_COMPLETE=complete_bash" in capsys.readouterr().out
