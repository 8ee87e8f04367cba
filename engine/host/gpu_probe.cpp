// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_probe.h"
#include "engine/host/system_calls.h"

#include <algorithm>
#include <csignal>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/// GPUs, asked through NVML (nvml.h of the CUDA toolkit), whose few functions used here have had a stable ABI
/// since driver 319.
namespace lockstep {
namespace {

constexpr auto kDriverDeadline = std::chrono::seconds(3);
constexpr unsigned kMaxGpus = 64;

struct NvmlMemory {
    unsigned long long total = 0, free = 0, used = 0;
};

template <typename Function>
Function symbol(void* library, const char* name)
{
    return reinterpret_cast<Function>(::dlsym(library, name));
}

/// One line per GPU: name, tab, bytes, tab, driver.
std::string askDriver()
{
    void* const library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return {};
    const auto init = symbol<int (*)()>(library, "nvmlInit_v2");
    const auto version = symbol<int (*)(char*, unsigned)>(library, "nvmlSystemGetDriverVersion");
    const auto count = symbol<int (*)(unsigned*)>(library, "nvmlDeviceGetCount_v2");
    const auto device = symbol<int (*)(unsigned, void**)>(library, "nvmlDeviceGetHandleByIndex_v2");
    const auto name = symbol<int (*)(void*, char*, unsigned)>(library, "nvmlDeviceGetName");
    const auto memory = symbol<int (*)(void*, NvmlMemory*)>(library, "nvmlDeviceGetMemoryInfo");
    if (!init || !version || !count || !device || !name || !memory || init() != 0)
        return {};
    char driver[96] = "";
    version(driver, sizeof driver);
    unsigned devices = 0;
    if (count(&devices) != 0)
        return {};
    std::string lines;
    for (unsigned i = 0; i < std::min(devices, kMaxGpus); ++i) {
        void* handle = nullptr;
        char model[128] = "";
        NvmlMemory bytes;
        if (device(i, &handle) != 0)
            continue;
        name(handle, model, sizeof model);
        memory(handle, &bytes);
        lines += std::to_string(i) + "\t" + model + "\t" + std::to_string(bytes.total) + "\t" + driver + "\n";
    }
    return lines;
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
        const std::string lines = askDriver();
        const ssize_t written = ::write(writing.get(), lines.data(), lines.size());
        ::_exit(written == static_cast<ssize_t>(lines.size()) ? 0 : 1);
    }
    writing.reset();
    const std::string lines = readUntil(reading.get(), Clock::now() + kDriverDeadline);
    ::kill(child, SIGKILL);
    // A process stuck inside the driver cannot be reaped now; waiting for it would hang as it does.
    for (int attempt = 0; attempt < 50 && ::waitpid(child, nullptr, WNOHANG) == 0; ++attempt)
        ::usleep(2000);
    return lines;
}

std::vector<GpuReport> parseLines(const std::string& lines)
{
    std::vector<GpuReport> gpus;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream fields(line);
        std::string index, bytes;
        GpuReport gpu;
        std::getline(fields, index, '\t');
        std::getline(fields, gpu.name, '\t');
        std::getline(fields, bytes, '\t');
        std::getline(fields, gpu.driver, '\t');
        gpu.index = static_cast<int>(std::strtol(index.c_str(), nullptr, 10));
        gpu.memoryBytes = std::strtoll(bytes.c_str(), nullptr, 10);
        gpus.push_back(std::move(gpu));
    }
    return gpus;
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

std::vector<GpuReport> probeGpus()
{
    std::vector<GpuReport> gpus = parseLines(askDriverInChild());
    return gpus.empty() ? fromProc() : gpus;
}

} // namespace lockstep
