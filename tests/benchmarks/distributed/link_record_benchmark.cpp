// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// link_record_benchmark [RANKS]: what a rank's records of its links cost, over TCP on the loopback: time and
// CPU of one (asking the kernel about every connection, counting, writing the journal), its bytes, and the
// share of a rank's time at the usual interval. Traffic flows before each record, so that every peer is told
// of.
#include "engine/train/link_watch.h"
#include "tests/benchmarks/distributed/rank_processes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRecords = 1000;
constexpr std::size_t kValues = 1 << 14; ///< summed before each record

double cpuSeconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void runRank(ProcessGroup& group, const std::string& folder, int rank)
{
    RankRecorder recorder(folder, 1, rank, RankRecorder::Echo::No);
    recorder.start();
    const std::string journal = folder + "/attempt-1/rank-" + std::to_string(rank) + ".jsonl";
    const auto bytesBefore = std::filesystem::file_size(journal);
    std::vector<float> values(kValues, 1.0F);
    std::vector<PeerTraffic> before = group.traffic();
    std::vector<double> micros;
    double cpu = 0;
    for (int i = 0; i < kRecords; ++i) {
        std::ranges::fill(values, 1.0F);
        group.allReduceSum(std::span<float>(values));
        const double cpuBefore = cpuSeconds();
        const auto begin = Clock::now();
        std::vector<PeerTraffic> now = group.traffic();
        for (LinksMeasured& record : linkRecords(before, now, 2.0))
            recorder.record(std::move(record));
        micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
        cpu += cpuSeconds() - cpuBefore;
        before = std::move(now);
    }
    group.barrier();
    if (rank != 0)
        return;
    std::ranges::sort(micros);
    const double interval = std::chrono::duration<double>(LinkWatch::kInterval).count();
    const double bytes = static_cast<double>(std::filesystem::file_size(journal) - bytesBefore) / kRecords;
    std::printf("%d ranks: a record takes %.1f us (p99 %.1f), %.1f us of a core, %.0f bytes; one every %.0f "
                "s is %.5f %% "
                "of a rank's time\n",
                group.worldSize(), micros[kRecords / 2], micros[kRecords * 99 / 100], cpu / kRecords * 1e6,
                bytes, interval, cpu / kRecords / interval * 100);
}

int runAll(int ranks)
{
    LoopbackGroup group(ranks);
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("lockstep-benchmark-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const int failures =
        runInProcesses(ranks, [&](int rank) { runRank(*group.meet(rank), folder.string(), rank); });
    std::filesystem::remove_all(folder);
    return failures == 0 ? 0 : 1;
}

} // namespace
} // namespace lockstep

int main(int count, char** arguments)
{
    return lockstep::runAll(std::clamp(count > 1 ? std::atoi(arguments[1]) : 2, 2, 16));
}
