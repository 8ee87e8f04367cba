// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What every part of the engine does with files and log lines in the same way. Owning a descriptor and
/// writing to it whole is protocol's (descriptor.h), which the desktop shares.
namespace lockstep {

/// Gives the file `name` in the open folder this content: a reader, and whoever looks after a crash or a
/// power cut, finds the old content or the new one, whole. Written under a hidden name, forced to the disk,
/// renamed, and the folder forced to the disk; readable by its owner only. Returns 0, or the errno of what
/// failed.
int replaceFile(int folder, const std::string& name, std::string_view content);

/// The end of the same for a file that was written under another name, piece by piece: forced to the disk,
/// closed, and renamed. Its folder is the caller's to force to the disk. Names are relative to `folder`
/// (AT_FDCWD: the working directory). Returns 0, or the errno of what failed.
int putInPlace(Descriptor file, int folder, const std::string& from, const std::string& to);

/// The path with the home folder in place of a leading "~/", which in a document stands for that of the user
/// on each host; any other path as it is.
std::string withHome(const std::string& path);

/// The wall clock, milliseconds since 1970-01-01 UTC; for display only.
std::int64_t wallMilliseconds();
/// "2026-01-31 17:04:05.123 ", local time: the head of a line of a text log.
std::string timeStamp();

} // namespace lockstep
