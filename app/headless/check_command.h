// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "engine/protocol/experiment.h"

#include <QString>
#include <vector>

namespace lockstep {

/// Reads a document and sets the values of the command line in it; a relative data path becomes absolute. The
/// document's folder is the one that relative paths are taken from.
Result<Experiment> readExperiment(const QString& file, const QStringList& values);

/// `lockstep check`: prints what would fail or disappoint, one line each; ExitCode::InvalidExperiment when
/// anything would fail. Where the document is sound, and not `--offline`, its hosts are tested.
int runCheck(const CommandLine& line);

/// Prints errors to stderr, each with its key.
void printErrors(const std::vector<Error>& errors);

} // namespace lockstep
