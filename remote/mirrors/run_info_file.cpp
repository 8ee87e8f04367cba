// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_info_file.h"

#include "remote/private_files.h"
#include "remote/sha256_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <functional>

namespace lockstep {

namespace {

constexpr int kInfoVersion = 1;
/// What stands for the newest checkpoint where that of a step could be named.
constexpr qint64 kNewest = -1;
constexpr qint64 kMaxInfoBytes = 1 << 20;
const QString kInfoFile = QStringLiteral("run.json");
const QString kExperimentName = QString::fromUtf8(kExperimentFile.data(), qsizetype(kExperimentFile.size()));

/// A word of a later version may only be believed to have ended.
RunPhase phaseFrom(const QString& text)
{
    return phaseNamed(text.toStdString()).value_or(RunPhase::Failed);
}

QJsonValue argumentsOf(const Sentence& sentence)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(toJson(sentence)))
        .object()
        .value(QStringLiteral("arguments"));
}

/// Runs of before have the whole sentence as their message; one that cannot be read is left out.
Sentence reasonFrom(const QJsonObject& info)
{
    const QJsonObject object{
        {QStringLiteral("text"), info.value(QStringLiteral("message"))},
        {QStringLiteral("arguments"), info.value(QStringLiteral("arguments")).toArray()}};
    const auto sentence =
        parseMessage<Sentence>(QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString());
    return sentence ? sentence.value() : Sentence();
}

QJsonArray toArray(const QVector<int>& hosts)
{
    QJsonArray array;
    for (const int host : hosts)
        array.append(host);
    return array;
}

QVector<int> hostsFrom(const QJsonValue& array)
{
    QVector<int> hosts;
    for (const auto& host : array.toArray())
        hosts.append(host.toInt(-1));
    return hosts;
}

QJsonObject toObject(const AttemptInfo& info)
{
    const std::string_view phase = toString(info.phase);
    return {
        {QStringLiteral("attempt"), info.attempt},
        {QStringLiteral("epochs"), info.epochs},
        {QStringLiteral("from_step"), static_cast<qint64>(info.fromStep.value_or(kNewest))},
        {QStringLiteral("phase"), QString::fromUtf8(phase.data(), qsizetype(phase.size()))},
        {QStringLiteral("exit_code"), info.exitCode},
        {QStringLiteral("message"), QString::fromStdString(info.reason.text)},
        {QStringLiteral("arguments"), argumentsOf(info.reason)},
        {QStringLiteral("culprit"), info.culprit},
        {QStringLiteral("culprit_hosts"), toArray(info.culpritHosts)},
        {QStringLiteral("roster"), toArray(info.roster)},
    };
}

QByteArray toDocument(const RunInfo& info)
{
    QJsonArray bundles;
    for (const QString& bundle : info.bundles)
        bundles.append(bundle);
    QJsonArray earlier;
    for (const AttemptInfo& attempt : info.earlier)
        earlier.append(toObject(attempt));
    QJsonObject object = toObject(static_cast<const AttemptInfo&>(info));
    object[QStringLiteral("version")] = kInfoVersion;
    object[QStringLiteral("id")] = info.id;
    object[QStringLiteral("name")] = info.name;
    object[QStringLiteral("created")] = info.created.toUTC().toString(Qt::ISODateWithMs);
    object[QStringLiteral("complete")] = info.complete;
    object[QStringLiteral("bundles")] = bundles;
    object[QStringLiteral("earlier")] = earlier;
    return QJsonDocument(object).toJson();
}

Result<QByteArray> readSmall(const QString& path, qint64 limit)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return badRun(path, file.errorString().toStdString());
    const QByteArray text = file.read(limit + 1);
    if (text.size() > limit)
        return badRun(path, LOCKSTEP_TEXT("the file is too large"));
    return text;
}

/// The hashes name folders in a command line on the hosts, and a run folder may be anybody's.
bool readBundles(const QJsonValue& value, QStringList& bundles)
{
    if (!value.isArray() && !value.isUndefined())
        return false;
    for (const auto& bundle : value.toArray()) {
        const QString hash = bundle.toString(QStringLiteral("-"));
        if (!hash.isEmpty() && !isSha256(hash.toStdString()))
            return false;
        bundles.append(hash);
    }
    return true;
}

