// A row of the tables: ours against the best of the peers, and what bounds it.
#pragma once

#include <random>
#include <string>

#include "counts.cuh"

// What ours does not do yet.
struct None {};

struct Row {
    std::string work, bound;
    bool ours;
    int groups; // that a call serves
    double latency, throughput, peer_latency, peer_throughput, latency_ratio, throughput_ratio;
    std::string quickest, fullest; // the best peers
    int registers, local;
    Counts counts;
};

static std::vector<Row> rows;

struct Named {
    const char *name;
    Figures figures;
};

template <class Way> static Named timed(unsigned mask, int rounds) { return {Way::name, measure<Way>(mask, rounds)}; }

// compare measures ours, if there is one, and the peers with one mask.
template <class Ours, class... Peers> static Row compare(unsigned mask, int rounds)
{
    std::vector<Named> peers = {timed<Peers>(mask, rounds)...};
    auto latency = *std::min_element(peers.begin(), peers.end(),
                                     [](const Named &a, const Named &b) { return a.figures.latency < b.figures.latency; });
    auto throughput = *std::max_element(peers.begin(), peers.end(),
                                        [](const Named &a, const Named &b) { return a.figures.throughput < b.figures.throughput; });
    Row r{};
    r.peer_latency = latency.figures.latency;
    r.peer_throughput = throughput.figures.throughput;
    r.quickest = latency.name;
    r.fullest = throughput.name;
    if constexpr (!std::is_same_v<Ours, None>) {
        Figures f = measure<Ours>(mask, rounds);
        r.ours = true;
        r.latency = f.latency;
        r.throughput = f.throughput;
        r.latency_ratio = r.peer_latency / r.latency;
        r.throughput_ratio = r.throughput / r.peer_throughput;
        r.registers = f.registers;
        r.local = f.local;
        r.counts = counts<Ours>();
    }
    return r;
}

// random_masks gives masks of 9 to 31 members, the same in every run.
static std::vector<unsigned> random_masks(int n)
{
    std::mt19937 random(1);
    std::vector<unsigned> masks;
    while ((int)masks.size() < n) {
        unsigned m = (unsigned)random();
        // And-ing and or-ing makes few and many members as likely as half of them.
        unsigned kind = (unsigned)random() % 3u, other = (unsigned)random();
        m = kind == 0u ? m : kind == 1u ? m & other : m | other;
        int members = 0;
        for (unsigned rest = m; rest != 0u; rest &= rest - 1u)
            ++members;
        if (members >= 9 && members <= 31)
            masks.push_back(m);
    }
    return masks;
}

// all_agree holds every way against the first; a single one is at least run.
template <class First, class... Rest> static void all_agree(const char *work, unsigned mask)
{
    agree<First, First>(work, mask);
    (agree<First, Rest>(work, mask), ...);
}

// check holds ours and the peers against the first of them.
template <class Ours, class... Peers> static void check(const char *work, unsigned mask)
{
    if constexpr (std::is_same_v<Ours, None>)
        all_agree<Peers...>(work, mask);
    else
        all_agree<Ours, Peers...>(work, mask);
}

// row adds a row of one mask; bound says what its latency is made of.
template <class Ours, class... Peers> static void row(const char *work, const char *bound, unsigned mask = 0xffffffffu)
{
    check<Ours, Peers...>(work, mask);
    for (unsigned other : random_masks(4))
        check<Ours, Peers...>(work, other);
    Row r = compare<Ours, Peers...>(mask, 9);
    r.work = work;
    r.bound = bound;
    r.groups = 1;
    rows.push_back(r);
}

// groups adds a row whose figures are those of one group of the many that a call
// of ours serves, and that of a peer where its width is a power of two.
template <int width, class Ours, class... Peers> static void groups(const char *work, const char *bound)
{
    check<Ours, Peers...>(work, 0xffffffffu);
    Row r = compare<Ours, Peers...>(0xffffffffu, 9);
    r.work = work;
    r.bound = bound;
    r.groups = 32 / width;
    const int peer = (width & (width - 1)) == 0 ? r.groups : 1;
    r.latency /= r.groups;
    r.throughput *= r.groups;
    r.peer_latency /= peer;
    r.peer_throughput *= peer;
    r.latency_ratio *= (double)r.groups / peer;
    r.throughput_ratio *= (double)r.groups / peer;
    rows.push_back(r);
}

// scattered adds a row of medians over 100 masks; a ratio is that of one mask.
template <class Ours, class... Peers> static void scattered(const char *work, const char *bound)
{
    std::vector<Row> each;
    for (unsigned mask : random_masks(100)) {
        check<Ours, Peers...>(work, mask);
        each.push_back(compare<Ours, Peers...>(mask, 3));
    }
    auto over = [&](double Row::*field) {
        std::vector<double> all;
        for (const Row &r : each)
            all.push_back(r.*field);
        return median(all);
    };
    Row r = each[0];
    for (auto field : {&Row::latency, &Row::throughput, &Row::peer_latency, &Row::peer_throughput, &Row::latency_ratio,
                       &Row::throughput_ratio})
        r.*field = over(field);
    r.work = work;
    r.bound = bound;
    r.groups = 1;
    rows.push_back(r);
}
