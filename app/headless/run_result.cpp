// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/run_result.h"

#include "app/blame/blame_texts.h"
#include "engine/protocol/exit_code.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

namespace lockstep {

namespace {

/// JSON has no NaN; null says that there is no number.
QJsonValue number(std::optional<double> value)
{
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}

QJsonArray linksJson(const SlowLink& slow, const Topology& topology)
{
    QJsonArray links;
    for (const std::size_t link : slow.links)
        links.append(QJsonArray{QString::fromStdString(topology.links[link].from),
                                QString::fromStdString(topology.links[link].to)});
    return links;
}

QJsonObject heldBackJson(const Culprit& culprit, const Topology& topology)
{
    QJsonObject json;
    json[QStringLiteral("kind")] = nameOf(culprit.kind);
    json[QStringLiteral("sentence")] = blameSentence(culprit, topology);
    if (culprit.rank >= 0)
        json[QStringLiteral("rank")] = culprit.rank;
    if (culprit.rank >= 0 || culprit.kind == Culprit::Kind::SilentHost)
        json[QStringLiteral("host")] = QString::fromStdString(topology.hosts[culprit.host].id);
    if (culprit.kind == Culprit::Kind::SilentHost)
        json[QStringLiteral("silent_seconds")] = culprit.silentSeconds;
    if (culprit.link) {
        json[QStringLiteral("links")] = linksJson(*culprit.link, topology);
        json[QStringLiteral("mbps")] = culprit.link->mbps;
        json[QStringLiteral("expected_mbps")] = culprit.link->expectedMbps;
    }
    if (culprit.rank >= 0) {
        json[QStringLiteral("own_seconds")] = culprit.own;
        json[QStringLiteral("usual_seconds")] = culprit.usual;
    }
    if (culprit.processor) {
        json[QStringLiteral("processor_fraction")] = culprit.processor->own;
        json[QStringLiteral("usual_processor_fraction")] = culprit.processor->usual;
    }
    if (culprit.steps > 0) {
        json[QStringLiteral("step_seconds")] = culprit.step;
        json[QStringLiteral("cost_seconds")] = culprit.cost;
        json[QStringLiteral("shown_steps")] = culprit.shown;
        json[QStringLiteral("steps")] = culprit.steps;
    }
    return json;
}

} // namespace

QString stateName(const RunInfo& info)
{
    const std::string_view name = toString(shownPhase(info.phase, info.exitCode));
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QByteArray runResultJson(const RunFolder& folder, const RunInfo& info, const RunSummary& summary,
                         const Culprit& culprit)
{
    QJsonArray losses;
    QJsonArray accuracies;
    std::optional<double> loss;
    std::optional<double> accuracy;
    for (const auto& [epoch, one] : summary.epochs()) {
        losses.append(number(one.loss));
        accuracies.append(number(one.top1));
        loss = one.loss ? one.loss : loss;
        accuracy = one.top1 ? one.top1 : accuracy;
    }
    QJsonArray hashes;
    QJsonArray records;
    std::int64_t steps = 0;
    for (const auto& [rank, one] : summary.ranks()) {
        hashes.append(one.weightHash);
        records.append(static_cast<qint64>(one.records));
        steps = std::max(steps, one.step + 1);
    }
    QJsonObject result;
    result[QStringLiteral("run")] = info.id;
    result[QStringLiteral("name")] = info.name;
    result[QStringLiteral("state")] = stateName(info);
    result[QStringLiteral("attempt")] = info.attempt;
    result[QStringLiteral("world_size")] = static_cast<qint64>(summary.ranks().size());
    result[QStringLiteral("epochs")] = static_cast<qint64>(summary.epochs().size());
    result[QStringLiteral("steps")] = static_cast<qint64>(steps);
    result[QStringLiteral("training_loss")] = number(loss);
    result[QStringLiteral("validation_accuracy")] = number(accuracy);
    result[QStringLiteral("epoch_training_loss")] = losses;
    result[QStringLiteral("epoch_validation_accuracy")] = accuracies;
    result[QStringLiteral("weight_hashes")] = hashes;
    result[QStringLiteral("records")] = records;
    result[QStringLiteral("seconds")] = static_cast<double>(summary.attempts().elapsedMs()) / 1000;
    result[QStringLiteral("held_back")] = heldBackJson(culprit, folder.experiment().topology);
    result[QStringLiteral("exit_code")] = info.exitCode;
    result[QStringLiteral("message")] = info.message();
    result[QStringLiteral("folder")] = folder.path();
    return QJsonDocument(result).toJson(QJsonDocument::Compact);
}

} // namespace lockstep
