// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/gpu_driver.h"

#include "engine/compute/nvml_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

namespace lockstep {
namespace {

constexpr int kDone = 0;
constexpr unsigned kMaxGpus = 64;
constexpr unsigned kMaxProcesses = 256;

/// What the call tells by its last argument; nothing where this driver lacks it, or it refuses.
template <typename T>
std::optional<T> ask(auto call, auto... arguments)
{
    T value{};
    if (call == nullptr || call(arguments..., &value) != kDone)
        return std::nullopt;
    return value;
}

std::string askText(auto call, auto... arguments)
{
    std::array<char, 128> text{};
    if (call == nullptr || call(arguments..., text.data(), static_cast<unsigned>(text.size() - 1)) != kDone)
        return {};
    return text.data();
}

std::optional<double> asNumber(const std::optional<unsigned>& value, double unit = 1)
{
    return value ? std::optional(*value * unit) : std::nullopt;
}

/// Bits of NVML's reasons (nvmlClocksEventReason*). That a GPU is idle is none that holds it back.
std::string throttleWords(unsigned long long reasons)
{
    static constexpr std::pair<unsigned long long, const char*> kReasons[] = {
        {0x04, throttle::kPowerCap}, {0x20 | 0x40, throttle::kHeat},     {0x80, throttle::kPowerBrake},
        {0x08, throttle::kHardware}, {0x02 | 0x100, throttle::kSetting}, {0x10, throttle::kSync}};
    std::string words;
    for (const auto& [bits, word] : kReasons) {
        if ((reasons & bits) != 0)
            words += (words.empty() ? "" : " ") + std::string(word);
    }
    return words.empty() ? throttle::kNone : words;
}

} // namespace

std::unique_ptr<GpuDriver> GpuDriver::open()
{
    void* const library = NvmlCalls::load();
    if (library == nullptr)
        return nullptr;
    auto calls = std::make_unique<NvmlCalls>(library);
    if (!calls->init || !calls->count || !calls->byIndex || calls->init() != kDone)
        return nullptr;
    return std::unique_ptr<GpuDriver>(new GpuDriver(std::move(calls)));
}

GpuDriver::GpuDriver(std::unique_ptr<const NvmlCalls> calls) : m_calls(std::move(calls))
{
    const unsigned count = ask<unsigned>(m_calls->count).value_or(0);
    for (unsigned i = 0; i < std::min(count, kMaxGpus); ++i) {
        if (const auto gpu = ask<Gpu>(m_calls->byIndex, i))
            m_all.push_back(*gpu);
    }
}

GpuDriver::~GpuDriver() = default;

std::vector<GpuDriver::Gpu> GpuDriver::visible(const char* variable) const
{
    if (variable == nullptr)
        return m_all;
    std::vector<Gpu> gpus;
    std::istringstream entries(variable);
    for (std::string entry; std::getline(entries, entry, ',');) {
        std::erase(entry, ' ');
        const Gpu gpu = find(entry);
        if (gpu == nullptr)
            break;
        gpus.push_back(gpu);
    }
    return gpus;
}

GpuDriver::Gpu GpuDriver::find(const std::string& entry) const
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), index);
    if (error == std::errc() && end == entry.data() + entry.size())
        return index < m_all.size() ? m_all[index] : nullptr;
    if (entry.starts_with("GPU-")) {
        const auto found =
            std::find_if(m_all.begin(), m_all.end(), [&](Gpu gpu) { return uuid(gpu).starts_with(entry); });
        return found == m_all.end() ? nullptr : *found;
    }
    return entry.starts_with("MIG-") ? ask<Gpu>(m_calls->byUuid, entry.c_str()).value_or(nullptr) : nullptr;
}

std::string GpuDriver::uuid(Gpu gpu) const
{
    return askText(m_calls->uuid, gpu);
}

/// That of the whole GPU, of an instance too.
int GpuDriver::hostIndex(Gpu gpu) const
{
    auto found = std::find(m_all.begin(), m_all.end(), gpu);
    if (found == m_all.end())
        found = std::find(m_all.begin(), m_all.end(), ask<Gpu>(m_calls->parent, gpu).value_or(nullptr));
    return found == m_all.end() ? 0 : static_cast<int>(found - m_all.begin());
}

GpuReport GpuDriver::report(Gpu gpu, int index) const
{
    GpuReport report;
    report.index = index;
    report.name = askText(m_calls->name, gpu);
    report.memoryBytes = static_cast<std::int64_t>(memoryBytes(gpu));
    report.driver = askText(m_calls->driverVersion);
    report.hostIndex = hostIndex(gpu);
    report.uuid = uuid(gpu);
    int major = 0;
    int minor = 0;
    if (m_calls->capability != nullptr && m_calls->capability(gpu, &major, &minor) == kDone)
        report.capability = std::to_string(major) + '.' + std::to_string(minor);
    if (const auto version = ask<int>(m_calls->cudaVersion))
        report.cuda = std::to_string(*version / 1000) + '.' + std::to_string(*version % 1000 / 10);
    report.state = state(gpu);
    report.processes = processes(gpu);
    return report;
}

double GpuDriver::memoryBytes(Gpu gpu) const
{
    const auto memory = ask<NvmlCalls::Memory>(m_calls->memory, gpu);
    return memory ? static_cast<double>(memory->total) : 0;
}

GpuState GpuDriver::state(Gpu gpu) const
{
    GpuState state;
    if (const auto used = ask<NvmlCalls::Utilization>(m_calls->utilization, gpu))
        state.busy = std::min(used->gpu / 100.0, 1.0);
    if (const auto memory = ask<NvmlCalls::Memory>(m_calls->memory, gpu))
        state.usedBytes = static_cast<double>(memory->used);
    const auto number = [&](int (*call)(Gpu, int, unsigned*), int which) {
        return asNumber(ask<unsigned>(call, gpu, which));
    };
    state.temperatureCelsius = number(m_calls->temperature, NvmlCalls::kChipSensor);
    state.powerWatts = asNumber(ask<unsigned>(m_calls->power, gpu), 1e-3);
    state.clockMhz = number(m_calls->clock, NvmlCalls::Multiprocessors);
    state.memoryClockMhz = number(m_calls->clock, NvmlCalls::MemoryClock);
    if (const auto reasons = ask<unsigned long long>(m_calls->throttleReasons, gpu))
        state.throttle = throttleWords(*reasons);
    return state;
}

std::vector<GpuProcess> GpuDriver::processes(Gpu gpu) const
{
    std::array<NvmlCalls::Process, kMaxProcesses> found{};
    unsigned count = kMaxProcesses; // where there are more, NVML tells of none
    if (m_calls->processes == nullptr || m_calls->processes(gpu, &count, found.data()) != kDone)
        return {};
    std::vector<GpuProcess> processes;
    for (unsigned i = 0; i < std::min(count, kMaxProcesses); ++i) {
        GpuProcess& process = processes.emplace_back();
        process.id = found[i].pid;
        if (found[i].usedGpuMemory != NvmlCalls::kNotKnown)
            process.usedBytes = static_cast<double>(found[i].usedGpuMemory);
    }
    return processes;
}

} // namespace lockstep
