// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <string>

namespace lockstep {

/// The experiment of a document, its paths made absolute: they are taken from the document's folder. Throws
/// EngineError(InvalidExperiment).
Experiment readExperimentFile(const std::string& path);

} // namespace lockstep
