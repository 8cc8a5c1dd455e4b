struct loops_i32x4 {
    int at[4];
};

// Loops of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:111.
//
// Loops has arrays and loops, over what is known before it runs.
[[maybe_unused]] static __device__ __forceinline__ loops_i32x4 loops(loops_i32x4 a, loops_i32x4 b)
{
    loops_i32x4 sums = loops_i32x4{};
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        #pragma unroll
        for (int j = i; j < 4; j++) {
            if (a.at[i] > b.at[j]) {
                continue;
            }
            sums.at[i] = (int)((unsigned)sums.at[i] + ((unsigned)a.at[i] - (unsigned)b.at[j]));
        }
    }
    const loops_i32x4 t1 = sums;
    #pragma unroll
    for (int i_2 = 0; i_2 < 4; i_2++) {
        const int x = t1.at[i_2];
        if (x == 0) {
            break;
        }
        sums.at[3 - i_2] = sums.at[3 - i_2] ^ x;
    }
    #pragma unroll
    for (int k = 3; k > 0; k--) {
        const int t2 = (int)((unsigned)sums.at[k] + 1u);
        sums.at[k] = sums.at[k - 1];
        sums.at[k - 1] = t2;
    }
    return sums;
}
