// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/run_marks.h"

#include <algorithm>

namespace lockstep {

namespace {

template <typename Mark>
void cut(std::vector<Mark>& marks, std::int64_t step)
{
    std::erase_if(marks, [step](const Mark& mark) { return mark.step > step; });
}

/// One mark a step: ranks tell the same, and the first of them is as good as any.
template <typename Mark>
void join(std::vector<Mark>& marks, const std::vector<Mark>& others)
{
    const auto before = [](const Mark& one, const Mark& other) { return one.step < other.step; };
    const auto middle = static_cast<std::ptrdiff_t>(marks.size());
    marks.insert(marks.end(), others.begin(), others.end());
    std::inplace_merge(marks.begin(), marks.begin() + middle, marks.end(), before);
    const auto same = [](const Mark& one, const Mark& other) { return one.step == other.step; };
    marks.erase(std::unique(marks.begin(), marks.end(), same), marks.end());
}

} // namespace

void RunMarks::cutAfter(std::int64_t step)
{
    cut(epochs, step);
    cut(checkpoints, step);
    cut(restarts, step);
    cut(skipped, step);
}

void RunMarks::merge(const RunMarks& other)
{
    join(epochs, other.epochs);
    join(checkpoints, other.checkpoints);
    join(restarts, other.restarts);
    join(skipped, other.skipped);
}

} // namespace lockstep
