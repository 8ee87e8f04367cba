// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/system_calls.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep {

bool isTransient(int errorNumber)
{
    return errorNumber == EAGAIN || errorNumber == EWOULDBLOCK || errorNumber == EINTR;
}

void setNonBlocking(int descriptor)
{
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags < 0 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        throw systemError(LOCKSTEP_TEXT("set a descriptor to non-blocking"), errno);
}

std::pair<Descriptor, Descriptor> makePipe()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        throw systemError(LOCKSTEP_TEXT("create a pipe"), errno);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void writeAll(int descriptor, std::string_view bytes, const std::string& path)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            throw fileError(path, errno);
        if (count > 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

EngineError fileError(const std::string& path, int errorNumber)
{
    switch (errorNumber) {
    case ENOSPC:
    case EDQUOT:
        return {ExitCode::Failure,
                {LOCKSTEP_TEXT(
                     "Cannot write %1: the disk (or your share of it) is full. Remove old runs or other "
                     "files on this host."),
                 {path},
                 {}}};
    case EACCES:
    case EPERM:
    case EROFS:
        return {
            ExitCode::Failure,
            {LOCKSTEP_TEXT("Cannot open or write %1: permission denied. Make it writable for your user, or "
                           "choose another folder with LOCKSTEP_HOME."),
             {path},
             {}}};
    default:
        return {ExitCode::Failure,
                {LOCKSTEP_TEXT("Cannot open or write %1: %2."), {path, std::strerror(errorNumber)}, {}}};
    }
}

EngineError systemError(const std::string& action, int errorNumber)
{
    return {ExitCode::Failure, {LOCKSTEP_TEXT("Cannot %1: %2."), {action, std::strerror(errorNumber)}, {}}};
}

EngineError refusal(std::string text, std::vector<std::string> arguments)
{
    return {ExitCode::Failure, {std::move(text), std::move(arguments), {}}};
}

std::int64_t wallMilliseconds()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

} // namespace lockstep
