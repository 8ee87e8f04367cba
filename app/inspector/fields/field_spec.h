// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/notation.h"
#include "app/inspector/form/form_field.h"

#include <utility>
#include <vector>

namespace lockstep {

/// The columns about how a field looks that most rows of a table leave empty.
struct FieldLook {
    FieldKind kind = FieldKind::Text;
    QVector<FormChoice> choices{}; ///< of a Choice
    int most = 0;                  ///< of a Count
    QString placeholder{};         ///< what an empty Text means
    QString hintOfSeveral{};       ///< not empty: the field is offered for several elements at once
    FieldUnit unit{};              ///< of a Text that is a bare number
    /// How people write what the document holds as a bare number; null: as the document does.
    const Notation* notation = nullptr;
};

/// The columns about what a field means that most rows leave empty.
template <typename Part>
struct FieldMeaning {
    /// Whether the field means anything for this part; null: always.
    bool (*shown)(const Part&) = nullptr;
    /// Of a field that is not just the member of its key: its text, and what a text does to the part.
    QString (*read)(const Part&) = nullptr;
    Result<void> (*write)(Part&, const QString&) = nullptr;
    /// What an empty text means, where that depends on the part.
    QString (*emptyMeaning)(const Part&) = nullptr;
    /// What to know of the value that the part has now, in a sentence.
    QString (*remark)(const Part&) = nullptr;
};

/// A row of a table of fields: a member of a host, a link, ..., or of the experiment itself, and how people
/// know it. Which values the member takes is said once, in engine/protocol.
template <typename Part>
struct FieldSpec {
    FieldSpec(const char* memberKey, QString fieldLabel, QString fieldHint, FieldLook fieldLook = {},
              FieldMeaning<Part> fieldMeaning = {})
        : key(memberKey), label(std::move(fieldLabel)), hint(std::move(fieldHint)),
          look(std::move(fieldLook)), meaning(fieldMeaning)
    {
    }
    FieldSpec(const char* memberKey, QString fieldLabel, QString fieldHint, FieldMeaning<Part> fieldMeaning)
        : FieldSpec(memberKey, std::move(fieldLabel), std::move(fieldHint), FieldLook(), fieldMeaning)
    {
    }

    const char* key; ///< of the member, in the document from the part on
    QString label;
    QString hint; ///< empty: the field is offered for several elements only
    FieldLook look;
    FieldMeaning<Part> meaning;
};

template <typename Part>
using FieldTable = std::vector<FieldSpec<Part>>;

/// A word of the document, and how people know it.
template <typename Word>
FormChoice choice(Word word, const QString& text)
{
    const std::string_view value = toString(word);
    return {QString::fromLatin1(value.data(), static_cast<qsizetype>(value.size())), text};
}

} // namespace lockstep
