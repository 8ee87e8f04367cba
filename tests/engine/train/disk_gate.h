// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::testing {

/// What becomes of the checkpoints that this process wants to force to the disk: fsync(2) is ours in this
/// program.
enum class Disk {
    Quick,
    Stuck,   ///< takes until this changes
    FullOnce ///< fails once
};
void setDisk(Disk disk);
/// Whether somebody waits for a disk that is stuck.
bool someoneWaitsForTheDisk();

/// Gives the disk back to the other tests, whatever happens in this one.
class DiskGate {
public:
    explicit DiskGate(Disk disk) { setDisk(disk); }
    ~DiskGate() { setDisk(Disk::Quick); }
    DiskGate(const DiskGate&) = delete;
    DiskGate& operator=(const DiskGate&) = delete;
};

} // namespace lockstep::testing
