// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric.h"

#include "engine/protocol/mutex.h"

#include <array>
#include <deque>
#include <map>
#include <string>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, kKnownMetrics> kNames = {
    "step.loss",
    "step.top1",
    "step.top5",
    "step.learning_rate",
    "step.samples_per_second",
    "step.data_seconds",
    "step.forward_seconds",
    "step.backward_seconds",
    "step.network_seconds",
    "step.optimizer_seconds",
    "step.compute_seconds",
    "step.seconds",
    "step.loss_scale",
    "device.busy",
    "device.memory_bytes",
    "device.gpu_busy",
    "device.gpu_used_bytes",
    "device.gpu_memory_bytes",
    "device.temperature_celsius",
    "device.power_watts",
    "device.clock_mhz",
    "device.memory_clock_mhz",
    "collective.bytes_sent",
    "collective.bytes_received",
    "collective.seconds",
    "epoch.loss",
    "epoch.seconds",
    "evaluated.validation.loss",
    "evaluated.validation.top1",
    "evaluated.validation.top5",
};

/// Every name that anybody has asked for.
class NameTable {
public:
    NameTable()
    {
        for (const std::string_view name : kNames)
            add(name);
    }
    std::uint32_t idOf(std::string_view name)
    {
        const MutexLock lock(m_mutex);
        const auto found = m_ids.find(name);
        return found != m_ids.end() ? found->second : add(name);
    }
    std::string_view nameOf(std::uint32_t id)
    {
        const MutexLock lock(m_mutex);
        return m_names[id];
    }

private:
    std::uint32_t add(std::string_view name) LOCKSTEP_REQUIRES(m_mutex)
    {
        const auto id = static_cast<std::uint32_t>(m_names.size());
        m_ids.emplace(m_names.emplace_back(name), id);
        return id;
    }

    Mutex m_mutex;
    std::deque<std::string> m_names LOCKSTEP_GUARDED_BY(m_mutex); ///< a deque: they stay where they are
    std::map<std::string_view, std::uint32_t> m_ids LOCKSTEP_GUARDED_BY(m_mutex);
};

NameTable& names()
{
    static NameTable table;
    return table;
}

} // namespace

Metric Metric::named(std::string_view name)
{
    return name.empty() ? Metric() : Metric(names().idOf(name));
}

std::string_view Metric::name() const
{
    if (isNone())
        return {};
    return isKnown() ? kNames[m_id] : names().nameOf(m_id);
}

std::string_view Metric::group() const
{
    const std::string_view whole = name();
    return whole.substr(0, whole.find('.'));
}

std::string_view Metric::member() const
{
    const std::string_view whole = name();
    const std::size_t dot = whole.find('.');
    return dot == whole.npos ? std::string_view() : whole.substr(dot + 1);
}

KeyKind Metric::keyKind() const
{
    const std::string_view of = group();
    return of == "epoch" || of == "evaluated" ? KeyKind::Epoch : KeyKind::Step;
}

bool readsBefore(Metric one, Metric other)
{
    if (one.isKnown() || other.isKnown())
        return one < other;
    return one.name() < other.name();
}

} // namespace lockstep
