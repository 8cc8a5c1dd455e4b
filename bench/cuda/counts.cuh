// The SASS instructions of one call by kind, as counts.awk found them in this
// program: those of a kernel that makes one call.
#pragma once

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "agree.cuh"

struct Counts {
    bool known = false;
    int shuffles, redux, votes, selects, spills, all;
};

static std::map<std::string, Counts> counted;

// count_from reads what counts.awk wrote. A kernel that is not in it stays unknown.
static void count_from(const char *path)
{
    std::ifstream in(path);
    if (!in) {
        std::fprintf(stderr, "%s: cannot be read; instructions are not counted\n", path);
        return;
    }
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        Counts c;
        if (words >> name >> c.shuffles >> c.redux >> c.votes >> c.selects >> c.spills >> c.all) {
            c.known = true;
            counted[name] = c;
        }
    }
}

template <class T_> struct Pass : Everywhere {
    using T = T_;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &) { return v; }
};

template <class Way> static Counts lookup()
{
#if CUDART_VERSION >= 12030
    const char *name;
    CHECK(cudaFuncGetName(&name, (const void *)once<Way>));
    auto at = counted.find(name);
    if (at != counted.end())
        return at->second;
#endif
    return {};
}

// counts gives those of one call: what a kernel that only loads and stores has
// is no part of all.
template <class Way> static Counts counts()
{
    Counts c = lookup<Way>(), base = lookup<Pass<typename Way::T>>();
    c.known = c.known && base.known;
    if (c.known)
        c.all -= base.all;
    return c;
}
