// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/core/process_end.h"
#include "engine/train/failure.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// For what tidies up behind main: a GPU's runtime waits for its device there.
constexpr std::chrono::seconds kTidying{8};

lockstep::ExitCode run(const std::vector<std::string>& words)
{
    try {
        return lockstep::runCommandLine(words);
    } catch (...) {
        const lockstep::ExitReason failure = lockstep::currentFailure();
        std::cerr << "lockstep-engine: " << failure.message.english() << std::endl;
        return failure.code;
    }
}

} // namespace

int main(int argc, char** argv)
{
    // cuda:N is the GPU that nvidia-smi numbers N, for every process that begins here; CUDA itself would
    // count the fastest first.
    ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
    const lockstep::ExitCode code = run({argv + 1, argv + argc});
    lockstep::endWithin(kTidying, code);
    return static_cast<int>(code);
}
