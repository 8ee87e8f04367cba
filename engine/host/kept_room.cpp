// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/kept_room.h"

#include "engine/host/run_store.h"

#include <fcntl.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// The longest last record of a journal, its line of the log and a state, with room to spare.
constexpr off_t kBytes = 256 << 10;
constexpr const char* kName = ".room";

} // namespace

void KeptRoom::keep(const HostFolder& folder)
{
    m_file = Descriptor(
        ::openat(folder.descriptor(), kName, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!m_file)
        return;
    ::unlinkat(folder.descriptor(), kName, 0);
    if (::posix_fallocate(m_file.get(), 0, kBytes) != 0)
        m_file.reset();
}

} // namespace lockstep
