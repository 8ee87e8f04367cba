// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/gpu_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace lockstep {

namespace {

/// A dash where it is not known.
template <typename Write>
QString textOf(const std::optional<double>& value, const Write& write)
{
    return value ? write(*value) : QStringLiteral("–");
}

QString rounded(double value)
{
    return QLocale().toString(value, 'f', 0);
}

QString gibibytes(double bytes)
{
    return QLocale().toString(bytes / (1 << 30), 'f', 1);
}

/// Of a word of throttle::.
QString reasonText(const QString& word)
{
    const std::pair<const char*, QString> kReasons[] = {
        {throttle::kPowerCap, QCoreApplication::translate("GpuTexts", "its power limit")},
        {throttle::kHeat, QCoreApplication::translate("GpuTexts", "heat")},
        {throttle::kPowerBrake, QCoreApplication::translate("GpuTexts", "the machine's power supply")},
        {throttle::kHardware, QCoreApplication::translate("GpuTexts", "a protection of the card")},
        {throttle::kSetting, QCoreApplication::translate("GpuTexts", "clocks that somebody set")},
        {throttle::kSync, QCoreApplication::translate("GpuTexts", "the pace of other GPUs")},
    };
    for (const auto& [known, text] : kReasons) {
        if (word == QLatin1String(known))
            return text;
    }
    return word;
}

QString throttleText(const std::string& throttle)
{
    if (throttle == throttle::kNone)
        return QCoreApplication::translate("GpuTexts", "Nothing holds its clocks back.");
    QStringList reasons;
    for (const QString& word : QString::fromStdString(throttle).split(u' ', Qt::SkipEmptyParts))
        reasons << reasonText(word);
    return QCoreApplication::translate("GpuTexts", "Its clocks are held back by: %1.")
        .arg(reasons.join(QCoreApplication::translate("GpuTexts", ", ")));
}

} // namespace

QString memoryText(double bytes)
{
    constexpr double kLeastGiB = 0.95; // what one decimal shows as 1
    if (bytes < kLeastGiB * (1 << 30))
        return rounded(bytes / (1 << 20)) + QStringLiteral(" MiB");
    return gibibytes(bytes) + QStringLiteral(" GiB");
}

QString gpuLoadText(const GpuState& gpu)
{
    return textOf(gpu.busy, [](double share) { return rounded(share * 100) + QStringLiteral(" %"); });
}

QString gpuMemoryText(const GpuState& gpu, const std::optional<double>& memoryBytes)
{
    return textOf(gpu.usedBytes, [&](double used) {
        if (!memoryBytes)
            return memoryText(used);
        return QCoreApplication::translate("GpuTexts", "%1 of %2 GiB")
            .arg(gibibytes(used), gibibytes(*memoryBytes));
    });
}

QString gpuTemperatureText(const GpuState& gpu)
{
    return textOf(gpu.temperatureCelsius,
                  [](double degrees) { return rounded(degrees) + QStringLiteral(" °C"); });
}

QString gpuPowerText(const GpuState& gpu)
{
    return textOf(gpu.powerWatts, [](double watts) { return rounded(watts) + QStringLiteral(" W"); });
}

QString gpuClockText(const GpuState& gpu)
{
    QStringList lines;
    if (gpu.clockMhz)
        lines << QCoreApplication::translate("GpuTexts", "Clock: %1 MHz").arg(rounded(*gpu.clockMhz));
    if (gpu.memoryClockMhz)
        lines << QCoreApplication::translate("GpuTexts", "Memory clock: %1 MHz")
                     .arg(rounded(*gpu.memoryClockMhz));
    if (!gpu.throttle.empty())
        lines << throttleText(gpu.throttle);
    return lines.join(u'\n');
}

} // namespace lockstep
