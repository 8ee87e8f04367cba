// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/told_in_json.h"

#include "engine/core/error.h"
#include "engine/protocol/attach_messages.h"

#include <iostream>

namespace lockstep {

ExitCode toldInJson(const Arguments& arguments, ExitCode (*run)(const Arguments&))
{
    try {
        return run(arguments);
    } catch (const EngineError& error) {
        if (arguments.has("--json"))
            std::cout << toJson(error.error()) << std::endl;
        throw;
    }
}

} // namespace lockstep
