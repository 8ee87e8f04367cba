// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/text_of_file.h"

#include "engine/protocol/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep {

std::string textOfFile(const std::string& path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    char piece[16384];
    while (file) {
        const ssize_t count = ::read(file.get(), piece, sizeof piece);
        if (count > 0)
            text.append(piece, static_cast<std::size_t>(count));
        else if (count == 0)
            return text;
        else if (errno != EINTR)
            break;
    }
    return {};
}

} // namespace lockstep
