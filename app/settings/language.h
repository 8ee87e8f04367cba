// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCoreApplication;

namespace lockstep {

/// "zh_CN" or "en": the wanted one when we speak it, else the first of the system's languages that we speak,
/// else English.
QString chosenLanguage(const QString& wanted);

/// Makes the program and Qt's own dialogs speak a language of chosenLanguage(), and QLocale() follow it.
/// Called once, before the first text is shown.
void installLanguage(QCoreApplication& application, const QString& language);

} // namespace lockstep
