// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"
#include "engine/host/copy_party.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/supervise_fixture.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>

/// What hosts do about copies, without threads and network: each has a home of its own, and messages arrive
/// as soon as they are sent.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;
using Steps = std::vector<std::int64_t>;

class Copies : public testing::Test {
protected:
    ~Copies() override { ::unsetenv("LOCKSTEP_HOME"); }

    struct Member {
        std::unique_ptr<TestHome> home;
        std::unique_ptr<HostFolder> folder;
        CopyPlan plan;
        std::unique_ptr<CopyParty> party;
        std::vector<std::string> warnings, notes;
    };
    void addHosts(int count)
    {
        for (int host = 0; host < count; ++host) {
            m_members.emplace_back();
            m_members.back().home = std::make_unique<TestHome>("copies");
            openFolder(host);
        }
    }
    void openFolder(int host)
    {
        ::setenv("LOCKSTEP_HOME", member(host).home->path().c_str(), 1);
        member(host).folder = std::make_unique<HostFolder>(HostFolder::create("digits", host));
    }
    /// A new attempt: host 0 leads, and so many of the others hold copies.
    void begin(int copies, const std::string& resume)
    {
        const int hosts = static_cast<int>(m_members.size());
        m_messages.clear();
        for (int self = 0; self < hosts; ++self) {
            CopyPlan plan{"digits", self, 0, {}, {}, {}, resume};
            for (int host = 0; host < hosts; ++host) {
                plan.hostNames.push_back("box-" + std::to_string(host));
                if (host != self)
                    plan.others.push_back(host);
                if (host > 0 && host <= copies)
                    plan.takers.push_back(host);
            }
            Member& each = member(self);
            each.party.reset();
            each.plan = plan;
            ::setenv("LOCKSTEP_HOME", each.home->path().c_str(), 1);
            each.party = std::make_unique<CopyParty>(*each.folder, each.plan, m_cancelled);
        }
        settle();
    }
    /// Until nobody has anything to say. Time passes as quickly as it is wanted.
    void settle()
    {
        for (int round = 0; round < 10'000; ++round) {
            m_now += std::chrono::seconds(2);
            for (int host = 0; host < static_cast<int>(m_members.size()); ++host) {
                member(host).party->tick(m_now);
                collect(host);
            }
            if (m_messages.empty())
                return;
            for (auto& [from, to, message] : std::exchange(m_messages, {})) {
                const auto copy = parseCopyMessage(encode(message)).value();
                ASSERT_EQ(copy, message);
                if (m_change)
                    m_change();
                member(to).party->receive(from, copy);
                collect(to);
            }
        }
        FAIL() << "they talk for ever";
    }
    void collect(int host)
    {
        Member& each = member(host);
        CopyOutbox outbox = std::exchange(each.party->outbox(), {});
        for (auto& [to, message] : outbox.messages)
            m_messages.push_back({host, to, std::move(message)});
        for (const Sentence& warning : outbox.warnings)
            each.warnings.push_back(warning.english());
        each.notes.insert(each.notes.end(), outbox.notes.begin(), outbox.notes.end());
    }

