struct product_matrix {
    unsigned m[2][2];
};

// Product of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:139.
//
// Product is the product modulo p.
[[maybe_unused]] static __device__ __forceinline__ product_matrix product(product_matrix a, product_matrix b)
{
    product_matrix c = product_matrix{};
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            unsigned long long sum = 0ull;
            #pragma unroll
            for (int k = 0; k < 2; k++) {
                sum = sum + (unsigned long long)a.m[i][k] * (unsigned long long)b.m[k][j];
            }
            c.m[i][j] = (unsigned)(sum % 65521ull);
        }
    }
    return c;
}
