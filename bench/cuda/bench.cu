// Emitted warp-level functions against CUB, cooperative groups, a plain loop of
// shuffles and the raw intrinsic, in one process. Prints RESULTS.md. Its argument
// is the file of instruction counts that counts.awk makes of this program.
#include "ours.cuh"
#include "ours_compact.cuh"
#include "peers_batch.cuh"
#include "peers_members.cuh"
#include "peers_sort.cuh"
#include "peers_struct.cuh"
#include "peers_transpose.cuh"
#include "peers_user.cuh"
#include "peers_winner.cuh"
#include "table.cuh"

static void whole_warps()
{
    row<SumInt, CubReduce<int, Sum, 32>, GroupReduce<int, Sum, 32>, Loop<int, Sum, 32>, RawAdd>("sum int32", "one redux");
    row<SumIntMember, Masked<CubReduce<int, Sum, 32>>, Masked<GroupReduce<int, Sum, 32>>, Masked<RawAdd>>(
        "sum int32, member mask", "a select and one redux");
    row<SumFloat, CubReduce<float, Sum, 32>, GroupReduce<float, Sum, 32>, Loop<float, Sum, 32>>(
        "sum float32", "5 steps of a shuffle (24) and an addition (4): the order of the sum allows no fewer");
    row<SumFloatMember, Masked<CubReduce<float, Sum, 32>>, Masked<GroupReduce<float, Sum, 32>>, Masked<Loop<float, Sum, 32>>>(
        "sum float32, member mask", "a select, then 5 steps of a shuffle (24) and an addition (4)");
    row<MaxFloat, CubReduce<float, Max, 32>, GroupReduce<float, Max, 32>, Loop<float, Max, 32>>("max float32", "a key and back, one redux");
    row<MaxHalf, CubReduce<__half, Max, 32>, GroupReduce<__half, Max, 32>, Loop<__half, Max, 32>>(
        "max float16", "a product for a key, one redux, and back");
    row<MaxDouble, CubReduce<double, Max, 32>, GroupReduce<double, Max, 32>, Loop<double, Max, 32>>(
        "max float64", "a key and back, two redux one after the other, by words; a NaN is told by a comparison of doubles");
    row<SumLong, CubReduce<long long, Sum, 32>, GroupReduce<long long, Sum, 32>, Loop<long long, Sum, 32>>(
        "sum int64", "three redux side by side, of limbs that cannot overflow");
    row<MaxLong, CubReduce<long long, Max, 32>, GroupReduce<long long, Max, 32>, Loop<long long, Max, 32>>(
        "max int64", "two redux, one after the other: the upper words, then the lower ones of who has the winner");
    row<XorLong, CubReduce<unsigned long long, Xor, 32>, GroupReduce<unsigned long long, Xor, 32>, Loop<unsigned long long, Xor, 32>>(
        "xor uint64", "two redux side by side");
    row<MinByte, CubReduce<unsigned char, Min, 32>, Loop<unsigned char, Min, 32>>("min uint8", "one redux");
    row<WinnerFloat, CubWinner<float>, GroupWinner<float>, LoopWinner<float>>("argmax float32", "a product for a key, one redux, a vote, the lowest lane; a shuffle gives its element");
    row<WinnerFloatMember, MaskedWinner<CubWinner<float>>, MaskedWinner<GroupWinner<float>>, MaskedWinner<LoopWinner<float>>>(
        "argmax float32, member mask", "a product for a key, a select, one redux, a vote, the lowest lane; a shuffle gives its element");
    row<WinnerLong, CubWinner<long long>, GroupWinner<long long>, LoopWinner<long long>>(
        "argmax int64", "two redux, one after the other, by words; a vote, the lowest lane");
    row<WinnerDouble, CubWinner<double>, GroupWinner<double>, LoopWinner<double>>(
        "argmax float64", "a key, two redux, one after the other, by words; a vote, the lowest lane; two shuffles give its element");
    row<ScanInt, CubScan<int, Sum>, GroupScan<int, Sum>>("inclusive scan int32", "5 steps of a shuffle (24), a select and an addition");
    row<ScanFloat, CubScan<float, Sum>, GroupScan<float, Sum>>(
        "inclusive scan float32", "5 steps of a shuffle (24) and an addition under the shuffle's predicate");
}