    Member& member(int host) { return m_members[static_cast<std::size_t>(host)]; }
    void save(int host, std::int64_t step, int keep = 9) { saveIn(member(host).folder->path(), step, keep); }
    static void saveIn(const std::string& folder, std::int64_t step, int keep = 9)
    {
        TensorCopy tensors; // of several pieces
        tensors.add({"weight", Shape{200'000}, TensorInfo::Stored::Float32},
                    std::vector<float>(200'000, static_cast<float>(step)));
        TrainingPosition position;
        position.run = "digits";
        position.model = "lenet";
        position.step = step;
        CheckpointStore(folder, keep).save(tensors, TensorCopy(), position, Standing::Latest);
    }
    std::string checkpoint(int host, std::int64_t step)
    {
        return member(host).folder->path() + "/" + checkpointFolder(step);
    }
    void damage(int host, std::int64_t step)
    {
        std::fstream file(checkpoint(host, step) + "/model.safetensors",
                          std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(500'000);
        file.put(1);
    }
    /// Those that are whole.
    Steps steps(int host)
    {
        Steps steps;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(member(host).folder->path() + "/checkpoints", none)) {
            const auto step = stepOfCheckpoint(entry.path().filename().string());
            EXPECT_TRUE(step) << "left over: " << entry.path();
            if (step && loadCheckpoint(entry.path().string()).position.step == *step)
                steps.push_back(*step);
        }
        std::ranges::sort(steps);
        return steps;
    }

    std::vector<Member> m_members;
    struct Message {
        int from, to;
        CopyMessage message;
    };
    std::deque<Message> m_messages;
    std::function<void()> m_change; ///< before a message arrives
    Clock::time_point m_now = Clock::now();
    std::atomic<bool> m_cancelled{false};
};

TEST_F(Copies, AreMadeOfTheNewestAsTheyAreSaved)
{
    addHosts(3);
    begin(1, "");
    save(0, 100);
    settle();
    EXPECT_EQ(steps(1), Steps{100});
    EXPECT_EQ(steps(2), Steps{}) << "one copy was asked for";
    save(0, 200);
    save(0, 300);
    settle();
    EXPECT_EQ(steps(1), (Steps{100, 300})) << "the newest alone is fetched";
    EXPECT_TRUE(member(1).warnings.empty()) << member(1).warnings.front();
}

TEST_F(Copies, GoWhenTheCheckpointGoes)
{
    addHosts(2);
    begin(1, "");
    for (std::int64_t step = 100; step <= 500; step += 100) {
        save(0, step, 2);
        settle();
        EXPECT_LE(steps(1).size(), 3u);
    }
    EXPECT_EQ(steps(0), (Steps{400, 500}));
    EXPECT_EQ(steps(1), (Steps{400, 500}));
}

TEST_F(Copies, OneThatMakesRoomOnTheWayArrivesAllTheSame)
{
    addHosts(2);
    begin(1, "");
    save(0, 100, 2);
    int messages = 0;
    m_change = [&] {
        if (++messages != 4) // what there is, the manifest is asked for, it comes, a file is asked for
            return;
        save(0, 200, 2);
        save(0, 300, 2);
    };
    settle();
    EXPECT_EQ(steps(0), (Steps{200, 300}));
    EXPECT_EQ(steps(1), Steps{300}) << "100 went when 300 had come";
    EXPECT_TRUE(std::ranges::any_of(member(1).notes, [](const std::string& note) {
        return note.starts_with("Holds a copy of checkpoints/step-00000100, ");
    })) << "it was not read to its end";
    EXPECT_TRUE(member(1).warnings.empty());
}

TEST_F(Copies, ThatCannotBeMadeAreAWarning)
{
    addHosts(2);
    begin(1, "");
    save(0, 100);
    damage(0, 100);
    settle();
    EXPECT_EQ(steps(1), Steps{});
    ASSERT_EQ(member(1).warnings.size(), 1u);
    EXPECT_NE(member(1).warnings[0].find("model.safetensors is damaged"), std::string::npos)
        << member(1).warnings[0];
    member(0).party->hurry();
    settle();
    EXPECT_TRUE(member(0).party->isSettled()) << "nobody waits for a copy that will not come";
    save(0, 200);
    settle();
    EXPECT_EQ(steps(1), Steps{200}) << "the next one is tried again";
}

TEST_F(Copies, AreWaitedForAtTheEnd)
{
    addHosts(2);
    begin(1, "");
    save(0, 100);
    EXPECT_FALSE(member(0).party->isSettled());
    member(0).party->hurry();
    EXPECT_FALSE(member(0).party->isSettled());
    settle();
    EXPECT_TRUE(member(0).party->isSettled());
    EXPECT_EQ(steps(1), Steps{100});
}

TEST_F(Copies, BringTheCheckpointBackToAnEmptyFolder)
{
    addHosts(3);
    save(1, 100);
    save(2, 100);
    save(2, 200);
    begin(1, "latest");
    EXPECT_EQ(steps(0), Steps{200});
    for (int host = 0; host < 3; ++host)
        EXPECT_TRUE(member(host).party->mayBegin()) << host;
    EXPECT_EQ(steps(1), Steps{200}) << "and the copies follow";
}

TEST_F(Copies, ADamagedCheckpointIsReplacedByItsCopy)
{
    addHosts(2);
    save(0, 100);
    save(0, 200);
    save(1, 200);
    damage(0, 200);
    begin(1, "latest");
    EXPECT_EQ(steps(0), (Steps{100, 200}));
    ASSERT_EQ(member(0).warnings.size(), 1u);
    EXPECT_NE(member(0).warnings[0].find("step-00000200 on host box-0 was passed over"), std::string::npos)
        << member(0).warnings[0];
}

TEST_F(Copies, ADamagedCopyIsPassedOver)
{
    addHosts(3);
    save(0, 100);
    save(1, 200);
    save(2, 300);
    damage(2, 300);
    begin(2, "latest");
    EXPECT_EQ(steps(0), (Steps{100, 200}));
    ASSERT_EQ(member(0).warnings.size(), 1u);
    EXPECT_NE(member(0).warnings[0].find("step-00000300 on host box-2"), std::string::npos);
}

TEST_F(Copies, NobodyBeginsBeforeTheLeadHasItsCheckpoint)
{
    addHosts(2);
    save(1, 100);
    bool looked = false;
    m_change = [&] {
        if (!fs::exists(checkpoint(0, 100))) {
            EXPECT_FALSE(member(0).party->mayBegin());
            EXPECT_FALSE(member(1).party->mayBegin());
            looked = true;
        }
    };
    begin(1, "latest");
    EXPECT_TRUE(looked);
    EXPECT_TRUE(member(0).party->mayBegin());
    EXPECT_TRUE(member(1).party->mayBegin());
}

TEST_F(Copies, OnlyTheChosenOneIsFetched)
{
    addHosts(2);
    save(1, 100);
    save(1, 200);
    begin(0, "step-00000100");
    EXPECT_EQ(steps(0), Steps{100});
}

TEST_F(Copies, OfATrainingThatWasDiscardedGo)
{
    addHosts(2);
    for (const std::int64_t step : {100, 200, 300}) {
        save(0, step);
        save(1, step);
    }
    begin(1, "step-00000100");
    CheckpointStore(member(0).folder->path(), 9).removeAfter(100); // as rank 0 does
    settle();
    EXPECT_EQ(steps(1), Steps{100});
    save(0, 150);
    settle();
    EXPECT_EQ(steps(1), (Steps{100, 150}));
}

/// As when a host was taken out of the drawing and the others have other numbers since.
TEST_F(Copies, AreFoundInOtherFoldersOfTheSameHome)
{
    addHosts(1);
    const std::string before = HostFolder::create("digits", 1).path();
    saveIn(before, 100);
    saveIn(before, 200);
    save(0, 50);
    begin(0, "latest");
    EXPECT_EQ(steps(0), (Steps{50, 200}));
    EXPECT_TRUE(member(0).party->mayBegin());
}

TEST_F(Copies, WithoutAnyARunBeginsAnew)
{
    addHosts(2);
    begin(1, "latest");
    EXPECT_TRUE(member(0).party->mayBegin());
    EXPECT_TRUE(member(1).party->mayBegin());
    EXPECT_TRUE(member(0).warnings.empty());
}

TEST_F(Copies, WhatWasNotAskedForIsRefused)
{
    addHosts(2);
    save(0, 100);
    CheckpointShelf shelf(*member(0).folder);
    CheckpointGiver giver(shelf);
    CopyMessage read;
    read.kind = CopyMessage::Kind::Read;
    read.step = 100;
    for (const char* file : {"../../state.json", "", "step-00000100", "model.safetensors/"}) {
        read.file = file;
        EXPECT_EQ(giver.answer(1, read).kind, CopyMessage::Kind::Refused) << file;
    }
    CheckpointTransfer transfer(CheckpointShelf(*member(1).folder).folder(), "digits", 100);
    CopyMessage answer = giver.answer(1, transfer.request());
    ASSERT_EQ(answer.kind, CopyMessage::Kind::Piece);
    answer.offset = 1;
    EXPECT_THROW(transfer.take(answer), EngineError);
}

TEST(CopyMessages, OfNoFormAreRefused)
{
    for (const char* text : {"", "{}", "{}\n", "{\"kind\":\"piece\"}\n", "[]\n",
                             "{\"kind\":\"read\",\"step\":-1,\"file\":\"a\",\"offset\":0}\n",
                             "{\"kind\":\"read\",\"step\":1,\"file\":\"a\",\"offset\":0}\nbytes"})
        EXPECT_FALSE(parseCopyMessage(text)) << text;
    CopyMessage piece{CopyMessage::Kind::Piece, {}, false, 7, "model.safetensors", 5, {}, {}};
    piece.bytes = std::string("a\n\0b", 4);
    EXPECT_EQ(parseCopyMessage(encode(piece)).value(), piece);
    piece.bytes.resize(kCopyPieceBytes + 1);
    EXPECT_FALSE(parseCopyMessage(encode(piece)));
}

std::vector<Placement> on(const std::vector<std::size_t>& hosts)
{
    std::vector<Placement> placements;
    for (const std::size_t host : hosts)
        placements.push_back({static_cast<int>(placements.size()), 0, host, Device{}});
    return placements;
}

TEST(HostsOfCopies, AreThoseThatFollowTheLead)
{
    using Hosts = std::vector<std::size_t>;
    EXPECT_EQ(hostsOfCopies(on({0, 0, 1, 2}), 1), Hosts{1});
    EXPECT_EQ(hostsOfCopies(on({2, 3, 0}), 2), (Hosts{3, 0}));
    EXPECT_EQ(hostsOfCopies(on({0, 2, 5}), 9), (Hosts{2, 5}));
    EXPECT_EQ(hostsOfCopies(on({0, 1}), 0), Hosts{});
    EXPECT_EQ(hostsOfCopies({}, 1), Hosts{});
}

} // namespace
} // namespace lockstep::test
