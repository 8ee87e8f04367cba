// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/canvas_badges.h"
#include "app/topology/card/host_states.h"
#include "engine/protocol/experiment.h"

#include <QString>
#include <vector>

namespace lockstep {

/// What a card of the canvas says about a host or switch.
struct CanvasCard {
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
    QString subtitle; ///< the address, and what runs there: "10.0.0.7 · rank 0 · server 0"
    QString facts;    ///< "RTX 3080, 4 cores · Nanjing"; empty: its line is left out
    std::vector<Chip> chips;
    QString ranks;           ///< "rank 0", "ranks 0-3"; empty: it has none
    bool isHost = false;     ///< else a switch, whose lamp is never lit
    bool hasProblem = false; ///< toolTip says it
    HostState lamp;          ///< what is known of the host
    CanvasBadge badge;       ///< what is done to the host for the time being
    QString notices;         ///< what else would fail or disappoint, a sentence a line
    QString toolTip;         ///< what it is, without the lamp
    bool warns() const { return hasProblem || !notices.isEmpty(); }
    /// Beside its name and address it has a line of facts, or of how busy it is.
    bool hasThirdLine() const { return !facts.isEmpty() || lamp.load.isKnown(); }
    /// All that the card says and what it warns of, as text, but for what changes every second.
    QString description() const;
    /// With how busy the host is: tool tip, and what a screen reader says when it is asked.
    QString liveDescription() const;
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
