struct add128_wide {
    unsigned long long hi;
    unsigned long long lo;
};

struct add128_add_carry_results {
    unsigned long long r0;
    unsigned long long r1;
};

// addCarry of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:240.
[[maybe_unused]] static __device__ __forceinline__ add128_add_carry_results add128_add_carry(unsigned long long x, unsigned long long y, unsigned long long c)
{
    unsigned long long sum = 0ull;
    unsigned long long carry = 0ull;
    sum = x + y + c;
    carry = ((x & y) | ((x | y) & ~sum)) >> 63;
    return {sum, carry};
}

// Add128 of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:247.
//
// Add128 adds numbers of 128 bits.
[[maybe_unused]] static __device__ __forceinline__ add128_wide add128(add128_wide a, add128_wide b)
{
    const add128_add_carry_results t1 = add128_add_carry(a.lo, b.lo, 0ull);
    const unsigned long long lo = t1.r0;
    const unsigned long long c = t1.r1;
    const add128_add_carry_results t2 = add128_add_carry(a.hi, b.hi, c);
    const unsigned long long hi = t2.r0;
    return add128_wide{hi, lo};
}
