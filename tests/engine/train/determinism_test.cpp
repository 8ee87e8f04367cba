// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <tuple>

namespace lockstep {
namespace {

using namespace lockstep::testing;

/// With the switch and without it: on CPUs every sum has one order already.
class Deterministic : public ::testing::TestWithParam<std::tuple<bool, int>> {};

std::string trainedHash(bool deterministic, int ranks, int loaderThreads)
{
    RankFixture fixture;
    fixture.experiment.training.deterministic = deterministic;
    fixture.experiment.data.kind = DataKind::Synthetic;
    fixture.experiment.data.imageSize = 32;
    fixture.experiment.data.samples = 60;
    fixture.experiment.data.loaderThreads = loaderThreads;
    fixture.experiment.data.prefetch = loaderThreads == 1 ? 1 : 8;
    fixture.experiment.model.name = "resnet20";
    fixture.experiment.training.batch = 8;
    fixture.experiment.training.bucketMegabytes = 0.05; // many buckets in flight while backward runs
    expectSuccess(fixture.train(ranks));
    return hashOf(fixture, 1, ranks - 1);
}

TEST_P(Deterministic, EqualSeedsGiveEqualWeightsWhateverTheLoaderThreads)
{
    const auto [deterministic, ranks] = GetParam();
    const std::string first = trainedHash(deterministic, ranks, 1);
    EXPECT_EQ(first.size(), 64u);
    EXPECT_EQ(trainedHash(deterministic, ranks, 1), first);
    EXPECT_EQ(trainedHash(deterministic, ranks, 3), first);
    EXPECT_EQ(trainedHash(!deterministic, ranks, 2), first);
}

INSTANTIATE_TEST_SUITE_P(, Deterministic, ::testing::Combine(::testing::Bool(), ::testing::Values(1, 2)));

} // namespace
} // namespace lockstep
