// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_names.h"

#include "engine/core/error.h"

#include <array>
#include <cstdlib>
#include <pwd.h>
#include <sstream>
#include <unistd.h>

namespace lockstep {

std::string hostName()
{
    std::array<char, 256> buffer{};
    if (::gethostname(buffer.data(), buffer.size() - 1) != 0)
        return "localhost";
    return buffer.data();
}

std::string homeFolder()
{
    const char* const home = std::getenv("HOME");
    if (home != nullptr && *home == '/')
        return home;
    const passwd* const account = ::getpwuid(::geteuid());
    if (account == nullptr || account->pw_dir == nullptr || *account->pw_dir != '/')
        throw EngineError(ExitCode::Failure,
                          {LOCKSTEP_TEXT("This user has no home folder. Set LOCKSTEP_HOME to a "
                                         "folder where runs can be kept."),
                           {},
                           {}});
    return account->pw_dir;
}

std::string sshServerAddress()
{
    const char* const connection = std::getenv("SSH_CONNECTION");
    if (connection == nullptr)
        return {};
    // "client address, client port, server address, server port"
    std::istringstream words(connection);
    std::string client, port, server;
    words >> client >> port >> server;
    return server;
}

} // namespace lockstep
