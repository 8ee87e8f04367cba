// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_publication.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/checkpoint/refuse.h"

#include <fcntl.h>
#include <stdio.h> // renameat2

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace lockstep {

void publishCheckpoint(const std::string& made, const std::string& target)
{
    if (!std::filesystem::exists(target)) {
        if (std::rename(made.c_str(), target.c_str()) != 0)
            refuseFile(LOCKSTEP_TEXT("Cannot rename %1: %2."), {made, std::strerror(errno)});
        return;
    }
    if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0)
        return;
    // Network file systems cannot exchange. A checkpoint of the same step of the same run holds the same
    // training, so the one that is there stays when it is whole, and gives way when it is not.
    try {
        (void)loadCheckpoint(target);
    } catch (const EngineError&) {
        removeFolder(target);
        publishCheckpoint(made, target);
    }
}

} // namespace lockstep
