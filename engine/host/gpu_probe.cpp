// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_probe.h"

#include "engine/compute/gpu_driver.h"
#include "engine/host/system_calls.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// Without persistence mode the driver wakes every GPU when it is asked, each for a second or more. Still
/// well within the time in which a desktop wants to be greeted.
constexpr auto kDriverDeadline = std::chrono::seconds(10);

/// What the driver tells, as the JSON of a report that holds nothing else.
std::string askDriver()
{
    const auto driver = GpuDriver::open();
    if (!driver)
        return {};
    HostReport report;
    const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
    std::set<GpuDriver::Gpu> shown;
    for (const GpuDriver::Gpu gpu : driver->visible(visible)) {
        shown.insert(gpu);
        report.gpus.push_back(driver->report(gpu, static_cast<int>(report.gpus.size())));
    }
    report.visibleDevices = visible != nullptr ? visible : "";
    report.hiddenGpus =
        static_cast<int>(std::count_if(driver->all().begin(), driver->all().end(),
                                       [&](GpuDriver::Gpu gpu) { return !shown.contains(gpu); }));
    return toJson(report);
}

std::string readUntil(int descriptor, Clock::time_point deadline)
{
    std::string text;
    while (Clock::now() < deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd polled{descriptor, POLLIN, 0};
        if (::poll(&polled, 1, static_cast<int>(left)) <= 0)
            continue;
        char buffer[4096];
        const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
        if (count == 0)
            return text;
        if (count > 0)
            text.append(buffer, static_cast<std::size_t>(count));
    }
    return {};
}

/// Runs askDriver in a child and kills it when it takes too long.
std::string askDriverInChild()
{
    auto [reading, writing] = makePipe();
    const pid_t child = ::fork();
    if (child < 0)
        throw systemError(LOCKSTEP_TEXT("start a process that asks for GPUs"), errno);
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const std::string told = askDriver();
        const ssize_t written = ::write(writing.get(), told.data(), told.size());
        ::_exit(written == static_cast<ssize_t>(told.size()) ? 0 : 1);
    }
    writing.reset();
    const std::string told = readUntil(reading.get(), Clock::now() + kDriverDeadline);
    ::kill(child, SIGKILL);
    // A process stuck inside the driver cannot be reaped now; waiting for it would hang as it does.
    for (int attempt = 0; attempt < 50 && ::waitpid(child, nullptr, WNOHANG) == 0; ++attempt)
        ::usleep(2000);
    return told;
}

std::string modelIn(const std::filesystem::path& information)
{
    std::ifstream file(information);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("Model:"))
            continue;
        const auto begin = line.find_first_not_of(" \t", 6);
        return begin == std::string::npos ? std::string() : line.substr(begin);
    }
    return {};
}

/// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 ..."
std::string kernelModuleVersion()
{
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;) {
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    }
    return {};
}

std::vector<GpuReport> fromProc()
{
    std::vector<std::filesystem::path> folders;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/driver/nvidia/gpus", error))
        folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end()); // by PCI address, the driver's own order
    std::vector<GpuReport> gpus;
    for (const auto& folder : folders)
        gpus.push_back(
            {static_cast<int>(gpus.size()), modelIn(folder / "information"), 0, kernelModuleVersion()});
    return gpus;
}

} // namespace

void probeGpus(HostReport& report)
{
    const Result<HostReport> told = parseHostReport(askDriverInChild());
    if (told.ok()) {
        report.gpus = told->gpus;
        report.visibleDevices = told->visibleDevices;
        report.hiddenGpus = told->hiddenGpus;
    } else {
        report.gpus = fromProc();
    }
}

} // namespace lockstep
