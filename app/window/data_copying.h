// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "remote/remote_options.h"

class QWidget;

namespace lockstep {

/// Copies the data of the document to its hosts, in a dialog over `window`; where the person then takes the
/// copies, one step of undo has their path. What keeps it from being done is said.
void copyData(ExperimentDocument& document, const RemoteOptions& options, QWidget& window);

} // namespace lockstep
