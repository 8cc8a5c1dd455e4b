// RESULTS.md: the ratios, the instructions of ours, and what bounds each row.
#pragma once

#include "rows.cuh"

// What one SM of a GPU since sm_80 can begin: shuffles 1 a cycle, redux 1 in 2
// cycles, instructions of any kind 4 a cycle.
constexpr double redux_cycles = 2, issues = 4;

static void table_of_ratios()
{
    std::printf("Latency is cycles of one call in a chain of dependent ones; throughput 10^9 calls of a warp a second\n"
                "with the GPU full, both by group where a call serves several. Medians of 9; the rows of 100 masks give\n"
                "medians over masks of 9 to 31 members, of the ratios too. A ratio above 1 says that ours is faster than\n"
                "the best peer. Before it was timed, each way gave what the others give. A dash stands where ours has no\n"
                "such function yet.\n\n"
                "| work | latency | best peer | ratio | throughput | best peer | ratio |\n"
                "| --- | --: | --: | --: | --: | --: | --: |\n");
    for (const Row &r : rows) {
        if (r.ours)
            std::printf("| %s | %.1f | %.1f %s | **%.2f** | %.1f | %.1f %s | **%.2f** |\n", r.work.c_str(), r.latency,
                        r.peer_latency, r.quickest.c_str(), r.latency_ratio, r.throughput / 1e9, r.peer_throughput / 1e9,
                        r.fullest.c_str(), r.throughput_ratio);
        else
            std::printf("| %s | – | %.1f %s | – | – | %.1f %s | – |\n", r.work.c_str(), r.peer_latency, r.quickest.c_str(),
                        r.peer_throughput / 1e9, r.fullest.c_str());
    }
}

static void table_of_instructions()
{
    std::printf("\n## Instructions of ours\n\n"
                "SASS of one more call: what a kernel of two calls has more than a kernel of one. Registers and local bytes\n"
                "are those of the kernel that is timed; spills are loads from and stores to local memory.\n\n"
                "| work | registers | local bytes | spills | shuffles | redux | votes | selects | all |\n"
                "| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    for (const Row &r : rows) {
        if (!r.ours)
            continue;
        std::printf("| %s | %d | %d |", r.work.c_str(), r.registers, r.local);
        if (const Counts &c = r.counts; c.known)
            std::printf(" %d | %d | %d | %d | %d | %d |\n", c.spills, c.shuffles, c.redux, c.votes, c.selects, c.all);
        else
            std::printf(" – | – | – | – | – | – |\n");
    }
}

// table_of_bounds says how close the throughput is to what the counts allow.
static void table_of_bounds()
{
    const double sms = property(cudaDevAttrMultiProcessorCount), hertz = 1e3 * property(cudaDevAttrClockRate);
    std::printf("\n## What bounds it\n\n"
                "An SM begins one shuffle a cycle, one redux in two, and four instructions of any kind; a shuffle's result\n"
                "is there after about 24 cycles, an addition's after 4. The most that a call's own instructions allow at\n"
                "%.2f GHz on %.0f SMs, and how much of it is reached, are worked out from the counts above.\n\n"
                "| work | latency | throughput is bound by | at most | reached |\n"
                "| --- | --- | --- | --: | --: |\n",
                hertz / 1e9, sms);
    for (const Row &r : rows) {
        if (!r.ours)
            continue;
        std::printf("| %s | %s |", r.work.c_str(), r.bound.c_str());
        const Counts &c = r.counts;
        if (!c.known) {
            std::printf(" – | – | – |\n");
            continue;
        }
        const double shuffle = c.shuffles, redux = redux_cycles * c.redux, issue = c.all / issues;
        const double cycles = std::max({shuffle, redux, issue, 1 / issues});
        const char *by = cycles == shuffle ? "shuffle issue" : cycles == redux ? "redux rate" : "issue of instructions";
        const double most = sms * hertz / cycles * r.groups;
        std::printf(" %s | %.1f | %.0f %% |\n", by, most / 1e9, 100 * r.throughput / most);
    }
}