AttemptInfo attemptFrom(const QJsonObject& object)
{
    AttemptInfo info;
    info.attempt = object.value(QStringLiteral("attempt")).toInt(1);
    info.epochs = object.value(QStringLiteral("epochs")).toInt();
    if (const qint64 step = object.value(QStringLiteral("from_step")).toInteger(kNewest); step != kNewest)
        info.fromStep = step;
    info.phase = phaseFrom(object.value(QStringLiteral("phase")).toString());
    info.exitCode = object.value(QStringLiteral("exit_code")).toInt();
    info.reason = reasonFrom(object);
    info.culprit = object.value(QStringLiteral("culprit")).toInt(-1);
    info.culpritHosts = hostsFrom(object.value(QStringLiteral("culprit_hosts")));
    info.roster = hostsFrom(object.value(QStringLiteral("roster")));
    return info;
}

bool isRising(const QVector<int>& hosts)
{
    return std::ranges::adjacent_find(hosts, std::greater_equal()) == hosts.end() &&
           (hosts.isEmpty() || hosts.front() >= 0);
}

bool isAttempt(const AttemptInfo& info)
{
    return info.attempt >= 1 && info.attempt <= 1'000'000 && info.epochs >= 0 &&
           info.fromStep.value_or(0) >= 0 && isRising(info.roster);
}

Result<void> replaceFile(const QString& path, const QByteArray& text)
{
    if (const auto reason = replacePrivateFile(path, text))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {path.toStdString(), *reason}, ""};
    return {};
}

} // namespace

Error badRun(const QString& path, const Sentence& reason)
{
    return {LOCKSTEP_TEXT("The run in %1 cannot be opened: %2."), {path.toStdString(), reason}, ""};
}

Result<RunInfo> readRunInfo(const QString& folder)
{
    const auto text = readSmall(folder + QLatin1Char('/') + kInfoFile, kMaxInfoBytes);
    if (!text)
        return text.error();
    const QJsonObject object = QJsonDocument::fromJson(text.value()).object();
    if (object.isEmpty())
        return badRun(folder, LOCKSTEP_TEXT("run.json is damaged"));
    if (object.value(QStringLiteral("version")).toInt() > kInfoVersion)
        return badRun(folder, LOCKSTEP_TEXT("it was written by a newer version of this program"));
    RunInfo info;
    static_cast<AttemptInfo&>(info) = attemptFrom(object);
    info.id = object.value(QStringLiteral("id")).toString();
    info.name = object.value(QStringLiteral("name")).toString();
    info.created =
        QDateTime::fromString(object.value(QStringLiteral("created")).toString(), Qt::ISODateWithMs);
    info.complete = object.value(QStringLiteral("complete")).toBool();
    for (const auto& earlier : object.value(QStringLiteral("earlier")).toArray())
        info.earlier.append(attemptFrom(earlier.toObject()));
    const bool isSound = isAttempt(info) && std::ranges::all_of(info.earlier, isAttempt);
    if (!isRunId(info.id.toStdString()) || !isSound ||
        !readBundles(object.value(QStringLiteral("bundles")), info.bundles))
        return badRun(folder, LOCKSTEP_TEXT("run.json is damaged"));
    return info;
}

Result<void> writeRunInfo(const QString& folder, const RunInfo& info)
{
    return replaceFile(folder + QLatin1Char('/') + kInfoFile, toDocument(info));
}

Result<Experiment> readRunExperiment(const QString& folder)
{
    const auto text =
        readSmall(folder + QLatin1Char('/') + kExperimentName, static_cast<qint64>(kMaxExperimentBytes));
    if (!text)
        return text.error();
    const auto experiment = parseExperiment(text.value().toStdString());
    if (!experiment)
        return badRun(folder, experiment.error());
    return experiment;
}

Result<void> writeRunExperiment(const QString& folder, const Experiment& experiment)
{
    return replaceFile(folder + QLatin1Char('/') + kExperimentName,
                       QByteArray::fromStdString(toJson(experiment)));
}

} // namespace lockstep
