// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace lockstep {

/// Whether a name or an address is in use already.
using IsTaken = std::function<bool(const std::string&)>;

/// The name after this one that is free: "gpu-1" -> "gpu-2", "node09" -> "node10", "lab" -> "lab-2",
/// "This computer" -> "This computer 2". Never longer than a name may be.
std::string nextName(const std::string& name, const IsTaken& isTaken);
/// The address after this one that is free: 10.0.0.7 -> 10.0.0.8, 10.0.0.254 -> 10.0.1.1, fd00::9 -> fd00::a,
/// gpu-1.lab -> gpu-2.lab. Empty where nothing can be counted on from: such an address is to be typed.
std::string nextAddress(const std::string& address, const IsTaken& isTaken);

} // namespace lockstep
