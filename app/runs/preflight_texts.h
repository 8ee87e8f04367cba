// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/preflight/host_check.h"

#include <QString>

namespace lockstep {

/// "login", "engine", "devices", "data", "system".
QString checkName(CheckKind what);
/// How far a host's test is, or what came of it, on one line: "Login, engine, devices and data are in
/// order.", "The data cannot be used: ...".
QString testText(const HostChecks& checks);
/// What came of tests that failed alike, "The log-in does not work: Cannot connect to the host: ...", and
/// what tells whether two did. REQUIRES: one of the checks failed.
QString sharedFailureText(const HostChecks& checks);

} // namespace lockstep
