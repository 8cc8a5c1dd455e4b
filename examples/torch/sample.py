"""Token sampling by argmax, the same token whatever else is in the batch.

Adding Gumbel noise to logits and taking the argmax draws from their softmax (Maddison, Tarlow and
Minka, "A* Sampling", 2014). Fails if a kernel disagrees with PyTorch.
"""

import torch

from kernels import rows

VOCABULARY = 50257


def sample(logits, temperature, generator):
    """A token for each row of logits."""
    uniform = torch.rand(logits.shape, device=logits.device, generator=generator).clamp_min(1e-20)
    return rows.argmax_float(logits.float() / temperature - torch.log(-torch.log(uniform)))[1]


def check_argmax(generator):
    """The winner is PyTorch's maximum, and its column the first that holds it."""
    for batch in (1, 2, 7, 64, 4096):
        x = torch.randn(batch, VOCABULARY, device="cuda", generator=generator).bfloat16()
        best, column = rows.argmax(x)
        want = x.max(dim=1).values
        assert torch.equal(best, want), f"batch {batch}: another maximum than PyTorch's"
        first = (x == want[:, None]).int().argmax(dim=1)
        assert torch.equal(column.long(), first), f"batch {batch}: another column than the first"


def check_batches(generator):
    """A row's sum has the same bits in every batch, at every alignment."""
    x = torch.randn(64, 768, device="cuda", generator=generator)
    want = rows.sum(x)
    assert torch.allclose(want, x.sum(dim=1), rtol=1e-4, atol=1e-3), "another sum than PyTorch's"
    for batch in range(1, 65):
        assert torch.equal(rows.sum(x[:batch]), want[:batch]), f"batch {batch}: other bits"
    for shift in range(1, 16):
        wide = torch.empty(64, 801, device="cuda")
        wide[:, shift : shift + 768] = x
        assert torch.equal(rows.sum(wide[:, shift : shift + 768]), want), f"shift {shift}: other bits"


def check_sample(generator):
    """Tokens come as often as the softmax says, within five standard deviations."""
    logits = torch.full((1, VOCABULARY), -100.0, device="cuda")
    logits[0, :4] = torch.tensor([2.0, 1.0, 0.0, -1.0])
    draws = 20_000
    tokens = torch.cat([sample(logits.expand(2000, -1), 1.0, generator) for _ in range(draws // 2000)])
    for token, p in enumerate(torch.softmax(logits[0, :4], dim=0).tolist()):
        share = (tokens == token).float().mean().item()
        assert abs(share - p) < 5 * (p * (1 - p) / draws) ** 0.5, f"token {token}: {share:.3f}, want {p:.3f}"


def speed(f, x):
    """Billions of bytes a second of f(x), replayed as a CUDA graph: the median of 20."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        f(x)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        f(x)
    times = []
    for _ in range(23):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        graph.replay()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return x.numel() * x.element_size() / sorted(times[3:])[10] / 1e6


if __name__ == "__main__":
    seed = torch.seed() & 0xFFFFFFFF
    print("seed", seed)
    generator = torch.Generator("cuda").manual_seed(seed)
    check_argmax(generator)
    check_batches(generator)
    check_sample(generator)
    x = torch.randn(4096, VOCABULARY, device="cuda", generator=generator).bfloat16()
    ours, theirs = speed(rows.argmax, x), speed(lambda x: x.argmax(dim=1), x)
    print(f"argmax of 4096 x {VOCABULARY} bfloat16: {ours:.0f} GB/s, PyTorch {theirs:.0f}: {ours / theirs:.2f}x")
    print("ok")
