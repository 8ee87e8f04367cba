// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/bundle/payload.h"

#include <QString>
#include <string>

namespace lockstep {

/// The engine and every library that it needs, as made by the build target `bundle`; its manifest is
/// sorted by path.
struct Bundle : Payload {
    QString folder;
    std::string loader; ///< "lib/ld-linux-x86-64.so.2"
};

/// Reads and checks the manifest and the files' sizes. The contents are checked by the host after the upload.
Result<Bundle> readBundle(const QString& folder);

/// The command that runs a subcommand ("attach") of a deployed engine. REQUIRES: isSha256(hash).
std::string engineCommand(const std::string& hash, const std::string& loader, const char* subcommand);

} // namespace lockstep
