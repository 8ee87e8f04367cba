// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// A text for a tool tip or a message, broken into lines where it is long. Names in it may look like HTML and
/// are shown as they are.
inline QString wrappedText(const QString& plain)
{
    if (plain.isEmpty())
        return plain;
    return QStringLiteral("<p>") + plain.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) +
           QStringLiteral("</p>");
}

} // namespace lockstep
