// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace lockstep {

/// An experiment to begin with.
struct Template {
    QString path;
    QString name; ///< in the language of the program
    QString note; ///< a sentence about it, likewise
    QString icon; ///< of theme/icons.h
};

/// The templates of a folder in the order in which they are offered. Those that cannot be read, or whose
/// model this version does not have, are left out; others than the program's own come last, by name.
QVector<Template> availableTemplates(const QString& folder);

} // namespace lockstep
