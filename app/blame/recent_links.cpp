// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/recent_links.h"

namespace lockstep {

void addRecent(RecentLinks& recent, const LinksMeasured& links, double seconds)
{
    recent.push_back(links);
    double later = 0; // covered without the oldest
    for (std::size_t i = 1; i < recent.size(); ++i)
        later += recent[i].seconds;
    while (later >= seconds) {
        recent.pop_front();
        later -= recent.front().seconds;
    }
}

} // namespace lockstep
