// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QByteArray>
#include <QString>
#include <optional>

/// Files and folders that only their owner may read: runs tell where somebody works, on what, and with whom.
namespace lockstep {

/// Makes the folder and those above it that are missing, each with mode 0700. One that is there stays as it
/// is. False when it cannot be made.
bool makePrivateFolder(const QString& path);

/// Puts `text` in the place of the file, with mode 0600: whoever reads it sees the old or the new content,
/// also after a power cut. The answer is why not, in the system's words; nothing when it is done.
std::optional<std::string> replacePrivateFile(const QString& path, const QByteArray& text);

} // namespace lockstep