static void narrow_groups()
{
    groups<16, SumInt16, CubReduce<int, Sum, 16>, GroupReduce<int, Sum, 16>, Loop<int, Sum, 16>>(
        "sum int32, width 16, a group", "4 steps of a shuffle (24) and an addition (4), for two groups");
    groups<3, SumFloat3, CubReduce<float, Sum, 3>>("sum float32, width 3, a group", "3 shuffles side by side and two additions, for ten groups");
    groups<5, SumFloat5, CubReduce<float, Sum, 5>>("sum float32, width 5, a group", "2 steps: a shuffle, then 3 side by side and two additions, for six groups");
    groups<6, SumFloat6, CubReduce<float, Sum, 6>>("sum float32, width 6, a group", "2 steps: a shuffle, then 3 side by side and two additions, for five groups");
    groups<7, SumFloat7, CubReduce<float, Sum, 7>>("sum float32, width 7, a group", "2 steps: a shuffle and a select, then 3 side by side and two additions, for four groups");
    groups<9, SumFloat9, CubReduce<float, Sum, 9>>("sum float32, width 9, a group", "3 steps: two of a shuffle, then 3 side by side and two additions, for three groups");
    groups<12, SumFloat12, CubReduce<float, Sum, 12>>("sum float32, width 12, a group", "3 steps: two of a shuffle, then 3 side by side and two additions, for two groups");
    groups<15, SumFloat15, CubReduce<float, Sum, 15>>("sum float32, width 15, a group", "3 steps: two of a shuffle, one selected, then 3 side by side and two additions, for two groups");
    row<SumFloat24, CubReduce<float, Sum, 24>>("sum float32, width 24", "5 steps of a shuffle (24) and an addition (4), one of them selected");
    row<SumFloat31, CubReduce<float, Sum, 31>>("sum float32, width 31", "5 steps of a shuffle (24) and an addition (4), one of them selected");
}

static void members()
{
    const char *jumps = "5 steps of a shuffle of values beside one of pointers, from pointers that the mask gives";
    row<ActiveSumFloat, CoalescedReduce<float, Sum>>("sum float32, active mask 0x5a5a1234", jumps, 0x5a5a1234u);
    row<ActiveSumDouble, CoalescedReduce<double, Sum>>("sum float64, active mask 0x5a5a1234", jumps, 0x5a5a1234u);
    row<ActiveSumFloat, MemberLoop<float, Sum>>("sum float32, active mask 0x5a5a1234, beside a loop", jumps, 0x5a5a1234u);
    row<ActiveSumDouble, MemberLoop<double, Sum>>("sum float64, active mask 0x5a5a1234, beside a loop", jumps, 0x5a5a1234u);
    row<PlannedSumFloat, CoalescedPlanned>("sum float32, active mask 0x5a5a1234, by plan", "6 steps of a shuffle and an addition", 0x5a5a1234u);
    row<ActiveSumInt, CoalescedReduce<int, Sum>>("sum int32, active mask 0x5a5a1234", "one redux", 0x5a5a1234u);
    row<ActiveMaxFloat, CoalescedReduce<float, Max>>("max float32, active mask 0x5a5a1234", "a key and back, one redux", 0x5a5a1234u);
    row<ActiveScanFloat, CoalescedScan<float, Sum>>("inclusive scan float32, active mask 0x5a5a1234", jumps, 0x5a5a1234u);
    row<ActiveScanDouble, CoalescedScan<double, Sum>>("inclusive scan float64, active mask 0x5a5a1234", jumps, 0x5a5a1234u);
    scattered<ActiveSumFloat, CoalescedReduce<float, Sum>>("sum float32, 100 active masks", jumps);
    scattered<ActiveSumDouble, CoalescedReduce<double, Sum>>("sum float64, 100 active masks", jumps);
    scattered<ActiveScanFloat, CoalescedScan<float, Sum>>("inclusive scan float32, 100 active masks", jumps);
    scattered<ActiveScanDouble, CoalescedScan<double, Sum>>("inclusive scan float64, 100 active masks", jumps);
    const char *keys = "one match, then 5 steps of a shuffle of values beside one of pointers";
    row<KeyedSumFloat, PartitionSum>("keyed sum float32, 2 keys", keys, 2);
    row<KeyedSumFloat, PartitionSum>("keyed sum float32, 8 keys", keys, 8);
    row<KeyedSumFloat, PartitionSum>("keyed sum float32, 32 keys", keys, 32);
}

template <class T, int n> static void batch(const char *work)
{
    row<typename BatchOf<T, n>::Way, BatchLoop<T, Sum, n>
#ifdef HAS_BATCHED
        , CubBatch<T, Sum, n>
#endif
        >(work, "5 levels; each exchanges half of what is left, so that shuffles halve from level to level");
}

