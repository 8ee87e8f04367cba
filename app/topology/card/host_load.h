// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/gpu_state.h"
#include "engine/protocol/topology.h"

#include <QString>
#include <QTime>
#include <optional>
#include <vector>

namespace lockstep {

/// How busy a GPU of a host is, with all that runs on it.
struct GpuLoad {
    Device device;
    GpuState state;
    std::optional<double> memoryBytes; ///< of the whole card
    bool operator==(const GpuLoad&) const = default;
};

/// How busy a run keeps a host, by what its ranks told last.
struct HostLoad {
    std::optional<double> processorBusy; ///< of what its ranks may fill: fraction, 0 ... 1; nothing: unknown
    double memoryBytes = 0;              ///< of its ranks, in the host's memory
    std::vector<GpuLoad> gpus;           ///< those of its ranks, ascending by their index
    std::optional<QTime> staleSince;     ///< its ranks are silent since then
    bool isKnown() const { return processorBusy.has_value(); }
    bool operator==(const HostLoad&) const = default;
};

/// On one line of a card: "GPU 97 % · 6.2 of 10.0 GiB · 64 °C", of several GPUs the mean load, the fullest
/// memory and the hottest; without any "CPU 87 % · 1.4 GiB". Empty: nothing is known.
QString loadLine(const HostLoad& load);
/// Everything that is known, a line each; empty: nothing is.
QString loadDescription(const HostLoad& load);
/// How busy a device is, 0 ... 1; nothing: not known.
std::optional<double> loadOf(const HostLoad& load, Device device);

} // namespace lockstep
