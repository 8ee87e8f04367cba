// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/forecast_texts.h"

#include "app/document/elements.h"
#include "app/forecast/strategy_forecast.h"
#include "app/text/number_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kHoursOfDay = 24;
/// From here on in the next unit.
constexpr double kMostSeconds = 120;
constexpr double kMostMinutes = 120;
constexpr double kMostHours = 48;

/// Two digits; all of those before the point.
std::string twoDigits(double value)
{
    if (!(value > 0))
        return "0";
    // To how many there are before the point when it is rounded: 9.96 is 10.
    const auto digitsBefore = [](double number) {
        return static_cast<int>(std::floor(std::log10(number))) + 1;
    };
    const double unit = std::pow(10.0, digitsBefore(value) - 2);
    const double rounded = std::round(value / unit) * unit;
    const int decimals = 2 - digitsBefore(rounded * (1 + std::numeric_limits<float>::epsilon()));
    return decimals > 0 ? QLocale::c().toString(rounded, 'f', decimals).toStdString()
                        : countText(std::llround(rounded)).toStdString();
}

std::string rangeOf(const std::string& low, const std::string& high)
{
    return low == high ? low : low + "–" + high;
}

struct Scaled {
    double divisor;
    const char* unit;
};

Scaled scaleOf(double seconds)
{
    if (seconds < kMostSeconds)
        return {1, " s"};
    if (seconds < kMostMinutes * kMinute)
        return {kMinute, " min"};
    return {kHour, " h"};
}

} // namespace

std::string secondsText(double seconds)
{
    const Scaled scale = scaleOf(seconds);
    return twoDigits(seconds / scale.divisor) + scale.unit;
}

std::string secondsText(double low, double high)
{
    const Scaled scale = scaleOf(high);
    return rangeOf(twoDigits(low / scale.divisor), twoDigits(high / scale.divisor)) + scale.unit;
}

std::string epochText(double hours)
{
    return hours < kMostHours ? secondsText(hours * kHour) : twoDigits(hours / kHoursOfDay) + " d";
}

std::string factorText(double factor)
{
    return twoDigits(factor);
}

std::string factorText(double one, double other)
{
    return rangeOf(twoDigits(std::min(one, other)), twoDigits(std::max(one, other)));
}

std::vector<Sentence> notesOf(const StrategyTable& table)
{
    std::vector<Sentence> notes;
    if (!table.knowsNetwork)
        notes.emplace_back(LOCKSTEP_TEXT("The links have no bandwidth: their time is not counted."));
    notes.push_back(
        {table.isComputeAssumed
             ? LOCKSTEP_TEXT(
                   "Computing is taken as %1 a step for devices of which nothing is known: a guess.")
             : LOCKSTEP_TEXT("Computing is taken as %1 a step, from a table of devices: 40 % more or less."),
         {secondsText(table.computeSeconds)}});
    if (table.samples)
        notes.push_back(
            {LOCKSTEP_TEXT("An epoch is taken as %1 samples."), {countText(*table.samples).toStdString()}});
    return notes;
}

std::string nameOf(const Topology& topology, const Bottleneck& place)
{
    if (place.kind == Bottleneck::Kind::Switch)
        return nodeName(topology, topology.switches[place.index].id);
    const Link& link = topology.links[place.index];
    return nodeName(topology, link.from) + " – " + nodeName(topology, link.to);
}

} // namespace lockstep
