// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>
#include <string>

namespace lockstep {

/// Bytes of a log or a host as text that can only be looked at: invalid UTF-8 becomes U+FFFD, control
/// characters their pictures (ESC: U+241B), characters that reorder, join or hide text their numbers in
/// brackets. Tabs are spaces up to the next multiple of 8. The result holds no character that moves, colours
/// or hides anything.
QString inertText(QByteArrayView bytes);
/// The same for text that is decoded already.
QString inertString(const QString& text);
QString inertString(const std::string& text);

} // namespace lockstep
