// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace lockstep {

/// The program keeps a copy of each document as it saved it last, for the day when something else has damaged
/// the file. The copies of the documents saved longest ago are forgotten.
QString defaultCopiesFolder();
/// Best effort: a copy that cannot be written is no reason to fail a save.
void keepCopy(const QString& folder, const QString& path, const QByteArray& bytes);
/// The file with the copy of the document at `path`; empty: there is none.
QString keptCopy(const QString& folder, const QString& path);

} // namespace lockstep