static void batches()
{
    batch<float, 1>("1 sum float32 of 32 lanes");
    batch<float, 4>("4 sums float32 of 32 lanes");
    batch<float, 8>("8 sums float32 of 32 lanes");
    batch<float, 16>("16 sums float32 of 32 lanes");
    batch<float, 32>("32 sums float32 of 32 lanes");
    batch<__half, 1>("1 sum float16 of 32 lanes");
    batch<__half, 4>("4 sums float16 of 32 lanes");
    batch<__half, 8>("8 sums float16 of 32 lanes");
    batch<__half, 16>("16 sums float16 of 32 lanes");
    batch<__half, 32>("32 sums float16 of 32 lanes");
}

// The way that -memory auto chooses, or the other one.
template <class T, int n, bool forced = false> static void transpose(const char *work)
{
    using Ours = std::conditional_t<forced, typename ForcedTransposeOf<T, n>::Way, typename TransposeOf<T, n>::Way>;
    using Shared = CubExchange<T, n, cub::WARP_EXCHANGE_SMEM>;
    constexpr bool lent = !std::is_same_v<typename Ours::Storage, Nothing>;
    const char *bound = lent ? "stores, a barrier and loads of shared memory" : "selects before and after one level of shuffles (24)";
    if constexpr (n == 32 && sizeof(T) == 4)
        row<Ours, PaddedTranspose<T, n>, Shared, CubExchange<T, n, cub::WARP_EXCHANGE_SHUFFLE>>(work, bound);
    else
        row<Ours, PaddedTranspose<T, n>, Shared>(work, bound);
}

static void transposes()
{
    transpose<float, 2>("transpose of 2 float32 a lane");
    transpose<float, 3>("transpose of 3 float32 a lane");
    transpose<float, 4>("transpose of 4 float32 a lane");
    transpose<float, 5>("transpose of 5 float32 a lane");
    transpose<float, 6>("transpose of 6 float32 a lane");
    transpose<float, 7>("transpose of 7 float32 a lane");
    transpose<float, 8>("transpose of 8 float32 a lane");
    transpose<float, 9>("transpose of 9 float32 a lane");
    transpose<float, 16>("transpose of 16 float32 a lane");
    transpose<float, 32>("transpose of 32 float32 a lane");
    transpose<double, 2>("transpose of 2 float64 a lane");
    transpose<double, 3>("transpose of 3 float64 a lane");
    transpose<double, 4>("transpose of 4 float64 a lane");
    transpose<double, 5>("transpose of 5 float64 a lane");
    transpose<double, 8>("transpose of 8 float64 a lane");
    transpose<double, 16>("transpose of 16 float64 a lane");
    transpose<__half, 2>("transpose of 2 float16 a lane");
    transpose<__half, 4>("transpose of 4 float16 a lane");
    transpose<__half, 8>("transpose of 8 float16 a lane");
    transpose<__half, 16>("transpose of 16 float16 a lane");
    transpose<__half, 32>("transpose of 32 float16 a lane");
    transpose<unsigned char, 2>("transpose of 2 uint8 a lane");
    transpose<unsigned char, 4>("transpose of 4 uint8 a lane");
    transpose<unsigned char, 8>("transpose of 8 uint8 a lane");
    transpose<unsigned char, 16>("transpose of 16 uint8 a lane");
    transpose<unsigned char, 32>("transpose of 32 uint8 a lane");
    transpose<float, 4, true>("transpose of 4 float32 a lane, -memory shared");
    transpose<float, 5, true>("transpose of 5 float32 a lane, -memory shared");
    transpose<float, 7, true>("transpose of 7 float32 a lane, -memory shared");
    transpose<float, 8, true>("transpose of 8 float32 a lane, -memory none");
    transpose<float, 9, true>("transpose of 9 float32 a lane, -memory none");
    transpose<float, 32, true>("transpose of 32 float32 a lane, -memory none");
    transpose<double, 4, true>("transpose of 4 float64 a lane, -memory shared");
    transpose<__half, 2, true>("transpose of 2 float16 a lane, -memory shared");
    transpose<__half, 4, true>("transpose of 4 float16 a lane, -memory none");
    transpose<__half, 8, true>("transpose of 8 float16 a lane, -memory none");
    transpose<__half, 16, true>("transpose of 16 float16 a lane, -memory none");
    transpose<unsigned char, 4, true>("transpose of 4 uint8 a lane, -memory none");
    transpose<unsigned char, 8, true>("transpose of 8 uint8 a lane, -memory none");
}

template <class T, int n> static void sort(const char *work)
{
    if constexpr (n == 1)
        row<typename SortOf<T, n>::Way, CubMergeSort<T, n>, CubBitonicSort<T, n>, BitonicLoop<T>>(work, "15 shuffles and exchanges");
    else
        row<typename SortOf<T, n>::Way, CubMergeSort<T, n>, CubBitonicSort<T, n>>(work, "15 levels of shuffles and exchanges, and those within lanes");
}

