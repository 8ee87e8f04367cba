// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/precision.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using namespace lockstep::testing;

struct Settings {
    int ranks;
    Precision precision;
};

class Deterministic : public ::testing::TestWithParam<Settings> {
protected:
    static std::string trainedHash(bool deterministic, int loaderThreads)
    {
        RankFixture fixture;
        fixture.useNoisePictures("resnet20", 12);
        fixture.workers = 2;
        fixture.experiment.data.loaderThreads = loaderThreads;
        fixture.experiment.data.prefetch = loaderThreads == 1 ? 1 : 8;
        TrainingSpec& training = fixture.experiment.training;
        training.deterministic = deterministic;
        training.precision = GetParam().precision;
        training.batch = 8;
        training.bucketMegabytes = 0.05; // many buckets in flight while backward runs
        expectSuccess(fixture.train(GetParam().ranks));
        return hashOf(fixture, 1, GetParam().ranks - 1);
    }
};

/// With the switch, and without it too: on CPUs every sum has one order already.
TEST_P(Deterministic, EqualSeedsGiveEqualWeightsWhateverTheLoaderThreads)
{
    const auto compile = [] {
        makeComputeBackend({})->compile(makeModel("resnet20", {3, 32, 32}, 10),
                                        {.precision = GetParam().precision});
    };
    if (isRefused(GetParam().precision, compile))
        return;
    const std::string first = trainedHash(true, 1);
    EXPECT_EQ(first.size(), 64u);
    EXPECT_EQ(trainedHash(true, 1), first);
    EXPECT_EQ(trainedHash(true, 3), first);
    EXPECT_EQ(trainedHash(false, 2), first);
}

INSTANTIATE_TEST_SUITE_P(, Deterministic,
                         ::testing::Values(Settings{1, Precision::Float32}, Settings{2, Precision::Float32},
                                           Settings{1, Precision::BFloat16}),
                         [](const auto& test) {
                             return std::string(toString(test.param.precision)) + "_ranks" +
                                    std::to_string(test.param.ranks);
                         });

} // namespace
} // namespace lockstep
