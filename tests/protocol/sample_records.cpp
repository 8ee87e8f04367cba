// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/protocol/sample_records.h"

#include <limits>
#include <utility>

namespace lockstep {

std::vector<Record> sampleRecords()
{
    using Real = std::numeric_limits<double>;
    using Whole = std::numeric_limits<std::int64_t>;
    std::vector<Event> events;
    events.emplace_back(RankStarted{1, "20261120-digits-3f9a", 2, 3, 4, 1, "gpu \"2\"\\\n\x01\x7F节点",
                                    "cuda:0", 4711, "0.1.0", "mnist-cnn", 20350, 60000, 10000, 1200, 5, 600,
                                    2});
    events.emplace_back(SharingStart{1048576, 244403360, 1.25});
    events.emplace_back(StepFinished{600, 1, 0, 0.1 + 0.2, 50, 1e-3, 12345.678, 0.5, 0.98, 0, 5e-324,
                                     Real::max(), -0.0, 1.0 / 3});
    events.emplace_back(StepFinished{601, 1, 1, Real::infinity(), 50, -Real::infinity(), 1e22, 0, 1, 1e21,
                                     123456789.125, 2.2250738585072014e-308, 0.5, 100});
    events.emplace_back(
        StepFinished{.step = 602, .further = {{"staleness", 3}, {"a \"b\"\n节", -Real::infinity()}}});
    events.emplace_back(EpochFinished{1, 1200, 0.25, 3.75});
    events.emplace_back(EpochFinished{1, 1200, 0.25, 3.75, {{"gradient_norm", 0.5}}});
    events.emplace_back(Evaluated{1, 1200, "validation", 0.1, 0.9875, 0.9999, 10000});
    events.emplace_back(SavingCheckpoint{1200, 16777216, 1700000000, 3.5});
    events.emplace_back(CheckpointSaved{1200, 2, "checkpoints/step-00001200", Whole::max(), true});
    events.emplace_back(CheckpointRemoved{600, "checkpoints/step-00000600"});
    events.emplace_back(CollectiveFinished{1200, "all-reduce", 81400, 81400, 0.001, 2});
    events.emplace_back(DeviceSampled{0.97, Whole::min()});
    events.emplace_back(
        DeviceSampled{0.31, 1, {0.5, 1e9, 64.0, 212.5, 1710.0, 9501.0, "power-cap heat"}, 1e10});
    events.emplace_back(DeviceSampled{0.31, 1, {.temperatureCelsius = 0.0}});
    DeviceSampled sampled{.busy = 1};
    sampled.gpu.busy = 0.5;
    sampled.further = {{"fan", 0.25}};
    events.emplace_back(std::move(sampled));
    events.emplace_back(StepSkipped{1200, 32768});
    events.emplace_back(StepTimeline{1200,
                                     Whole::max(),
                                     {0, 1.5},
                                     {1.5, 1000.1, 2000, 1e9},
                                     {Real::max(), -5e-324},
                                     {},
                                     {3, 4},
                                     {2.5, Real::infinity()},
                                     {Whole::max()}});
    events.emplace_back(LinksMeasured{2.0000001, {0, 4095}, {1, Whole::min()}, {0, 7}, {1.0 / 3, 0}});
    events.emplace_back(LinksMeasured{2,
                                      {1},
                                      {7},
                                      {8},
                                      {0.25},
                                      {1.5},
                                      {1.0 / 3},
                                      {0},
                                      {Real::denorm_min()},
                                      {941.5},
                                      {1},
                                      {Whole::max()},
                                      {14480}});
    events.emplace_back(LinksMeasured{});
    events.emplace_back(Warned{"\xF0\x9F\x98\x80 \t\r\n / \\u0041"});
    events.emplace_back(Warned{{"%1: %2", {"a\"b", {"Rank %1 of %2.", {"%2", {"\n", {"节", ""}}}}}}});
    events.emplace_back(RankFinished{
        137, {"Rank %1 was killed by signal %2.", {"2", "9"}}, 2, 1201, 12.5, std::string(64, 'f')});
    std::vector<Record> records;
    for (Event& event : events) {
        const auto number = static_cast<std::int64_t>(records.size());
        records.push_back({static_cast<std::uint64_t>(number), 1000000000 + number, 1700000000000 + number,
                           std::move(event)});
    }
    return records;
}

std::string journalOf(const std::vector<Record>& records)
{
    std::string journal;
    for (const Record& record : records)
        appendRecord(journal, record);
    return journal;
}

} // namespace lockstep
