// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// all_reduce_benchmark [RANKS]: our process group, plain and encrypted, against Gloo's own TCP transport,
// call by call in turns, every rank a process on this computer. Prints best and median milliseconds of rank
// 0, CPU per call and the ratio of the medians (of ours to Gloo's; of encrypted to plain); and before that,
// how quickly one core seals and opens records.

#include "engine/distributed/process_group.h"
#include "engine/distributed/record_cipher.h"
#include "tests/benchmarks/distributed/rank_processes.h"

#include <gloo/allreduce.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace lockstep {
namespace {

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto total = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return total(usage.ru_utime) + total(usage.ru_stime);
}

std::shared_ptr<gloo::Context> stockContext(int rank, int ranks, const std::string& folder)
{
    gloo::rendezvous::FileStore store(folder);
    auto device = gloo::transport::tcp::CreateDevice(gloo::transport::tcp::attr("127.0.0.1"));
    auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
    context->setTimeout(std::chrono::seconds(20));
    context->connectFullMesh(store, device);
    return context;
}

void stockAllReduce(const std::shared_ptr<gloo::Context>& context, std::vector<float>& values)
{
    gloo::AllreduceOptions options(context);
    options.setOutput(values.data(), values.size());
    options.setReduceFunction(
        static_cast<void (*)(void*, const void*, const void*, std::size_t)>(&gloo::sum<float>));
    gloo::allreduce(options);
}

struct Series {
    std::vector<double> times;
    double cpu = 0;
    double best() const { return times.front() * 1e3; }
    double median() const { return times[times.size() / 2] * 1e3; }
    double cpuPerCall() const { return cpu / static_cast<double>(times.size()) * 1e3; }
};

template <typename Call>
void measure(Series& series, ProcessGroup& group, std::vector<float>& values, bool counts, Call&& call)
{
    std::fill(values.begin(), values.end(), static_cast<float>(group.rank() + 1));
    group.barrier();
    const double cpu = cpuSeconds();
    const double start = seconds();
    call();
    const double time = seconds() - start;
    if (counts) {
        series.times.push_back(time);
        series.cpu += cpuSeconds() - cpu;
    }
    const auto expected = static_cast<float>(group.worldSize() * (group.worldSize() + 1) / 2);
    if (values.front() != expected || values.back() != expected)
        std::printf("WRONG RESULT\n");
}

/// GB/s of `pass`, which takes one record's worth of text; the best of some rounds.
template <typename Pass>
double gigabytesPerSecond(Pass&& pass)
{
    constexpr int kRecords = 2000;
    double best = 0;
    for (int round = 0; round < 5; ++round) {
        const double start = seconds();
        for (int i = 0; i < kRecords; ++i)
            pass();
        best = std::max(best, 1e-9 * kRecords * kMostRecordText / (seconds() - start));
    }
    return best;
}

void measureCipher()
{
    const Digest key{};
    RecordSealer sealer(key);
    RecordOpener opener(key);
    std::vector<char> text(kMostRecordText);
    const iovec part{text.data(), text.size()};
    const double sealing = gigabytesPerSecond([&] {
        sealer.seal({&part, 1});
        sealer.sent(sealer.unsent().size());
    });
    RecordSealer other(key);
    const double both = gigabytesPerSecond([&] {
        other.seal({&part, 1});
        const std::span<const char> record = other.unsent();
        for (std::size_t at = 0; at < record.size();) {
            const std::span<char> room = opener.room();
            const std::size_t count = std::min(room.size(), record.size() - at);
            std::copy_n(record.begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
            opener.received(count);
            at += count;
        }
        other.sent(record.size());
        opener.open({&part, 1});
    });
    std::printf("one core seals %.2f GB/s, seals and opens %.2f GB/s\n", sealing, both);
}

void runRank(ProcessGroup& group, ProcessGroup& encrypted, const std::shared_ptr<gloo::Context>& stock)
{
    struct Case {
        std::size_t elements;
        int calls;
    };
    for (const Case& c : {Case{11700000, 20}, Case{262144, 100}, Case{16384, 200}, Case{1, 1000}}) {
        std::vector<float> values(c.elements);
        Series theirs;
        Series ours;
        Series sealed;
        for (int call = -2; call < c.calls; ++call) {
            measure(theirs, group, values, call >= 0, [&] { stockAllReduce(stock, values); });
            measure(ours, group, values, call >= 0, [&] { group.allReduceSum(std::span<float>(values)); });
            measure(sealed, group, values, call >= 0,
                    [&] { encrypted.allReduceSum(std::span<float>(values)); });
        }
        for (Series* series : {&theirs, &ours, &sealed})
            std::sort(series->times.begin(), series->times.end());
        if (group.rank() == 0)
            std::printf("%d ranks %9zu B x%-4d  stock %8.3f / %8.3f ms, cpu %7.3f   ours %8.3f / %8.3f ms, "
                        "cpu %7.3f   ratio %.2f   encrypted %8.3f / %8.3f ms, cpu %7.3f   ratio %.2f\n",
                        group.worldSize(), c.elements * sizeof(float), c.calls, theirs.best(),
                        theirs.median(), theirs.cpuPerCall(), ours.best(), ours.median(), ours.cpuPerCall(),
                        ours.median() / theirs.median(), sealed.best(), sealed.median(), sealed.cpuPerCall(),
                        sealed.median() / ours.median());
    }
    group.barrier();
}

int runAll(int ranks)
{
    LoopbackGroup plain(ranks);
    LoopbackGroup encrypted(ranks);
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("lockstep-benchmark-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const int failures = runInProcesses(ranks, [&](int rank) {
        const auto group = plain.meet(rank);
        const auto sealed = encrypted.meet(rank, true);
        runRank(*group, *sealed, stockContext(rank, ranks, folder.string()));
    });
    std::filesystem::remove_all(folder);
    return failures == 0 ? 0 : 1;
}

} // namespace
} // namespace lockstep

int main(int count, char** arguments)
{
    const int ranks = count > 1 ? std::atoi(arguments[1]) : 2;
    lockstep::measureCipher();
    return lockstep::runAll(std::clamp(ranks, 2, 16));
}
