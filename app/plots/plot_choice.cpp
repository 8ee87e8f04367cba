// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_choice.h"

#include "app/plots/metric_text.h"

#include <QJsonArray>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

/// Of one axis in one plot: far beyond what can be read, and a bound on what a damaged file can ask for.
constexpr qsizetype kMaxMetrics = 32;
constexpr std::array<QLatin1String, 5> kAxisNames = {QLatin1String("step"), QLatin1String("epoch"),
                                                     QLatin1String("images"), QLatin1String("wall"),
                                                     QLatin1String("relative")}; // by XAxis

QJsonArray names(const QVector<Metric>& metrics)
{
    QJsonArray names;
    for (const Metric metric : metrics)
        names.append(QString::fromUtf8(metric.name().data(), static_cast<qsizetype>(metric.name().size())));
    return names;
}

QVector<Metric> metricsOf(const QJsonValue& names)
{
    QVector<Metric> metrics;
    const QJsonArray array = names.toArray();
    for (const QJsonValue& name : array) {
        const QByteArray utf8 = name.toString().toUtf8();
        if (utf8.isEmpty() || metrics.size() == kMaxMetrics)
            continue;
        const Metric metric = Metric::named({utf8.constData(), static_cast<std::size_t>(utf8.size())});
        if (!metrics.contains(metric))
            metrics.append(metric);
    }
    return metrics;
}

} // namespace

QJsonObject toJson(const PlotChoice& choice)
{
    return {{QStringLiteral("left"), names(choice.left)},
            {QStringLiteral("right"), names(choice.right)},
            {QStringLiteral("x"), QString(kAxisNames[static_cast<std::size_t>(choice.xAxis)])},
            {QStringLiteral("stacks"), choice.stacks},
            {QStringLiteral("logarithmic_x"), choice.logarithmicX},
            {QStringLiteral("logarithmic_left"), choice.logarithmicLeft},
            {QStringLiteral("logarithmic_right"), choice.logarithmicRight},
            {QStringLiteral("smoothing"), choice.smoothing},
            {QStringLiteral("discarded"), choice.showsDiscarded}};
}

std::optional<PlotChoice> plotChoice(const QJsonObject& json)
{
    PlotChoice choice;
    choice.left = metricsOf(json[u"left"]);
    choice.right = metricsOf(json[u"right"]);
    if (choice.left.isEmpty())
        choice.left = std::exchange(choice.right, {});
    if (choice.left.isEmpty())
        return {};
    const auto axis = std::ranges::find(kAxisNames, json[u"x"].toString());
    if (axis != kAxisNames.end())
        choice.xAxis = static_cast<XAxis>(axis - kAxisNames.begin());
    choice.stacks = json[u"stacks"].toBool();
    choice.logarithmicX = json[u"logarithmic_x"].toBool();
    choice.logarithmicLeft = json[u"logarithmic_left"].toBool();
    choice.logarithmicRight = json[u"logarithmic_right"].toBool();
    choice.smoothing = std::clamp(json[u"smoothing"].toDouble(PlotChoice::kUsualSmoothing), 0.0, 1.0);
    choice.showsDiscarded = json[u"discarded"].toBool();
    return choice;
}

PlotChoice lossChoice()
{
    return choiceOf(Metric::Loss);
}

PlotChoice accuracyChoice()
{
    PlotChoice choice = choiceOf(Metric::ValidationTop1);
    choice.right = {Metric::EpochLoss};
    return choice;
}

PlotChoice stepTimeChoice(bool compresses)
{
    PlotChoice choice = choiceOf(Metric::DataSeconds);
    choice.left = {Metric::DataSeconds, Metric::ForwardSeconds, Metric::BackwardSeconds,
                   Metric::NetworkSeconds, Metric::OptimizerSeconds};
    if (compresses)
        choice.left.insert(choice.left.indexOf(Metric::NetworkSeconds), compressionMetric());
    choice.stacks = true;
    return choice;
}

PlotChoice choiceOf(Metric metric)
{
    PlotChoice choice;
    choice.left = {metric};
    choice.xAxis = metric.keyKind() == KeyKind::Epoch ? XAxis::Epoch : XAxis::Step;
    return choice;
}

} // namespace lockstep
