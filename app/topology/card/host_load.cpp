// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/host_load.h"

#include "app/text/gpu_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

struct Loads {
    Q_DECLARE_TR_FUNCTIONS(lockstep::HostLoad)
};

const auto kBetween = QStringLiteral(" · ");

QString percent(double share)
{
    return QString::number(qRound(share * 100));
}

double fullness(const GpuLoad& gpu)
{
    return gpu.state.usedBytes.value_or(0) / gpu.memoryBytes.value_or(1);
}

std::optional<double> meanBusy(const std::vector<GpuLoad>& gpus)
{
    double sum = 0;
    int count = 0;
    for (const GpuLoad& gpu : gpus) {
        sum += gpu.state.busy.value_or(0);
        count += gpu.state.busy ? 1 : 0;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

/// What stands for all of them: the mean load, the fullest memory, the hottest.
QString gpuLine(const std::vector<GpuLoad>& gpus)
{
    const GpuLoad& fullest = *std::ranges::max_element(gpus, {}, fullness);
    const GpuLoad& hottest = *std::ranges::max_element(
        gpus, {}, [](const GpuLoad& gpu) { return gpu.state.temperatureCelsius.value_or(-1e9); });
    QStringList parts;
    if (const auto busy = meanBusy(gpus))
        parts << Loads::tr("GPU %1 %").arg(percent(*busy));
    if (fullest.state.usedBytes)
        parts << gpuMemoryText(fullest.state, fullest.memoryBytes);
    if (hottest.state.temperatureCelsius)
        parts << gpuTemperatureText(hottest.state);
    return parts.join(kBetween);
}

QString gpuDescription(const GpuLoad& gpu)
{
    const QString numbers = QStringList{gpuLoadText(gpu.state), gpuMemoryText(gpu.state, gpu.memoryBytes),
                                        gpuTemperatureText(gpu.state), gpuPowerText(gpu.state)}
                                .join(kBetween);
    const QString clocks = gpuClockText(gpu.state);
    const QString line = Loads::tr("GPU %1: %2").arg(QString::number(gpu.device.index), numbers);
    return clocks.isEmpty() ? line : line + u'\n' + clocks;
}

} // namespace

QString loadLine(const HostLoad& load)
{
    if (!load.isKnown())
        return {};
    const QString gpus = load.gpus.empty() ? QString() : gpuLine(load.gpus);
    if (!gpus.isEmpty())
        return gpus;
    return Loads::tr("CPU %1 %").arg(percent(*load.processorBusy)) + kBetween + memoryText(load.memoryBytes);
}

QString loadDescription(const HostLoad& load)
{
    if (!load.isKnown())
        return {};
    QStringList lines = {Loads::tr("CPU: %1 % of what the ranks may fill, %2 of memory")
                             .arg(percent(*load.processorBusy), memoryText(load.memoryBytes))};
    for (const GpuLoad& gpu : load.gpus)
        lines << gpuDescription(gpu);
    if (load.staleSince)
        lines << Loads::tr("Nothing newer since %1.")
                     .arg(QLocale().toString(*load.staleSince, QStringLiteral("HH:mm:ss")));
    return lines.join(u'\n');
}

std::optional<double> loadOf(const HostLoad& load, Device device)
{
    if (device.kind != DeviceKind::Cuda)
        return load.processorBusy;
    const auto gpu = std::ranges::find(load.gpus, device, &GpuLoad::device);
    return gpu == load.gpus.end() ? std::nullopt : gpu->state.busy;
}

} // namespace lockstep
