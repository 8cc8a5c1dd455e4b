"""The forward pass of a small transformer whose log-probabilities have the same bits in every batch.

Norms, softmax and log-softmax are those of shflgen.torch. Matrix products are PyTorch's, one sequence at a time: each
has the same shape in every batch, so cuBLAS computes it in the same way. Products of a whole batch do not have this
property, nor have PyTorch's norms and softmax: the last lines show what PyTorch alone gives.

    python transformer.py        needs a CUDA GPU
"""

import torch
from torch.nn import functional

import shflgen.torch as st

LENGTH, WIDTH, HEADS, LAYERS, WORDS = 48, 256, 4, 4, 5003


def parameters(generator):
    """Random weights, by names."""

    def matrix(*shape):
        return torch.randn(shape, generator=generator, device="cuda") / shape[-2] ** 0.5

    layers = [
        {
            "before": matrix(1, WIDTH)[0], "after": matrix(1, WIDTH)[0],
            "qkv": matrix(WIDTH, 3 * WIDTH), "out": matrix(WIDTH, WIDTH),
            "up": matrix(WIDTH, 4 * WIDTH), "down": matrix(4 * WIDTH, WIDTH),
        }
        for _ in range(LAYERS)
    ]  # fmt: skip
    words, head = matrix(1, WORDS, WIDTH)[0], matrix(WIDTH, WORDS)
    return {"words": words, "layers": layers, "last": matrix(1, WIDTH)[0], "head": head}


class Ours:
    """Rows by shflgen, products one sequence at a time."""

    softmax = staticmethod(st.softmax)
    log_softmax = staticmethod(st.log_softmax)
    norm = staticmethod(st.rms_norm)
    residual_norm = staticmethod(st.residual_rms_norm)

    @staticmethod
    def product(a, b):
        """a @ b for each sequence of a, and of b if it has any."""
        return torch.stack([x @ (b if b.dim() == 2 else b[i]) for i, x in enumerate(a)])


class Torch:
    """The same by PyTorch alone."""

    softmax = staticmethod(lambda x: torch.softmax(x, -1))
    log_softmax = staticmethod(lambda x: torch.log_softmax(x, -1))
    norm = staticmethod(lambda x, weight: functional.rms_norm(x, (WIDTH,), weight, 1e-6))
    residual_norm = staticmethod(lambda x, y, weight: (functional.rms_norm(x + y, (WIDTH,), weight, 1e-6), x + y))
    product = staticmethod(torch.matmul)


def attention(by, x, layer):
    """Causal attention on x of shape (batch, LENGTH, WIDTH)."""
    qkv = by.product(x, layer["qkv"]).unflatten(-1, (3, HEADS, WIDTH // HEADS))
    q, k, v = (part.transpose(1, 2).contiguous() for part in qkv.unbind(2))
    scores = by.product(q, k.transpose(-1, -2)) / (WIDTH // HEADS) ** 0.5
    later = torch.ones(LENGTH, LENGTH, dtype=torch.bool, device=x.device).triu(1)
    weights = by.softmax(scores.masked_fill(later, -torch.inf))
    return by.product(by.product(weights, v).transpose(1, 2).flatten(2), layer["out"])


def log_probabilities(by, p, tokens):
    """The log-probabilities of the next words, of shape (batch, LENGTH, WORDS), for tokens of (batch, LENGTH)."""
    x = p["words"][tokens]
    for layer in p["layers"]:
        mixed = attention(by, by.norm(x, layer["before"]), layer)
        normed, x = by.residual_norm(mixed, x, layer["after"])
        x = x + by.product(torch.relu(by.product(normed, layer["up"])), layer["down"])
    return by.log_softmax(by.product(by.norm(x, p["last"]), p["head"]))


def main():
    generator = torch.Generator("cuda").manual_seed(1)
    p = parameters(generator)
    tokens = torch.randint(WORDS, (64, LENGTH), generator=generator, device="cuda")
    for by in (Ours, Torch):
        alone = torch.cat([log_probabilities(by, p, tokens[i : i + 1]) for i in range(64)])
        for batch in (7, 64):
            y = log_probabilities(by, p, tokens[:batch])
            different = int((y.view(torch.int32) != alone[:batch].view(torch.int32)).sum())
            found = f"{different} of {y.numel()} numbers have other bits" if different else "the same bits"
            print(f"{by.__name__}, batch {batch}: {found}")
            assert by is Torch or different == 0
        if by is Ours:
            torch.testing.assert_close(alone[:4], log_probabilities(Torch, p, tokens[:4]), rtol=1e-3, atol=1e-3)


if __name__ == "__main__":
    main()
