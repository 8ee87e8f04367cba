// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lying_server.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockstep::testing {

LyingServer::LyingServer(const std::string& folder) : m_folder(folder)
{
    ::setenv("no_proxy", "127.0.0.1", 1); // not through the proxy of whoever tests
    int input[2];
    int output[2];
    if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe");
    std::string python = "python3";
    std::string script = LOCKSTEP_SOURCE_DIR "/tests/support/lying_server.py";
    std::array<char*, 4> words = {python.data(), script.data(), m_folder.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    const int error = ::posix_spawnp(&m_child, "python3", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(input[0]);
    ::close(output[1]);
    if (error != 0)
        throw std::runtime_error("no python3");
    m_input = input[1];
    for (char digit = 0; digit != '\n'; m_port += digit)
        if (::read(output[0], &digit, 1) != 1)
            throw std::runtime_error("the server does not start");
    m_port.pop_back();
    ::close(output[0]);
}

LyingServer::~LyingServer()
{
    ::close(m_input); // it ends with its input
    ::waitpid(m_child, nullptr, 0);
}

std::string LyingServer::requests() const
{
    std::ifstream file(m_folder + "/requests.log", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace lockstep::testing
