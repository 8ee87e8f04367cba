// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// "学习率＞０.０１" as "学习率>0.01": letters, digits and signs of full width, and the quotation marks of
/// Chinese keyboards, as the plain ones.
inline QString withPlainSigns(const QString& text)
{
    QString plain = text.normalized(QString::NormalizationForm_KC);
    for (const QChar mark : {u'“', u'”'})
        plain.replace(mark, u'"');
    return plain;
}

/// A text as searches compare it: plain as above, upper and lower case as one, without quotation marks, which
/// no query can ask for. A query and what it goes through are both folded.
inline QString foldedText(const QString& text)
{
    return withPlainSigns(text).remove(u'"').toCaseFolded();
}

} // namespace lockstep
