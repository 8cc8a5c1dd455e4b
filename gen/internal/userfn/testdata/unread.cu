// Unread of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:343.
//
// Unread sets its result by name, and returns others.
[[maybe_unused]] static __device__ __forceinline__ int unread(int a, int b)
{
    [[maybe_unused]] int most = 0;
    most = a;
    if (b > a) {
        return b;
    }
    return a;
}
