// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/network_costs.h"
#include "app/forecast/step_model.h"

#include "engine/protocol/sentence.h"

#include <string>
#include <vector>

/// Figures of a forecast, for people: two digits, for no forecast knows more.
namespace lockstep {

/// "0.044 s", "53 s", "10 min".
std::string secondsText(double seconds);
/// "52–70 s": one figure where both read alike.
std::string secondsText(double low, double high);
/// What an epoch takes: "2.6 s", "24 min", "25 h", "31 d".
std::string epochText(double hours);
/// "1.3", "73".
std::string factorText(double factor);
/// "49–73", whichever is the larger.
std::string factorText(double one, double other);
/// "N1 – N2", or the name of a switch.
std::string nameOf(const Topology& topology, const Bottleneck& place);

struct StrategyTable;
/// What has to be known of a comparison: what it assumes, and how far it may be off.
std::vector<Sentence> notesOf(const StrategyTable& table);

} // namespace lockstep
