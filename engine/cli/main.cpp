// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/train/failure.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    // cuda:N is the GPU that nvidia-smi numbers N, for every process that begins here; CUDA itself would
    // count the fastest first.
    ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
    try {
        const std::vector<std::string> words(argv + 1, argv + argc);
        return static_cast<int>(lockstep::runCommandLine(words));
    } catch (...) {
        const lockstep::ExitReason failure = lockstep::currentFailure();
        std::cerr << "lockstep-engine: " << failure.message.english() << std::endl;
        return static_cast<int>(failure.code);
    }
}
