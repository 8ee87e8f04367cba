// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QString>
#include <QStringList>
#include <map>
#include <tuple>
#include <vector>

namespace lockstep {

/// The texts of a form that are no values, by the elements that they are about and the key of their field.
class FormDrafts {
public:
    struct Draft {
        QString text;
        QString error;
        QStringList valuesThen; ///< what the document said when it was typed; other values end the draft
    };

    /// Null when the field holds a value.
    const Draft* find(const ElementSet& scope, const QString& key) const;
    void put(const ElementSet& scope, const QString& key, Draft draft);
    void drop(const ElementSet& scope, const QString& key);
    void clear() { m_drafts.clear(); }
    /// What there are drafts about, each once.
    std::vector<ElementSet> scopes() const;

private:
    using Place = std::tuple<std::set<std::string>, std::set<LinkKey>, QString>;
    static Place placeOf(const ElementSet& scope, const QString& key)
    {
        return {scope.nodes, scope.links, key};
    }

    std::map<Place, Draft> m_drafts;
};

} // namespace lockstep
