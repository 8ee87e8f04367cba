// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lockstep-stage KIND PLACES: the world of a rehearsal. Started by lockstep with one end of a SOCK_SEQPACKET
// pair as its standard input; whatever becomes of lockstep, the kernel takes this world down with all that is
// in it. KIND: "user" makes a user namespace, "root" needs to be root. "loopback" makes no world: the places
// share this computer's network, and this program itself ends what it has started.
#include "engine/protocol/descriptor.h"
#include "remote/rehearsal/stage/descendants.h"
#include "remote/rehearsal/stage/namespaces.h"
#include "remote/rehearsal/stage/stage_server.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

void say(std::string_view words)
{
    [[maybe_unused]] const auto sent = ::send(STDIN_FILENO, words.data(), words.size(), MSG_NOSIGNAL);
}

/// The first process of the world: with its end the kernel kills all the others, and with the last of them
/// the networks and mounts are gone.
int liveInWorld(std::size_t places)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // of the one thread of the process outside
    mountOwnFiles();
    Descriptor control(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    say(kStageStands);
    ::close(STDIN_FILENO);
    StageServer(std::move(control), Places(places, kStageDisk, Places::Networks::Own)).serve();
    return EXIT_SUCCESS;
}

int hold(bool keepsUsers, std::size_t places)
{
    enterOwnWorld(keepsUsers);
    makeNetworks(places);
    const pid_t first = ::fork();
    if (first < 0)
        throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
    if (first == 0)
        return liveInWorld(places);
    ::close(STDIN_FILENO);
    int status = 0;
    while (::waitpid(first, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

/// A folder of our own in memory, or where temporary files are.
std::string makeDisk()
{
    for (const std::string parent : {"/dev/shm", "/tmp"})
        if (std::string disk = parent + "/lockstep-rehearsal-XXXXXX"; ::mkdtemp(disk.data()) != nullptr)
            return disk;
    throw std::runtime_error(std::string("mkdtemp: ") + std::strerror(errno));
}

int liveOnLoopback(std::size_t places)
{
    adoptDescendants();
    const std::string disk = makeDisk();
    say(kStageStands);
    StageServer(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)),
                Places(places, disk, Places::Networks::Shared))
        .serve();
    endDescendants();
    std::error_code ignored; // nobody is left who could be told
    std::filesystem::remove_all(disk, ignored);
    return EXIT_SUCCESS;
}

/// Programs that shape networks are in folders that few people have in their PATH.
void addSystemFolders()
{
    const char* const path = std::getenv("PATH");
    ::setenv("PATH", (std::string(path != nullptr ? path : "/usr/bin:/bin") + ":/usr/sbin:/sbin").c_str(), 1);
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    const std::string_view kind = argc == 3 ? argv[1] : "";
    const int places = argc == 3 ? std::atoi(argv[2]) : 0;
    if ((kind != "user" && kind != "root" && kind != "loopback") || places < 1)
        return EXIT_FAILURE;
    try {
        if (kind == "loopback")
            return liveOnLoopback(static_cast<std::size_t>(places));
        addSystemFolders();
        return hold(kind == "root", static_cast<std::size_t>(places));
    } catch (const std::exception& error) {
        say(error.what());
        return EXIT_FAILURE;
    }
}
