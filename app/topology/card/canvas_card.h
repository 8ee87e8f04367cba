// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/host_states.h"
#include "engine/protocol/experiment.h"

#include <QString>
#include <vector>

namespace lockstep {

/// What a card of the canvas says about a host or switch.
struct CanvasCard {
    enum class State { Idle, Ready, Warning, Failed };
    /// A device that the host has: lit when a rank runs on it.
    struct Chip {
        QString text;
        Device device;
        bool isChosen = false;
        bool operator==(const Chip&) const = default;
    };
    QString id;
    QString icon; ///< a name for tintedPixmap
    QString name;
    QString subtitle; ///< the address, and the ranks: "10.0.0.7 · rank 0"
    QString facts;    ///< "RTX 3080, 4 cores · Nanjing"; empty: its line is left out
    std::vector<Chip> chips;
    QString ranks; ///< "rank 0", "ranks 0-3"; empty: it has none
    State state = State::Idle;
    HostState run;   ///< what a run is doing there
    QString notices; ///< what else would fail or disappoint, a sentence a line
    QString toolTip; ///< what it is, without the run
    bool warns() const { return state == State::Warning || !notices.isEmpty(); }
    /// All that the card says and what it warns of, as text: tool tip, screen reader.
    QString description() const;
    bool operator==(const CanvasCard&) const = default;
};

/// The cards of all hosts, then of all switches, in the order of the document. `problems` are those of
/// checkExperiment: a card with one is drawn as a warning that says it.
std::vector<CanvasCard> canvasCards(const Experiment& experiment, const std::vector<Error>& problems);

/// A name for tintedPixmap: this computer, a machine with GPUs, or one without.
QString hostIcon(const Host& host);
/// What is known of a host, on one line; empty when that is nothing.
QString hostFacts(const Host& host);

} // namespace lockstep
