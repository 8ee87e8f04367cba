// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/subcommand.h"

namespace lockstep {

/// A subcommand that answers in JSON tells its error so too: whoever reads its output says it in the reader's
/// language. The sentence on standard error, which follows, is for people.
ExitCode toldInJson(const Arguments& arguments, ExitCode (*run)(const Arguments&));

} // namespace lockstep
