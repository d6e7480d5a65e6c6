"""The spanning tree and its loops against the plain, slow way to find them, on random graphs."""

import pytest

from sarrus.topology import GROUND, Branch, Tree, body_at, loop_of, span

SEEDS = range(150)


def slow_span(model):
    """At every step look at all joints that lead out of the tree, and take the one with the lowest key."""
    started = {n.split(".")[0] for n in (*model.fixed, *model.guess)}
    depth, branches, waiting = {GROUND: 0}, [], list(enumerate(model.all_joints))

    def ends(joint):
        return tuple((body_at(model, place), place.frame) for place in model.ends_of(joint))

    while len(branches) < len(model.bodies):
        candidates = []
        for number, joint in waiting:
            (one, _), (two, _) = ends(joint)
            if (one in depth) != (two in depth):
                inner, name = one if one in depth else two, joint.name
                key = (name not in model.carriers, name not in started, depth[inner], joint.freedoms, number)
                candidates.append((key, joint, inner == two))
        _, joint, backward = min(candidates, key=lambda c: c[0])
        (inner, inboard), (outer, outboard) = reversed(ends(joint)) if backward else ends(joint)
        branches.append(Branch(outer, inner, joint, inboard, outboard, backward))
        depth[outer] = depth[inner] + 1
        waiting = [(n, j) for n, j in waiting if j is not joint]
    return Tree(tuple(branches), tuple(j for _, j in waiting if j.freedoms < (3 if model.planar else 6)))


def slow_path(tree, body):
    """Branches from a body inward to ground."""
    found = []
    while body != GROUND:
        found.append(next(i for i, b in enumerate(tree.branches) if b.body == body))
        body = tree.branches[found[-1]].parent
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_tree_is_the_one_of_the_slow_search(tangle, seed):
    model = tangle(seed, most_bodies=20)
    assert span(model) == slow_span(model)


@pytest.mark.parametrize("seed", SEEDS)
def test_way_between_bodies_is_where_their_paths_differ(tangle, seed):
    tree = span(tangle(seed, most_bodies=12))
    bodies = [GROUND, *(b.body for b in tree.branches)]
    for one in bodies:
        assert tree.path(one) == [tree.branches[i].body for i in slow_path(tree, one)]
        for two in bodies:
            first, second = slow_path(tree, one), slow_path(tree, two)
            inward = [i for i in first if i not in second]
            outward = [i for i in reversed(second) if i not in first]
            assert tree.between(one, two) == (inward, outward)


@pytest.mark.parametrize("seed", SEEDS)
def test_parents_and_depths_agree_with_the_paths(tangle, seed):
    tree = span(tangle(seed, most_bodies=12))
    for i, branch in enumerate(tree.branches):
        path = slow_path(tree, branch.body)
        assert tree.branch_of(branch.body) is branch
        assert tree.parents[i] == (path[1] if len(path) > 1 else GROUND)
        assert tree.depths[i] == len(path)


@pytest.mark.parametrize("seed", SEEDS)
def test_loop_goes_once_round_from_the_joint_written_first(tangle, seed):
    model = tangle(seed, most_bodies=12)
    tree = span(model)
    written = [e.name for e in (*model.all_joints, *model.closings)]
    ends = {
        e.name: {body_at(model, p) for p in model.ends_of(e)} for e in (*model.all_joints, *model.closings)
    }
    for cut in (*tree.cuts, *model.closings):
        loop = loop_of(model, tree, cut)
        on_tree = [name for name in loop if name != cut.name]
        assert set(on_tree) <= {b.joint.name for b in tree.branches} and len(set(loop)) == len(loop)
        assert all(ends[a] & ends[b] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))
        bodies = [body for name in loop for body in ends[name]]
        assert all(bodies.count(body) == 2 for body in bodies)
        order = [written.index(name) for name in loop]
        assert order[0] == min(order)
        assert len(order) < 3 or order[1] < order[-1]
