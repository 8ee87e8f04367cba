// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// Where the session bus is, as the D-Bus specification has it, but for starting one where there is none.
/// Empty: there is none.
QString sessionBusAddress();

} // namespace lockstep
