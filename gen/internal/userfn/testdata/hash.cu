struct hash_u32x4 {
    unsigned at[4];
};

// Hash of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:254.
//
// Hash mixes by a table, and shadows names of C++.
[[maybe_unused]] static __device__ __forceinline__ unsigned hash(unsigned a, unsigned b)
{
    hash_u32x4 table = hash_u32x4{};
    table.at[0] = 0x9e3779b9u;
    table.at[1] = 7u;
    table.at[2] = 0xffffffffu;
    table.at[3] = 31u;
    const unsigned register_ = a;
    unsigned int_ = b;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned register_2 = (register_ * table.at[i]) ^ int_;
        if ((register_2 & 1u) == 1u) {
            int_ = int_ + register_2;
        }
        (void)register_2;
    }
    const unsigned t = register_ % 8u;
    if (t == 0u || t == 3u) {
        return int_;
    } else if (t == 1u) {
        int_ = int_ + 1u;
    } else {
        int_ = int_ - t;
    }
    return int_ ^ register_;
}
