// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/descriptor.h"

#include <unistd.h>

#include <cerrno>

namespace lockstep {

void Descriptor::reset(int descriptor)
{
    const int before = std::exchange(m_descriptor, descriptor);
    if (before < 0)
        return;
    const int kept = errno;
    ::close(before);
    errno = kept;
}

int writeWhole(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? errno : EIO;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

} // namespace lockstep
