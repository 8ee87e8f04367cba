// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Logical pixels of the lanes. The parts of the steps stand above, the buckets below them.
inline constexpr int kLaneNameWidth = 128;
inline constexpr int kLaneHeaderHeight = 26;
inline constexpr int kLaneHeight = 38;
inline constexpr int kPartsTop = 5;
inline constexpr int kPartsHeight = 17;
inline constexpr int kBucketsTop = 24;
inline constexpr int kBucketsHeight = 9;

} // namespace lockstep
