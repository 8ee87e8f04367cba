// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/token_file.h"

#include "engine/cli/subcommand.h"
#include "engine/core/error.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// Of the open file, so that nobody can put another in its place after the look at it.
void requirePrivate(int descriptor, const std::string& path)
{
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        throwUsage(LOCKSTEP_TEXT("The token file %1 is no regular file."), {path});
    if (status.st_uid != ::geteuid())
        throwUsage(LOCKSTEP_TEXT("The token file %1 belongs to another user."), {path});
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throwUsage(
            LOCKSTEP_TEXT("Others may read or change the token file %1, and so join the run. Make a new "
                          "token that they do not know: (umask 077; openssl rand -hex 32 > FILE)."),
            {path});
}

} // namespace

std::string readTokenFile(const std::string& path)
{
    // Not to be held up by a pipe that somebody left under the name.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file)
        throwUsage(LOCKSTEP_TEXT("The token file %1 cannot be read: %2."), {path, std::strerror(errno)});
    requirePrivate(file.get(), path);
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(file.get(), bytes.data(), bytes.size());
    std::string text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    text.erase(text.find_last_not_of(" \r\n\t") + 1);
    try {
        parseRunToken(text);
    } catch (const EngineError&) {
        throwUsage(LOCKSTEP_TEXT("The token file %1 does not hold 64 hexadecimal digits, as \"openssl rand "
                                 "-hex 32\" writes them."),
                   {path});
    }
    return text;
}

} // namespace lockstep
