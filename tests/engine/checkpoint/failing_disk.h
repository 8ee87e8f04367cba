// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A disk that fails, for a program that is linked with failing_disk.cpp: calls of this process that write to
/// files or folders, or force them to the disk, are counted and fail as ordered. One thread.
namespace lockstep {

enum class DiskFailure {
    Once,   ///< one call, as a damaged block makes it
    FromNow ///< that call and all after it, as a full disk makes them
};

/// From the `call`-th one on, from 1; `error`: errno.
void failDisk(int call, int error, DiskFailure failure);
struct DiskReport {
    int failed = 0;      ///< calls
    int forcedAgain = 0; ///< times that a file was forced to the disk once more after that had failed
};
/// The disk is in order again.
DiskReport mendDisk();

} // namespace lockstep