template <class T> static void pairs(const char *work)
{
    const char *bound = sizeof(T) == 4 ? "15 levels of 2 shuffles, but one of the first, and an exchange; a shuffle of the value"
                                       : "15 levels of 3 shuffles, but two of the first, and an exchange; a shuffle of the value";
    row<typename PairsOf<T>::Way, CubMergePairs<T>, CubBitonicPairs<T>, BitonicPairs<T>>(work, bound);
}

template <int n, int k> static void pick(const char *work)
{
    row<typename PickOf<n, k>::Way, CubBitonicPick<n, k>>(work, "a warp reduction for each rank, by the hardware");
}

static void picks()
{
    pick<1, 1>("first 1 of 32 int32");
    pick<1, 2>("first 2 of 32 int32");
    pick<1, 4>("first 4 of 32 int32");
    pick<1, 8>("first 8 of 32 int32");
    row<FirstEightByMemory, CubBitonicPick<1, 8>>("first 8 of 32 int32, -memory shared", "14 shuffles, a store and two loads of shared memory");
    pick<8, 1>("first 1 of 256 int32");
    pick<8, 2>("first 2 of 256 int32");
    pick<8, 4>("first 4 of 256 int32");
    pick<8, 8>("first 8 of 256 int32");
}

static void sorts()
{
    sort<int, 1>("sort of 32 int32");
    sort<int, 2>("sort of 64 int32");
    sort<int, 4>("sort of 128 int32");
    sort<int, 8>("sort of 256 int32");
    sort<float, 1>("sort of 32 float32");
    sort<long long, 1>("sort of 32 int64");
    sort<double, 1>("sort of 32 float64");
    pairs<int>("sort of 32 int32, each with a value of 32 bits");
    pairs<float>("sort of 32 float32, each with a value of 32 bits");
    pairs<long long>("sort of 32 int64, each with a value of 32 bits");
    pairs<double>("sort of 32 float64, each with a value of 32 bits");
}

template <int n> static void structure(const char *work)
{
    row<typename StructOf<n>::Way, CudaShuffle<n>, CubShuffle<n>, FloatShuffle<n>>(work, "a shuffle for each 32 bits");
}

// operators are those of users, on structs.
static void operators()
{
    row<Summary32, CubSummary<MergeSummaries, 32>>("min, max, sum and count of a struct of 16 bytes, by a user's operator", "5 steps of 4 shuffles and 4 operations");
    groups<12, Summary12, CubSummary<MergeSummaries, 12>>("the same, width 12, a group", "3 steps of shuffles, for two groups");
    row<ScanAffine, CubAffine<ComposeAffine>>("inclusive scan of affine maps, by a user's operator", "5 steps of 2 shuffles, two products and a sum");
}

static void structures()
{
    structure<3>("shuffle of a struct of 12 bytes");
    structure<4>("shuffle of a struct of 16 bytes");
    structure<8>("shuffle of a struct of 32 bytes");
}

static void compactions()
{
    row<CompactFloat, SharedCompact, CubCompact>(
        "members of float32 to the front, mask 0x5a5a1234", "a count of bits, a store, a barrier and a load of shared memory", 0x5a5a1234u);
    row<CompactFloatByVotes, SharedCompact, CubCompact>(
        "members of float32 to the front, mask 0x5a5a1234, -memory none", "a count of bits, 5 votes and a shuffle", 0x5a5a1234u);
    const char *match = "one match and two counts of bits";
    row<RankOfKey, MatchRank, PartitionRank>("rank and count among equal keys, 2 keys", match, 2);
    row<RankOfKey, MatchRank, PartitionRank>("rank and count among equal keys, 32 keys", match, 32);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        count_from(argv[1]);
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    int driver;
    CHECK(cudaDriverGetVersion(&driver));
    whole_warps();
    narrow_groups();
    members();
    batches();
    transposes();
    sorts();
    picks();
    compactions();
    structures();
    operators();
    CHECK(cudaDeviceSynchronize());
    std::printf("# Emitted CUDA against its peers\n\n%s, CUDA driver %d.%d, nvcc %d.%d, CUB %d.%d.%d, compiled %s.\n\n", gpu.name,
                driver / 1000, driver % 1000 / 10, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_MAJOR_VERSION,
                CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, __DATE__);
    table_of_ratios();
    table_of_instructions();
    table_of_bounds();
    return std::fflush(stdout) == 0 ? 0 : 1;
}
