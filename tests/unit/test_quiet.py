"""Whoever has set the collector to their liking finds it so again."""

import gc
import sys
from types import ModuleType

import pytest

from sarrus.quiet import loading, no_collection


@pytest.fixture
def collector():
    was_on = gc.isenabled()
    yield
    gc.enable() if was_on else gc.disable()


@pytest.mark.parametrize("quietly", [no_collection, loading])
@pytest.mark.parametrize("is_on", [True, False])
def test_the_collector_is_off_inside_and_as_before_behind(quietly, is_on, collector):
    gc.enable() if is_on else gc.disable()
    with pytest.raises(ValueError, match="inside"), quietly():
        assert not gc.isenabled()
        raise ValueError("inside")
    assert gc.isenabled() is is_on


def test_modules_that_were_loaded_are_old_and_nothing_stays_frozen(collector, monkeypatch):
    gc.enable()
    kept = []
    with loading():
        monkeypatch.setitem(sys.modules, "loaded_by_a_test", ModuleType("loaded_by_a_test"))
        kept.append([[] for _ in range(10)])
    assert any(found is kept[0] for found in gc.get_objects(generation=2))
    assert not gc.get_freeze_count()


def test_what_somebody_froze_stays_frozen(collector, monkeypatch):
    if gc.get_freeze_count():
        pytest.skip("something is frozen already")
    gc.freeze()
    try:
        before = gc.get_freeze_count()
        with loading():
            monkeypatch.setitem(sys.modules, "loaded_by_a_test", ModuleType("loaded_by_a_test"))
        assert gc.get_freeze_count() > before // 2
    finally:
        gc.unfreeze()
