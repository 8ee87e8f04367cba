// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

/// What changed between two experiments, both ways: a step of undo. It keeps only the elements that differ,
/// so a step on a large drawing stays small.
class ExperimentPatch {
public:
    static ExperimentPatch between(const Experiment& before, const Experiment& after);

    /// REQUIRES: `experiment` == the `before` of between(). Afterwards it equals `after`.
    void apply(Experiment& experiment) const;
    /// The way back.
    void revert(Experiment& experiment) const;
    bool isEmpty() const;

private:
    /// At index `at`, `removed` gives way to `inserted`.
    template <typename T>
    struct Splice {
        std::size_t at = 0;
        std::vector<T> removed;
        std::vector<T> inserted;
    };
    template <typename T>
    static Splice<T> spliceBetween(const std::vector<T>& before, const std::vector<T>& after);
    template <typename T>
    static void exchange(std::vector<T>& list, std::size_t at, std::size_t count, const std::vector<T>& with);

    Splice<Host> m_hosts;
    Splice<Switch> m_switches;
    Splice<Network> m_networks;
    Splice<Link> m_links;
    /// The experiments without hosts, switches and links, when those parts differ.
    std::optional<std::pair<Experiment, Experiment>> m_rest;
};

} // namespace lockstep
