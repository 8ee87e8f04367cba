// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// The end of what a host printed, fit for a message: one line of at most 400 characters, everything but
/// printable ASCII as blanks (a host must not colour, move or hide what people read).
std::string printableTail(std::string_view text);

} // namespace lockstep
