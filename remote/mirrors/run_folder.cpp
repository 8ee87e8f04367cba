// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_folder.h"

#include "engine/protocol/experiment_member.h"
#include "remote/private_files.h"
#include "remote/sha256_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <algorithm>
#include <sys/stat.h>

namespace lockstep {

namespace {

constexpr int kInfoVersion = 1;
/// What stands for the newest checkpoint where that of a step could be named.
constexpr qint64 kNewest = -1;
constexpr qint64 kMaxInfoBytes = 1 << 20;
const QString kInfoFile = QStringLiteral("run.json");
const QString kExperimentName = QString::fromUtf8(kExperimentFile.data(), qsizetype(kExperimentFile.size()));

Error badRun(const QString& path, const Sentence& reason)
{
    return {LOCKSTEP_TEXT("The run in %1 cannot be opened: %2."), {path.toStdString(), reason}, ""};
}

/// Letters and digits of a name, for an id that people recognise.
QString slug(const QString& name)
{
    QString text;
    for (const QChar letter : name.toLower()) {
        const bool plain = (letter >= u'a' && letter <= u'z') || (letter >= u'0' && letter <= u'9');
        if (plain)
            text += letter;
        else if (!text.isEmpty() && !text.endsWith(u'-'))
            text += u'-';
    }
    text.truncate(24);
    while (text.endsWith(u'-'))
        text.chop(1);
    return text.isEmpty() ? QStringLiteral("run") : text;
}

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

QJsonObject toObject(const AttemptInfo& info)
{
    QJsonArray culpritHosts;
    for (const int host : info.culpritHosts)
        culpritHosts.append(host);
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
        {QStringLiteral("culprit_hosts"), culpritHosts},
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
    for (const auto& host : object.value(QStringLiteral("culprit_hosts")).toArray())
        info.culpritHosts.append(host.toInt(-1));
    return info;
}

bool isAttempt(const AttemptInfo& info)
{
    return info.attempt >= 1 && info.attempt <= 1'000'000 && info.epochs >= 0 &&
           info.fromStep.value_or(0) >= 0;
}

Result<RunInfo> readInfo(const QString& folder)
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

Result<void> replaceFile(const QString& path, const QByteArray& text)
{
    if (const auto reason = replacePrivateFile(path, text))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {path.toStdString(), *reason}, ""};
    return {};
}

} // namespace

RunInfo nextAttempt(const RunInfo& info, const FurtherAttempt& further)
{
    RunInfo next = info;
    next.earlier.append(info);
    static_cast<AttemptInfo&>(next) = {.attempt = info.attempt + 1,
                                       .epochs = further.epochs > 0 ? further.epochs : info.epochs,
                                       .fromStep = further.fromStep};
    next.complete = false;
    return next;
}

Result<RunFolder> RunFolder::create(const QString& runs, const Experiment& experiment)
{
    if (!makePrivateFolder(runs))
        return badRun(runs, LOCKSTEP_TEXT("the folder cannot be made"));
    RunFolder folder;
    folder.m_experiment = experiment;
    folder.m_info.name = QString::fromStdString(experiment.name);
    folder.m_info.created = QDateTime::currentDateTime();
    // Two programs may begin a run in the same second; making the folder decides whose id it is.
    for (int attempt = 0; attempt < 100; ++attempt) {
        folder.m_info.id =
            folder.m_info.created.toString(QStringLiteral("yyyyMMdd-HHmmss-")) + slug(folder.m_info.name) +
            QStringLiteral("-%1").arg(QRandomGenerator::system()->bounded(0x10000), 4, 16, QLatin1Char('0'));
        folder.m_path = QDir(runs).absoluteFilePath(folder.m_info.id);
        if (::mkdir(QFile::encodeName(folder.m_path).constData(), 0700) != 0)
            continue;
        const auto written = replaceFile(folder.m_path + QLatin1Char('/') + kExperimentName,
                                         QByteArray::fromStdString(toJson(experiment)));
        if (!written)
            return written.error();
        if (const auto set = folder.setInfo(folder.m_info); !set)
            return set.error();
        return folder;
    }
    return badRun(runs, LOCKSTEP_TEXT("no folder can be made in it"));
}

Result<RunFolder> RunFolder::open(const QString& path)
{
    RunFolder folder;
    folder.m_path = QFileInfo(path).absoluteFilePath();
    const auto info = readInfo(folder.m_path);
    if (!info)
        return info.error();
    const auto text = readSmall(folder.m_path + QLatin1Char('/') + kExperimentName,
                                static_cast<qint64>(kMaxExperimentBytes));
    if (!text)
        return text.error();
    const auto experiment = parseExperiment(text.value().toStdString());
    if (!experiment)
        return badRun(path, experiment.error());
    folder.m_experiment = experiment.value();
    folder.takeInfo(info.value());
    if (folder.m_info.epochs > 0) {
        const auto set =
            setMember(folder.m_experiment, "training.epochs", std::to_string(folder.m_info.epochs));
        if (!set)
            return badRun(path, set.error());
    }
    // Runs of before name the rank alone.
    for (const Placement& placement : placeRanks(folder.m_experiment.topology))
        if (placement.rank == folder.m_info.culprit && folder.m_info.culpritHosts.isEmpty())
            folder.m_info.culpritHosts = {static_cast<int>(placement.host)};
    return folder;
}

RunInfo RunFolder::infoOf(const QString& path)
{
    const auto info = readInfo(path);
    if (info)
        return info.value();
    const QFileInfo entry(path);
    RunInfo damaged;
    damaged.id = entry.fileName();
    damaged.created = entry.lastModified();
    damaged.phase = RunPhase::Failed;
    damaged.reason = info.error();
    return damaged;
}

QVector<RunInfo> RunFolder::list(const QString& runs)
{
    QVector<RunInfo> found;
    const auto entries = QDir(runs).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QFileInfo& entry : entries)
        found.append(infoOf(entry.absoluteFilePath()));
    std::ranges::stable_sort(found, [](const RunInfo& a, const RunInfo& b) { return a.created > b.created; });
    return found;
}

Result<void> RunFolder::setInfo(const RunInfo& info)
{
    if (const auto written = replaceFile(m_path + QLatin1Char('/') + kInfoFile, toDocument(info)); !written)
        return written.error();
    takeInfo(info);
    return {};
}

void RunFolder::takeInfo(const RunInfo& info)
{
    m_info = info;
    if (info.epochs == 0)
        return;
    m_experiment.training.epochs = info.epochs;
    m_experiment.training.earlyStop = 0;
}

QString RunFolder::journalPath(int rank) const
{
    return mirrorPath(QString::fromStdString(rankJournal(m_info.attempt, rank)));
}

QString RunFolder::logPath(int rank) const
{
    return mirrorPath(QString::fromStdString(rankLog(m_info.attempt, rank)));
}

QString RunFolder::hostJournalPath(int host) const
{
    return mirrorPath(QString::fromStdString(hostJournal(m_info.attempt, host)));
}

QString RunFolder::hostLogPath(int host) const
{
    return mirrorPath(QString::fromStdString(hostLog(m_info.attempt, host)));
}

QString RunFolder::mirrorPath(const QString& file) const
{
    return isRunFile(file.toStdString()) ? m_path + QLatin1Char('/') + file : QString();
}

QString defaultRunsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/lockstep/runs");
}

} // namespace lockstep
