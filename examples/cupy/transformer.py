"""A block of a small transformer in CuPy, its norms and softmax by emitted kernels.

The same sequence gives the same bits in every batch. Fails if that does not hold, or if the block
differs from float64.
"""

import os
import pathlib

import cupy as cp

HERE = pathlib.Path(__file__).parent
LENGTH, WIDTH, HEADS = 256, 384, 6


def kernel(name):
    """The kernel of an emitted file, compiled at run time. It includes nothing."""
    return cp.RawModule(code=(HERE / f"{name}.cu").read_text()).get_function(name)


row_softmax, row_norm = kernel("row_softmax"), kernel("row_norm")


def softmax(x):
    """The softmax of the last axis, of 256."""
    rows, out = x.size // LENGTH, cp.empty_like(x)
    row_softmax(((rows + 3) // 4,), (128,), (x, cp.int64(LENGTH), out, cp.int64(LENGTH), cp.int64(rows)))
    return out


def norm(x, weight):
    """The RMS norm of the last axis, of 384."""
    rows, out = x.size // WIDTH, cp.empty_like(x)
    row_norm(((rows + 1) // 2,), (64,),
             (x, cp.int64(WIDTH), out, cp.int64(WIDTH), weight, cp.float32(1e-6), cp.int64(rows)))
    return out


def exact_softmax(x):
    e = cp.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def exact_norm(x, weight):
    return x / cp.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6) * weight


def block(x, p, norm, softmax):
    """Causal attention and a two-layer network on x of shape (LENGTH, WIDTH)."""
    q, k, v = (norm(x, p["before"]) @ p["qkv"]).reshape(LENGTH, 3, HEADS, -1).transpose(1, 2, 0, 3)
    scores = q @ k.transpose(0, 2, 1) / (WIDTH // HEADS) ** 0.5
    scores = cp.where(cp.tri(LENGTH, dtype=bool), scores, scores.dtype.type(-cp.inf))
    mixed = (softmax(cp.ascontiguousarray(scores)) @ v).transpose(1, 0, 2).reshape(LENGTH, WIDTH)
    x = x + mixed @ p["out"]
    return x + cp.maximum(norm(x, p["after"]) @ p["up"], 0) @ p["down"]


if __name__ == "__main__":
    seed = int.from_bytes(os.urandom(4), "little")
    print("seed", seed)
    random = cp.random.default_rng(seed)

    def matrix(*shape):
        return random.standard_normal(shape, dtype=cp.float32) / cp.float32(shape[0] ** 0.5)

    parameters = {
        "before": random.standard_normal(WIDTH, dtype=cp.float32), "after": random.standard_normal(WIDTH, dtype=cp.float32),
        "qkv": matrix(WIDTH, 3 * WIDTH), "out": matrix(WIDTH, WIDTH),
        "up": matrix(WIDTH, 4 * WIDTH), "down": matrix(4 * WIDTH, WIDTH),
    }
    x = random.standard_normal((LENGTH, WIDTH), dtype=cp.float32)

    got = block(x, parameters, norm, softmax)
    want = block(x.astype(cp.float64), {n: a.astype(cp.float64) for n, a in parameters.items()}, exact_norm, exact_softmax)
    error = float(cp.linalg.norm(got - want) / cp.linalg.norm(want))
    print(f"error against float64: {error:.1e}")
    assert error < 1e-5, "the block differs from float64"

    rows = random.standard_normal((64, LENGTH), dtype=cp.float32)
    alone = cp.concatenate([softmax(rows[i : i + 1]) for i in range(64)])
    for batch in range(1, 65):
        assert (softmax(rows[:batch]).view(cp.int32) == alone[:batch].view(cp.int32)).all(), f"batch {batch}: other bits"
    print("ok")
