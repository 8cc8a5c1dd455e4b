// The SASS instructions of one call by kind, as counts.awk found them in this
// program: those that a kernel of two calls has more than a kernel of one, so that
// what is done once for many calls counts for nothing, as when they are timed.
#pragma once

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "agree.cuh"

struct Counts {
    bool known = false;
    int shuffles = 0, redux = 0, votes = 0, selects = 0, spills = 0, all = 0;
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

template <class Way, int calls> static Counts lookup()
{
#if CUDART_VERSION >= 12030
    const char *name;
    CHECK(cudaFuncGetName(&name, (const void *)some<Way, calls>));
    auto at = counted.find(name);
    if (at != counted.end())
        return at->second;
#endif
    return {};
}

// counts gives those of one more call. Spills are those of both.
template <class Way> static Counts counts()
{
    Counts c = lookup<Way, 2>(), one = lookup<Way, 1>();
    c.known = c.known && one.known;
    for (auto kind : {&Counts::shuffles, &Counts::redux, &Counts::votes, &Counts::selects, &Counts::all})
        c.*kind -= one.*kind;
    return c;
}
