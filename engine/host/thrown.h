// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/frame.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <exception>

/// What is said where something was thrown on the way, by us or by a library.
namespace lockstep {

Sentence sentenceOf(const std::exception& thrown);
/// The answer to the request that was being served.
Frame failedFrame(std::uint32_t request, const std::exception& thrown);

} // namespace lockstep
