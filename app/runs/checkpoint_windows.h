// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <functional>

namespace lockstep {

class CheckpointPanel;

/// The windows that a panel of checkpoints asks for: what is inside one, how two differ, how well one does.
/// They stand beside the run's page and close by themselves with it. Owned by the panel.
/// `engine`: the path of lockstep-engine, which is asked. `folder`: whose checkpoints the panel shows then.
void openWindowsOf(CheckpointPanel& panel, const QString& engine, std::function<const RunFolder&()> folder);

} // namespace lockstep
