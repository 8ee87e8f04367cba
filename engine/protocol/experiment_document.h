// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/json_reader.h"
#include "engine/protocol/json_writer.h"

#include <string>

/// What the files that read, write and edit the experiment document share.
namespace lockstep {

/// Checks version, types and ranges of a parsed document.
Result<Experiment> readExperiment(const JsonValue& document);

/// The document with every known key, members that are not stated as null: what can be set.
JsonValue toCompleteJson(const Experiment& experiment);

/// The data of a document, which also travel alone.
template <typename Visitor>
void describe(Visitor& visitor, Describes<DataSpec> auto& data);
extern template void describe(JsonReader&, DataSpec&);
extern template void describe(JsonWriter&, const DataSpec&);

} // namespace lockstep
