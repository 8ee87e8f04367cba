// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/system_calls.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
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

void forbidCoreDumps()
{
    // A limit of 0 stops files alone. One byte is too little for a file as well, and makes the kernel call no
    // collecting program either (core(5), "Piping core dumps to a program"; coredump.c).
    const rlimit noCores{1, 1};
    ::setrlimit(RLIMIT_CORE, &noCores);
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

EngineError refusal(std::string text, std::vector<Sentence> arguments)
{
    return {ExitCode::Failure, {std::move(text), std::move(arguments), {}}};
}

} // namespace lockstep
