// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// The pages of the window, in the order of their switch.
enum class WindowPage { Design, Run, Runs };

/// Whether a run is in progress, and is being ended.
enum class Training { No, Yes, Stopping };

} // namespace lockstep
