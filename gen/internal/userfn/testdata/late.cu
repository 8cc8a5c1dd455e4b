struct late_i64x2 {
    long long at[2];
};

// Shifts x to the left by n: by 64 and more nothing is left. A negative n panics in Go.
[[maybe_unused]] static __device__ __forceinline__ long long late_shl_i64_i64(long long x, long long n)
{
    if (n < 0)
        __trap();
    return n >= 0 && n < 64ll ? (long long)((unsigned long long)x << n) : 0;
}

// Late of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, late.go:4.
//
// Late shifts by a difference that wraps, in an else if.
[[maybe_unused]] static __device__ __forceinline__ long long late(long long a, long long b)
{
    late_i64x2 first = late_i64x2{};
    first.at[0] = 3ll;
    first.at[1] = 5ll;
    const late_i64x2 second = late_i64x2{{(long long)((unsigned long long)first.at[1] + 4ull), 7ll}};
    if (a < 3ll) {
        a = (long long)((unsigned long long)a + 1ull);
    } else if (b < second.at[0]) {
        return late_shl_i64_i64(first.at[0], (long long)(0x8000000000000000ull - (unsigned long long)(long long)(unsigned char)b));
    }
    return a ^ first.at[1];
}
