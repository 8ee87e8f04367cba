// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

using Kind = ForeignLine::Kind;

std::optional<std::int64_t> wholeMember(const QJsonObject& object, const char* name)
{
    constexpr double kMost = 9e15; // whole numbers that a double holds
    const double value = object.value(QLatin1String(name)).toDouble(-1);
    return value >= 0 && value < kMost ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

} // namespace

std::optional<ForeignLine> jsonLine(std::string_view line)
{
    const std::size_t brace = line.find_first_not_of(" \t");
    if (brace == std::string_view::npos || line[brace] != '{')
        return std::nullopt;
    const QByteArray text = QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size()));
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    ForeignLine found;
    found.firstEpoch = 1;
    const std::optional<std::int64_t> step = wholeMember(object, "step");
    const bool isStep = object.contains(QLatin1String("loss")) || object.contains(QLatin1String("lr"));
    found.kind = isStep ? Kind::Step : Kind::Evaluated;
    found.epoch = isStep ? wholeMember(object, "epoch") : step;
    found.step = isStep ? step : std::nullopt;
    if (!step)
        return std::nullopt;
    for (auto member = object.begin(); member != object.end(); ++member) {
        const QByteArray name = member.key().toUtf8();
        const bool isCount = name == "step" || name == "iter" || name == "epoch";
        if (member.value().isDouble() && !isCount)
            found.values.push_back(
                {foreignMetric(found.kind,
                               std::string_view(name.data(), static_cast<std::size_t>(name.size()))),
                 member.value().toDouble()});
    }
    return found;
}

} // namespace lockstep
