// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"
#include "remote/ssh/ssh_session.h"

#include <optional>
#include <string>

namespace lockstep {

/// Has the host compare the files of a folder with the MANIFEST.sha256 in it. Nothing when all are whole;
/// else what its sha256sum said. `folder` is a constant but for hexadecimal digits.
Result<std::optional<Sentence>> findDamage(SshSession& session, const std::string& folder, Deadline deadline);

} // namespace lockstep
