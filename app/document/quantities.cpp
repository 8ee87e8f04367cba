// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/quantities.h"

#include <QHash>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr std::array<std::pair<double, const char*>, 5> kBandwidthUnits = {
    {{1e6, "Tbps"}, {1e3, "Gbps"}, {1, "Mbps"}, {1e-3, "kbps"}, {1e-6, "bps"}}};
/// In Mbps as well.
constexpr std::array<std::pair<double, const char*>, 5> kByteUnits = {
    {{8e6, "TB/s"}, {8e3, "GB/s"}, {8, "MB/s"}, {8e-3, "kB/s"}, {8e-6, "B/s"}}};
RateUnit chosenRateUnit = RateUnit::Bits;
constexpr std::array<std::pair<double, const char*>, 3> kLatencyUnits = {
    {{1e3, "s"}, {1, "ms"}, {1e-3, "us"}}};

template <std::size_t N>
QString format(double value, const std::array<std::pair<double, const char*>, N>& units)
{
    auto unit = units.begin();
    while (unit + 1 != units.end() && value < unit->first)
        ++unit;
    return QStringLiteral("%1 %2").arg(QLocale::c().toString(value / unit->first, 'g', 12),
                                       QLatin1String(unit->second));
}

/// Splits "2.5 Gbps" into its number and its unit; nothing when it does not begin with a finite number.
std::optional<std::pair<double, QString>> splitQuantity(const QString& text)
{
    const QString trimmed = text.trimmed();
    qsizetype end = 0;
    while (end < trimmed.size() && (trimmed.at(end).isDigit() || trimmed.at(end) == u'.'))
        ++end;
    bool isNumber = false;
    const double value = QLocale::c().toDouble(trimmed.left(end), &isNumber);
    if (!isNumber || !std::isfinite(value))
        return std::nullopt;
    return std::pair{value, trimmed.mid(end).trimmed()};
}

/// Mbps for one of the unit. The case of a prefix does not matter: nobody means millibits.
std::optional<double> bandwidthUnit(const QString& unit)
{
    static const QHash<QString, double> prefixes = {{QString(), 1e-6},
                                                    {QStringLiteral("k"), 1e-3},
                                                    {QStringLiteral("m"), 1},
                                                    {QStringLiteral("g"), 1e3},
                                                    {QStringLiteral("t"), 1e6}};
    const bool usesBytes = chosenRateUnit == RateUnit::Bytes;
    if (unit.isEmpty())
        return usesBytes ? 8 : 1;
    if (usesBytes && unit.endsWith(QLatin1String("B/s"))) {
        const QString prefix = unit.chopped(3).toLower();
        return prefixes.contains(prefix) ? std::optional(8 * prefixes.value(prefix)) : std::nullopt;
    }
    QString prefix = unit.toLower();
    bool hasSuffix = false;
    for (const char* suffix : {"bit/s", "bits/s", "bps", "b/s", "bit"}) {
        if (prefix.endsWith(QLatin1String(suffix))) {
            prefix.chop(static_cast<qsizetype>(qstrlen(suffix)));
            hasSuffix = true;
            break;
        }
    }
    // "MB/s" with a capital B means bytes to many readers; better refused than eight times wrong.
    if (unit.contains(u'B') || !prefixes.contains(prefix) || (prefix.isEmpty() && !hasSuffix))
        return std::nullopt;
    return prefixes.value(prefix);
}

} // namespace

void setRateUnit(RateUnit unit)
{
    chosenRateUnit = unit;
}

RateUnit rateUnit()
{
    return chosenRateUnit;
}

QString formatBandwidth(double mbps)
{
    return format(mbps, chosenRateUnit == RateUnit::Bytes ? kByteUnits : kBandwidthUnits);
}

Result<double> parseBandwidth(const QString& text)
{
    const auto quantity = splitQuantity(text);
    const std::optional<double> unit = quantity ? bandwidthUnit(quantity->second) : std::nullopt;
    const double mbps = quantity && unit ? quantity->first * *unit : 0;
    if (!(mbps > 0) || !std::isfinite(mbps)) {
        if (chosenRateUnit == RateUnit::Bytes)
            return Error{LOCKSTEP_TEXT("“%1” is no bandwidth. Write a number above 0 with its unit, such as "
                                       "1.25 MB/s (bytes) or 10 Mbps (bits)."),
                         {text.trimmed().toStdString()},
                         {}};
        return Error{LOCKSTEP_TEXT("“%1” is no bandwidth. Write a number above 0 with its unit, such as "
                                   "10 Mbps or 1 Gbps (bits, not bytes, per second)."),
                     {text.trimmed().toStdString()},
                     {}};
    }
    return mbps;
}

QString formatLatency(double milliseconds)
{
    return milliseconds == 0 ? QStringLiteral("0 ms") : format(milliseconds, kLatencyUnits);
}

Result<double> parseLatency(const QString& text)
{
    static const QHash<QString, double> units = {{QString(), 1},
                                                 {QStringLiteral("ms"), 1},
                                                 {QStringLiteral("s"), 1e3},
                                                 {QStringLiteral("us"), 1e-3},
                                                 {QStringLiteral("µs"), 1e-3}};
    const auto quantity = splitQuantity(text);
    if (!quantity || !units.contains(quantity->second.toLower())) {
        return Error{
            LOCKSTEP_TEXT("“%1” is no latency. Write the time one way with its unit, such as 0.5 ms."),
            {text.trimmed().toStdString()},
            {}};
    }
    return quantity->first * units.value(quantity->second.toLower());
}

QString formatRanks(const std::vector<int>& ranks)
{
    QStringList parts;
    for (std::size_t begin = 0; begin < ranks.size();) {
        std::size_t end = begin + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        const QString first = QString::number(ranks[begin]);
        if (end - begin == 1)
            parts << first;
        else
            parts << first + (end - begin == 2 ? QStringLiteral(", ") : QStringLiteral("–")) +
                         QString::number(ranks[end - 1]);
        begin = end;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace lockstep
