// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal.h"
#include "tests/engine/host/attach_client.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

namespace lockstep::test {

inline std::string fileText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What the journal of a rank or of a host warned of, in order.
inline std::vector<std::string> warningsOf(const std::string& journal)
{
    std::vector<std::string> warnings;
    for (const Record& record : JournalReader().feed(fileText(journal)).records)
        if (const auto* warned = std::get_if<Warned>(&record.event))
            warnings.push_back(warned->warning.english());
    return warnings;
}

inline RankFinished lastRecord(const std::string& journal)
{
    RankFinished last;
    for (const Record& record : JournalReader().feed(fileText(journal)).records) {
        if (const auto* finished = std::get_if<RankFinished>(&record.event))
            last = *finished;
    }
    return last;
}

/// One host with a run of its own.
class Supervise : public testing::Test {
protected:
    void launch(const std::string& script, int ranks = 2, double timeoutSeconds = 5)
    {
        TestRun run{"digits", {&m_client}, scripted(script, {ranks}, timeoutSeconds)};
        ASSERT_TRUE(run.launch());
    }
    /// Every rank has made steps.
    void waitUntilTraining(int ranks = 2)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            const std::string log =
                m_home.hostFolder("digits") + "/attempt-1/rank-" + std::to_string(rank) + ".log";
            ASSERT_TRUE(eventually([&] { return fileText(log).find("step 2\n") != std::string::npos; }))
                << log;
        }
    }
    RunState end(double seconds = 20)
    {
        const auto state = m_client.waitForEnd("digits", seconds);
        EXPECT_TRUE(state) << "the run did not end";
        return state.value_or(RunState{});
    }
    /// Only the conversation itself may be left.
    void expectNothingLeft()
    {
        EXPECT_TRUE(eventually([&] { return m_home.processes().size() <= 1; }, 3));
        EXPECT_TRUE(m_home.processes("train").empty());
        EXPECT_TRUE(m_home.processes("supervise").empty());
    }

    TestHome m_home{"supervise"};
    AttachClient m_client{m_home};
};

} // namespace lockstep::test
