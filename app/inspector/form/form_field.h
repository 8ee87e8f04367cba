// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "engine/protocol/experiment.h"

#include <QString>
#include <QStringList>
#include <QVector>
#include <functional>

namespace lockstep {

/// How one gives a field its value: typing it in one line or in several, choosing it from a list, ticking it,
/// counting it up.
enum class FieldKind { Text, Lines, Choice, Flag, Count };

struct FormChoice {
    QString value; ///< the text that stands for it
    QString text;  ///< how people know it
};

/// What stands behind the value of a Text: its unit.
struct FieldUnit {
    QString many{};
    QString one{};  ///< behind 1; empty: as behind others
    QString zero{}; ///< behind 0, where that means something of its own; empty: as behind others

    const QString& behind(const QString& value) const
    {
        return value == u'0' && !zero.isEmpty() ? zero : value == u'1' && !one.isEmpty() ? one : many;
    }
};

/// A field of a form: how it looks, and how texts pass between it and the experiment. A flag's texts are
/// "true" and "false", a count's are digits.
struct FormField {
    QString key;                    ///< names it within the form
    std::function<QString()> label; ///< in the language of the program when it is asked
    QString hint;
    FieldKind kind = FieldKind::Text;
    QString placeholder; ///< what an empty Text means, where it always means the same; of Lines, an example
    FieldUnit unit;      ///< of a Text
    QVector<FormChoice> choices; ///< of a Choice
    int most = 0;                ///< a Count goes from 0 to this
    /// One text for each element of the scope, none when they are gone. An empty scope is the experiment
    /// itself.
    std::function<QStringList(const Experiment&, const ElementSet& scope)> read;
    /// Takes one text for all elements of the scope, or one for each. After an error the experiment may be
    /// changed in part.
    std::function<Result<void>(Experiment&, const ElementSet& scope, const QStringList& texts)> write;
    /// What an empty Text means for these elements now; absent: the placeholder.
    std::function<QString(const Experiment&, const ElementSet& scope)> emptyMeaning;
    /// A sentence below the field about the value that it has now; absent or empty: none.
    std::function<QString(const Experiment&, const ElementSet& scope)> remark;
    /// Whether the field means anything here; absent: always.
    std::function<bool(const Experiment&, const ElementSet& scope)> shown;
};

} // namespace lockstep
