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

/// What keeps it from running beyond the document itself: data that are not on this computer while one of its
/// hosts is, hosts where no SSH server answers within a few seconds.
std::vector<Error> checkSurroundings(const Experiment& experiment);

/// `lockstep check`: prints what would fail or disappoint, one line each; ExitCode::InvalidExperiment when
/// anything would fail.
int runCheck(const CommandLine& line);

/// Prints errors to stderr, each with its key.
void printErrors(const std::vector<Error>& errors);

} // namespace lockstep
