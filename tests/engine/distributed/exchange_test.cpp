// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/exchange.h"

#include "engine/core/error.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

constexpr int kVersion = 22809;

ExchangeOffer gpu(const std::string& device, int version = kVersion)
{
    return {DeviceKind::Cuda, device, version};
}

/// What every rank of that world agrees on, which is the same.
void expectAgreement(const std::vector<ExchangeOffer>& offers, Exchange::Way way, const std::string& reason)
{
    runAsThreads(static_cast<int>(offers.size()), [&](ProcessGroup& group) {
        const Exchange exchange = agreeOnExchange(group, offers[static_cast<std::size_t>(group.rank())]);
        EXPECT_EQ(exchange.way, way);
        EXPECT_EQ(exchange.reason, reason);
    });
}

TEST(Exchange, OfProcessorsIsThroughTheHosts)
{
    expectAgreement({{}, {}, {}}, Exchange::Way::Host, "");
}

TEST(Exchange, OfGpusThatEachRankHasToItselfIsByNccl)
{
    expectAgreement({gpu("GPU-1"), gpu("GPU-2"), gpu("GPU-3")}, Exchange::Way::Nccl,
                    "every rank has a GPU to itself");
}

TEST(Exchange, OfAMixedWorldIsThroughTheHosts)
{
    expectAgreement({gpu("GPU-1"), {}, gpu("GPU-2", 0)}, Exchange::Way::Host, "rank 1 has no GPU");
}

TEST(Exchange, OfRanksThatShareAGpuIsThroughTheHosts)
{
    expectAgreement({gpu("GPU-1"), gpu("GPU-2"), gpu("GPU-1")}, Exchange::Way::Host,
                    "ranks 0 and 2 share a GPU, which NCCL does not allow");
}

TEST(Exchange, OverLinksOnWhichATreeIsFasterIsThroughTheHosts)
{
    Ports ports(3);
    std::vector<GlooGroupOptions> options;
    for (int rank = 0; rank < 3; ++rank) {
        options.push_back(groupOptions(ports, rank));
        options.back().sumWay = {3, 8 / 10e6, 0, 1};
    }
    std::vector<std::future<Exchange>> agreed;
    for (const GlooGroupOptions& mine : options)
        agreed.push_back(std::async(std::launch::async, [&mine] {
            const auto group = makeGlooProcessGroup(mine);
            // That there is no NCCL is no error then.
            return agreeOnExchange(*group, gpu("GPU-" + std::to_string(mine.rank), 0));
        }));
    for (std::future<Exchange>& each : agreed) {
        const Exchange exchange = each.get();
        EXPECT_EQ(exchange.way, Exchange::Way::Host);
        EXPECT_THAT(exchange.reason, HasSubstr("along which sums are faster"));
    }
}

TEST(Exchange, AloneNeedsNoNccl)
{
    expectAgreement({gpu("GPU-1", 0)}, Exchange::Way::Host, "");
}

struct Refusal {
    std::string name;
    int version;
    std::string sentence;
};
class RefusedNccl : public testing::TestWithParam<Refusal> {};
INSTANTIATE_TEST_SUITE_P(
    , RefusedNccl,
    testing::Values(
        Refusal{"Missing", 0, "was not found on the host of rank 1. Install version 2.18.0 or a newer one"},
        Refusal{"TooOld", 21212, "On the host of rank 1 NCCL is 2.12.12, but at least 2.18.0 is needed."},
        Refusal{"Another", 22705, "NCCL is 2.27.5 on the host of rank 1, but 2.28.9 on that of rank 0"}),
    [](const auto& name) { return name.param.name; });

TEST_P(RefusedNccl, IsNamedOnEveryRank)
{
    runAsThreads(3, [&](ProcessGroup& group) {
        const std::string device = "GPU-" + std::to_string(group.rank());
        try {
            agreeOnExchange(group, gpu(device, group.rank() == 1 ? GetParam().version : kVersion));
            ADD_FAILURE() << "agreed";
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
            EXPECT_EQ(error.culprit(), 1);
            EXPECT_THAT(error.what(), HasSubstr(GetParam().sentence));
        }
    });
}

TEST(NcclVersion, IsWrittenAsItsAuthorsDo)
{
    EXPECT_EQ(ncclVersionText(22809), "2.28.9");
    EXPECT_EQ(ncclVersionText(21403), "2.14.3");
    EXPECT_EQ(ncclVersionText(2804), "2.8.4");
}

} // namespace
} // namespace lockstep::test
