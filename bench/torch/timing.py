"""Times of several ways to compute one thing, in turn, from CUDA graphs."""

import statistics

import torch

ROUNDS, WARM = 9, 2


def graph(call, ring, launches):
    """A graph of so many launches, which take the inputs of the ring in turn: a tuple each."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for inputs in ring[:2]:
            call(*inputs)
    torch.cuda.synchronize()
    made = torch.cuda.CUDAGraph()
    with torch.cuda.graph(made):
        for i in range(launches):
            call(*ring[i % len(ring)])
    return made


def microseconds(ways: dict, ring: list, launches: int) -> dict:
    """The median time of a launch of each way. All are timed in each round, so that clocks are the same for all."""
    graphs = {name: graph(call, ring, launches) for name, call in ways.items()}
    times = {name: [] for name in ways}
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    for i in range(WARM + ROUNDS):
        for name, made in graphs.items():
            begin.record()
            made.replay()
            end.record()
            end.synchronize()
            if i >= WARM:
                times[name].append(begin.elapsed_time(end) * 1e3 / launches)
    return {name: statistics.median(all) for name, all in times.items()}
