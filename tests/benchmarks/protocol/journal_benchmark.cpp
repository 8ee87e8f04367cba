// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <random>

namespace lockstep {
namespace {

constexpr std::uint64_t kRecords = 100000;
constexpr std::size_t kChunkBytes = 256u << 10;

/// Steps with the digits of real measurements: losses are f32, times are whole nanoseconds.
std::vector<Record> sampleSteps()
{
    std::mt19937_64 random(1);
    const auto seconds = [&random](double typical) {
        return static_cast<double>(random() % static_cast<std::uint64_t>(2e9 * typical)) / 1e9;
    };
    std::vector<Record> records;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
        const auto step = static_cast<std::int64_t>(i);
        StepFinished event;
        event.step = step;
        event.epoch = static_cast<int>(i / 1200);
        event.batch = step % 1200;
        event.loss = static_cast<float>(seconds(1.0));
        event.samples = 50;
        event.learningRate = 0.01;
        event.samplesPerSecond = 50 / (0.001 + seconds(0.005));
        event.dataSeconds = seconds(0.0001);
        event.forwardSeconds = seconds(0.003);
        event.backwardSeconds = seconds(0.006);
        event.networkSeconds = seconds(0.001);
        event.optimizerSeconds = seconds(0.0001);
        records.push_back({i, 1000000000000 + step * 10123457, 1795219200000 + step * 10, event});
    }
    return records;
}

void formatSteps(benchmark::State& state)
{
    const std::vector<Record> records = sampleSteps();
    std::string out;
    for (auto _ : state) {
        out.clear();
        for (const Record& record : records)
            appendRecord(out, record);
        benchmark::DoNotOptimize(out.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRecords));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(out.size()));
}
BENCHMARK(formatSteps)->Unit(benchmark::kMillisecond);

void readSteps(benchmark::State& state)
{
    std::string journal;
    for (const Record& record : sampleSteps())
        appendRecord(journal, record);
    for (auto _ : state) {
        JournalReader reader;
        std::size_t count = 0;
        for (std::size_t at = 0; at < journal.size(); at += kChunkBytes)
            count += reader.feed(std::string_view(journal).substr(at, kChunkBytes)).records.size();
        if (count != kRecords)
            state.SkipWithError("records were lost");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRecords));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(journal.size()));
}
BENCHMARK(readSteps)->Unit(benchmark::kMillisecond);

void checksum(benchmark::State& state)
{
    const std::string bytes(static_cast<std::size_t>(state.range(0)), 'x');
    for (auto _ : state)
        benchmark::DoNotOptimize(crc32c(bytes));
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(checksum)->Arg(400)->Arg(65536);

/// With the write(2) of each line, as a rank does it.
void writeStepsToFile(benchmark::State& state)
{
    const std::string path = "/tmp/lockstep-journal-benchmark.jsonl";
    const std::vector<Record> records = sampleSteps();
    for (auto _ : state) {
        std::remove(path.c_str());
        JournalWriter writer(path);
        for (const Record& record : records)
            writer.write(record.event);
    }
    std::remove(path.c_str());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRecords));
}
BENCHMARK(writeStepsToFile)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lockstep
