// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/halting_host.h"

#include <chrono>
#include <random>
#include <utility>

namespace lockstep {

HaltingHost::HaltingHost(std::shared_ptr<Rehearsal> rehearsal, Host host)
    : m_rehearsal(std::move(rehearsal)), m_host(std::move(host)), m_thread([this] { run(); })
{
}

HaltingHost::~HaltingHost()
{
    m_ends = true;
    m_thread.join();
}

void HaltingHost::run()
{
    // Never as long as the last time, so that steps do not fall into a rhythm and compute between.
    std::mt19937 random(1);
    std::uniform_int_distribution turn(60, 140);
    while (!m_ends) {
        if (m_rehearsal->pauseHost(m_host))
            ++m_halts;
        std::this_thread::sleep_for(std::chrono::milliseconds(3 * turn(random)));
        (void)m_rehearsal->continueHost(m_host);
        std::this_thread::sleep_for(std::chrono::milliseconds(turn(random)));
    }
}

} // namespace lockstep
