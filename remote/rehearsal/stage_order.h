// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the program says to the stage of a rehearsal: one order, one datagram, one answer. Nothing passes
/// through a shell.
namespace lockstep {

struct StageOrder {
    enum class Kind {
        Run,    ///< runs words[0] with the other words, and waits for its end
        Write,  ///< writes `input` to the file words[0]
        Prefer, ///< the same, where the kernel takes it
        Start,  ///< starts words[0] with the other words; two descriptors come along: its streams, its errors
        Signal, ///< sends the signal whose number is words[0] to all that runs in the place
        Crowd,  ///< on each of the cores a process computes beside the others if words[0] is "1", else no
                ///< longer
        Brake,  ///< the data of the place come slowly if words[0] is "1", else as before
        Wire, ///< carries frames between the devices words[0] and words[1], words[2] microseconds after they
              ///< came
    };
    Kind kind = Kind::Run;
    std::size_t place = 0;
    std::vector<std::string> words;
    /// Standard input of what is run, what is written, or the cores of what is started or crowded: "0 2" are
    /// the first and the third of those that this computer lets us use, nothing is all of them.
    std::string input;

    bool operator==(const StageOrder&) const = default;
};

/// An order is no longer than this, in bytes; longer ones cannot be sent.
inline constexpr std::size_t kMaxStageOrder = 128 * 1024;

/// As StageOrder::input has them.
std::string coreText(const std::vector<std::size_t>& cores);

std::string toDatagram(const StageOrder& order);
/// Nothing where the bytes are no order.
std::optional<StageOrder> orderFrom(std::string_view datagram);

/// What the stage says when it stands.
inline constexpr std::string_view kStageStands = "stands";
/// What it says to an order that it has carried out; anything else is what went wrong.
inline constexpr std::string_view kOrderDone = "done";

/// The file by which the network of a place can be named within the stage.
std::string networkFileOf(std::size_t place);
/// The descriptor behind it.
int networkDescriptorOf(std::size_t place);

} // namespace lockstep
