// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <QString>
#include <optional>

/// What a person wrote about the memory of a host, in Host::facts: "RTX 3080, 4 cores, 8 GB, 200 GB".
namespace lockstep {

/// Bytes of a quantity such as "6 GB", "6GiB", "512 MB", "8 G": powers of 1024, as memory is sold. Nothing
/// for another text.
std::optional<double> parseBytes(const QString& text);

/// The memory of one GPU of this host: the size written beside its name ("GTX 1060 6 GB"), else that of a
/// known model. Nothing when the facts do not tell.
std::optional<double> statedGpuMemory(const Host& host);
/// The main memory of this host: the first size that stands on its own; a second one is the disk.
std::optional<double> statedMainMemory(const Host& host);

} // namespace lockstep
