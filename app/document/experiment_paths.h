// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QString>

namespace lockstep {

/// The experiment as it can be run from anywhere: relative paths of data and weights are taken from
/// `folder`, the one that holds the document; those that begin with "~/" stay.
Experiment withAbsolutePaths(Experiment experiment, const QString& folder);

} // namespace lockstep
