// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/bundle/data_payload.h"
#include "remote/ssh/deployment.h"

namespace lockstep {

/// Puts a data set into `.lockstep/data/<hash>/` below the log-in folder. A folder of that name is whole: the
/// host has compared every file with its SHA-256. Until then they are in `.part-<hash>`, where what was cut
/// off or cancelled stays and is gone on with, to the byte; two uploads at once write the same bytes.
/// `progress` counts what was there before as done.
Result<Deployed> uploadData(SshSession& session, const DataPayload& data, const DeployProgress& progress);

} // namespace lockstep
