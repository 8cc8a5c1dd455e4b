struct order_tagged {
    int v;
    signed char t;
};

struct order_padded {
    order_tagged lo;
    order_tagged hi;
    signed char n;
};

// Order of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:329.
//
// Order exchanges structs with padding, which compilers that do not optimise copy in bytes and in words.
[[maybe_unused]] static __device__ __forceinline__ order_padded order(order_padded a, order_padded b)
{
    order_padded r = order_padded{a.lo, b.hi, (signed char)((unsigned)a.n + (unsigned)b.n)};
    order_padded s = order_padded{b.lo, a.hi, a.n};
    if (r.hi.v < s.hi.v) {
        const order_padded t1 = r;
        r = s;
        s = t1;
    }
    order_padded t = s;
    if (t.lo.v < r.lo.v) {
        t = r;
    }
    return t;
}
