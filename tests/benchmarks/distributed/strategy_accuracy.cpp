// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// strategy_accuracy MNIST_FOLDER [SEED...] [NAME...]: LeNet on MNIST, 3 ranks of 32, momentum 0.9, rate 0.05
// and a tenth of it after two thirds of two epochs (1250 steps), with every strategy, or with those whose
// name begins so. Prints the top-1 of the test images for each seed, and seconds.

#include "tests/engine/train/rank_fixture.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::testing {
namespace {

struct Way {
    std::string name;
    std::function<void(TrainingSpec&)> set;
};

std::vector<Way> ways()
{
    std::vector<Way> all;
    for (const CompressionKind kind :
         {CompressionKind::None, CompressionKind::BFloat16, CompressionKind::Float16, CompressionKind::Int8})
        all.push_back({std::string(toString(kind)), [kind](TrainingSpec& t) { t.compression = kind; }});
    for (const int rank : {4, 2, 1})
        all.push_back({"powersgd " + std::to_string(rank), [rank](TrainingSpec& t) {
                           t.compression = CompressionKind::PowerSgd;
                           t.compressionRank = rank;
                       }});
    for (const double ratio : {0.01, 0.001})
        all.push_back({"top-k " + std::to_string(ratio), [ratio](TrainingSpec& t) {
                           t.compression = CompressionKind::TopK;
                           t.compressionRatio = ratio;
                       }});
    for (const int steps : {10, 50})
        all.push_back({"local-steps " + std::to_string(steps), [steps](TrainingSpec& t) {
                           t.strategy = StrategyKind::LocalSteps;
                           t.localSteps = steps;
                       }});
    all.push_back({"overlapped 10", [](TrainingSpec& t) {
                       t.strategy = StrategyKind::LocalSteps;
                       t.overlapMeetings = true;
                   }});
    all.push_back({"diloco 0.7 0.5, 10", [](TrainingSpec& t) {
                       t.strategy = StrategyKind::LocalSteps;
                       t.outerLearningRate = 0.7;
                       t.outerMomentum = 0.5;
                   }});
    all.push_back({"server-sync", [](TrainingSpec& t) { t.strategy = StrategyKind::ServerSync; }});
    for (const int staleness : {0, 2})
        all.push_back({"server-async " + std::to_string(staleness), [staleness](TrainingSpec& t) {
                           t.strategy = StrategyKind::ServerAsync;
                           t.staleness = staleness;
                       }});
    return all;
}

double top1Of(const Way& way, const std::string& folder, std::uint64_t seed)
{
    RankFixture fixture(10, 10); // its own digits are not used
    fixture.experiment.model.name = "lenet";
    fixture.experiment.data.path = folder;
    TrainingSpec& training = fixture.experiment.training;
    training.optimizer = OptimizerKind::Momentum;
    training.learningRate = 0.05;
    training.momentum = 0.9;
    training.schedule.kind = ScheduleKind::MultiStep;
    training.schedule.milestones = {4.0 / 3};
    training.batch = 32;
    training.epochs = 2;
    training.seed = seed;
    way.set(training);
    const auto outcomes = fixture.train(3);
    for (const RankOutcome& outcome : outcomes)
        if (outcome.code != ExitCode::Success) {
            std::printf("%s\n", outcome.failure.message.english().c_str());
            return 0;
        }
    return 100 * only<Evaluated>(fixture.journal(1, 0)).back().top1;
}

} // namespace
} // namespace lockstep::testing

int main(int count, char** arguments)
{
    if (count < 2) {
        std::printf("strategy_accuracy MNIST_FOLDER [SEED...] [NAME...]\n");
        return 2;
    }
    std::vector<std::uint64_t> seeds;
    std::vector<std::string> names;
    for (const std::string argument : std::span(arguments, static_cast<std::size_t>(count)).subspan(2)) {
        if (std::ranges::all_of(argument, [](char c) { return c >= '0' && c <= '9'; }))
            seeds.push_back(std::stoull(argument));
        else
            names.push_back(argument);
    }
    if (seeds.empty())
        seeds = {0, 1, 2};
    for (const auto& way : lockstep::testing::ways()) {
        if (!names.empty() &&
            std::ranges::none_of(names, [&](const std::string& name) { return way.name.starts_with(name); }))
            continue;
        std::printf("%-20s", way.name.c_str());
        for (const std::uint64_t seed : seeds) {
            const auto start = std::chrono::steady_clock::now();
            const double top1 = lockstep::testing::top1Of(way, arguments[1], seed);
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            std::printf("  %5.2f %% (%3.0f s)", top1, seconds.count());
            std::fflush(stdout);
        }
        std::printf("\n");
    }
}
