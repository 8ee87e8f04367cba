// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCoreApplication;

namespace lockstep {

/// "zh_CN" or "en": the wanted one when we speak it, else the first of the system's languages that we speak,
/// else English.
QString chosenLanguage(const QString& wanted);

/// Makes the program and Qt's own dialogs speak a language of chosenLanguage() from now on, and QLocale()
/// follow it. Windows that are open are told by QEvent::LanguageChange.
void installLanguage(QCoreApplication& application, const QString& language);

/// "zh_CN" or "en": the language that texts and numbers are in now.
QString presentLanguage();

} // namespace lockstep
