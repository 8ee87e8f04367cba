// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Groups that encrypt: they compute what others compute, and whoever sits between two ranks can neither read
/// nor change what passes.
#include "engine/distributed/exchange.h"
#include "engine/distributed/gloo_process_group.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/distributed/sealed_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <thread>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t kElements = 400'000;

std::vector<float> gradientOf(int rank, std::size_t elements)
{
    std::mt19937 random(static_cast<unsigned>(rank));
    std::vector<float> values(elements);
    std::ranges::generate(values, [&] { return static_cast<float>(random()) * 1e-9f; });
    return values;
}

/// What all sums, broadcasts and gatherings of one rank give, one behind the other.
std::vector<float> everything(ProcessGroup& group)
{
    std::vector<float> all;
    for (const std::size_t elements : {std::size_t{1}, std::size_t{1000}, std::size_t{16'000}, kElements}) {
        std::vector<float> values = gradientOf(group.rank(), elements);
        group.allReduceSum(std::span<float>(values));
        all.insert(all.end(), values.begin(), values.end());
        values = gradientOf(group.rank(), elements);
        group.broadcast(std::as_writable_bytes(std::span(values)), 1);
        all.insert(all.end(), values.begin(), values.end());
        group.barrier();
        const std::vector<std::byte> gathered = group.allGather(std::as_bytes(std::span(values).first(1)));
        all.push_back(static_cast<float>(gathered.size()));
    }
    return all;
}

std::vector<std::vector<float>> runAll(int ranks, bool seals)
{
    Ports ports(ranks);
    std::vector<std::vector<float>> results(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.seals = seals;
        threads.emplace_back([&results, rank, seals, options = std::move(options)]() mutable {
            const std::string error = errorOf([&] {
                const auto group = makeGlooProcessGroup(std::move(options));
                EXPECT_EQ(group->isSealed(), seals);
                results[static_cast<std::size_t>(rank)] = everything(*group);
            });
            EXPECT_EQ(error, "no error") << "rank " << rank;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    return results;
}

TEST(SealedLink, GroupsComputeTheSameBits)
{
    for (const int ranks : {2, 3, 4})
        EXPECT_EQ(runAll(ranks, true), runAll(ranks, false)) << ranks << " ranks";
}

TEST(SealedLink, RanksThatDoNotAgreeToEncryptDoNotMeet)
{
    Ports ports(2);
    std::vector<std::string> errors(2);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 2; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.seals = rank == 1;
        threads.emplace_back([&errors, rank, options = std::move(options)]() mutable {
            errors[static_cast<std::size_t>(rank)] =
                errorOf([&] { makeGlooProcessGroup(std::move(options)); });
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_THAT(errors[0] + errors[1], HasSubstr("other settings"));
}

struct Ends {
    std::string error0, error1;
    std::vector<float> sum1;
};

MessengerOptions patient()
{
    MessengerOptions options;
    options.silence = std::chrono::milliseconds(static_cast<int>(kPatience * 1000));
    options.linger = std::chrono::milliseconds(200);
    return options;
}

/// Two ranks sum over that network.
Ends sumOver(MeddlingNetwork& network, const MessengerOptions& options = patient(),
             std::size_t elements = kElements)
{
    Ends ends;
    const auto run = [&](int rank, std::string& error) {
        error = errorOf([&] {
            const auto group = makeGlooProcessGroup(rank, network.links(rank), options);
            std::vector<float> values = gradientOf(rank, elements);
            group->allReduceSum(std::span<float>(values));
            if (rank == 1)
                ends.sum1 = values;
        });
    };
    std::thread rank0([&] { run(0, ends.error0); });
    run(1, ends.error1);
    rank0.join();
    return ends;
}

TEST(SealedLink, WhoListensLearnsNothing)
{
    MeddlingNetwork network([](const std::string& record, std::size_t) { return record; });
    const Ends ends = sumOver(network);
    EXPECT_EQ(ends.error0 + ends.error1, "no errorno error");
    std::vector<float> expected = gradientOf(0, kElements);
    const std::vector<float> other = gradientOf(1, kElements);
    std::ranges::transform(expected, other, expected.begin(), std::plus<>());
    EXPECT_EQ(ends.sum1, expected);
    // Half of rank 0's gradient crossed, and none of it in any place where it could be found.
    ASSERT_GT(network.overheard().size(), kElements * sizeof(float) / 2);
    const std::vector<float> mine = gradientOf(0, kElements);
    const std::string text(reinterpret_cast<const char*>(mine.data()), kElements * sizeof(float));
    for (std::size_t at = 0; at + 8 <= text.size(); at += 4096)
        ASSERT_EQ(network.overheard().find(text.substr(at, 8)), std::string::npos);
    const std::uint32_t magic = kFrameMagic;
    EXPECT_EQ(network.overheard().find(std::string(reinterpret_cast<const char*>(&magic), 4)),
              std::string::npos);
}

/// What is done to one record of rank 0, and how often it was done.
struct Attack {
    const char* name;
    std::function<std::string(const std::string& record, std::mt19937& random)> meddle;
    std::size_t caughtAfter = 0; ///< records that still open
};

std::string flipped(std::string record, std::size_t at, std::mt19937& random)
{
    record[at] = static_cast<char>(record[at] ^ (1 << random() % 8));
    return record;
}

const std::vector<Attack>& attacks()
{
    static const std::vector<Attack> all = {
        {"text changed",
         [](const std::string& record, std::mt19937& random) {
             const std::size_t texts = record.size() - kRecordHeaderBytes - kRecordTagBytes;
             return flipped(record, kRecordHeaderBytes + random() % texts, random);
         }},
        {"tag changed",
         [](const std::string& record, std::mt19937& random) {
             return flipped(record, record.size() - 1 - random() % kRecordTagBytes, random);
         }},
        {"length changed", [](const std::string& record,
                              std::mt19937& random) { return flipped(record, 2 + random() % 2, random); }},
        {"repeated", [](const std::string& record, std::mt19937&) { return record + record; }, 1},
        {"made up",
         [](const std::string& record, std::mt19937& random) {
             std::string forged = record;
             std::generate(forged.begin() + kRecordHeaderBytes, forged.end(),
                           [&] { return static_cast<char>(random()); });
             return forged + record;
         }},
    };
    return all;
}

std::string refusalOf(std::size_t record)
{
    return "6: Record " + std::to_string(record) +
           " of the encrypted connection from rank 0 to rank 1 is not what rank 0 sent, in collective 1, "
           "all-reduce: it was changed, repeated, left out or moved on its way.";
}

TEST(SealedLink, EveryAttackIsRefusedByName)
{
    std::mt19937 random(5);
    int landed = 0;
    for (const Attack& attack : attacks())
        for (const std::size_t victim : {0, 1, 2, 5, 9}) {
            bool hit = false;
            MeddlingNetwork network([&](const std::string& record, std::size_t number) {
                if (number != victim)
                    return record;
                hit = true;
                return attack.meddle(record, random);
            });
            const Ends ends = sumOver(network);
            const std::string refusal = refusalOf(victim + attack.caughtAfter);
            EXPECT_THAT(ends.error1, HasSubstr(refusal)) << attack.name;
            EXPECT_THAT(ends.error0, HasSubstr(refusal)) << attack.name << ", told to the sender";
            landed += hit ? 1 : 0;
        }
    EXPECT_EQ(landed, 25);
    RecordProperty("attacks that landed", landed);
}

TEST(SealedLink, RecordsThatChangePlacesOrAreLeftOutAreRefusedByName)
{
    int landed = 0;
    for (const bool comesLater : {true, false})
        for (const std::size_t victim : {0, 1, 2, 5, 9}) {
            std::string kept;
            MeddlingNetwork network([&](const std::string& record, std::size_t number) {
                if (number == victim) {
                    kept = comesLater ? record : std::string();
                    return std::string();
                }
                if (number == victim + 1)
                    ++landed;
                return number == victim + 1 ? record + kept : record;
            });
            EXPECT_THAT(sumOver(network).error1, HasSubstr(refusalOf(victim)));
        }
    EXPECT_EQ(landed, 10);
    RecordProperty("attacks that landed", landed);
}

// A record that takes longer than the limit of silence is heard as it comes.
TEST(SealedLink, ASlowLinkIsNotASilentOne)
{
    MeddlingNetwork network([](const std::string& record, std::size_t) { return record; },
                            std::chrono::milliseconds(300));
    MessengerOptions options = patient();
    options.silence = std::chrono::milliseconds(900);
    const Ends ends = sumOver(network, options, 1000);
    EXPECT_EQ(ends.error0 + ends.error1, "no errorno error");
}

// What a rank says last goes through the same records, behind a message that it has sent by half.
TEST(SealedLink, AReasonReachesTheOtherEnd)
{
    MeddlingNetwork network([](const std::string& record, std::size_t) { return record; });
    std::string error1;
    std::thread rank1([&] {
        error1 = errorOf([&] {
            const auto group = makeGlooProcessGroup(1, network.links(1), patient());
            std::vector<float> values(50 * kElements);
            group->allReduceSum(std::span<float>(values));
        });
    });
    {
        const auto group = makeGlooProcessGroup(0, network.links(0), patient());
        std::thread aborter([&] {
            sleepFor(0.02);
            group->abort("the disk is full");
        });
        std::vector<float> values(50 * kElements);
        errorOf([&] {
            while (true)
                group->allReduceSum(std::span<float>(values));
        });
        aborter.join();
    }
    rank1.join();
    EXPECT_THAT(error1, HasSubstr("the disk is full"));
}

TEST(SealedLink, NothingGoesPastTheEncryptionByNccl)
{
    Ports ports(2);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 2; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.seals = true;
        threads.emplace_back([rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            const Exchange exchange =
                agreeOnExchange(*group, {DeviceKind::Cuda, "GPU-" + std::to_string(rank), 22809});
            EXPECT_EQ(exchange.way, Exchange::Way::Host);
            EXPECT_EQ(exchange.reason, "encryption is on, and NCCL sends in clear text");
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

} // namespace
} // namespace lockstep::test
