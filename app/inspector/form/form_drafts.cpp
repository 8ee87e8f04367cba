// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/form_drafts.h"

#include <utility>

namespace lockstep {

const FormDrafts::Draft* FormDrafts::find(const ElementSet& scope, const QString& key) const
{
    const auto found = m_drafts.find(placeOf(scope, key));
    return found == m_drafts.end() ? nullptr : &found->second;
}

void FormDrafts::put(const ElementSet& scope, const QString& key, Draft draft)
{
    m_drafts[placeOf(scope, key)] = std::move(draft);
}

void FormDrafts::drop(const ElementSet& scope, const QString& key)
{
    m_drafts.erase(placeOf(scope, key));
}

std::vector<ElementSet> FormDrafts::scopes() const
{
    std::vector<ElementSet> scopes;
    for (const auto& [place, draft] : m_drafts) {
        ElementSet scope{std::get<0>(place), std::get<1>(place)};
        if (scopes.empty() || !(scopes.back() == scope))
            scopes.push_back(std::move(scope));
    }
    return scopes;
}

} // namespace lockstep
