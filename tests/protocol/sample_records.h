// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal.h"

#include <string>
#include <vector>

namespace lockstep {

/// One record of every kind, with awkward numbers and texts, numbered from 0.
std::vector<Record> sampleRecords();

/// The journal that holds them.
std::string journalOf(const std::vector<Record>& records);

} // namespace lockstep
