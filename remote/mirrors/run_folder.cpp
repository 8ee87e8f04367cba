// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_folder.h"

#include "engine/protocol/experiment_member.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/roster.h"
#include "remote/mirrors/run_info_file.h"
#include "remote/private_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <algorithm>
#include <sys/stat.h>

namespace lockstep {

namespace {

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

/// A roster on which nothing would train is that of a damaged file.
Experiment onRoster(const Experiment& drawn, const QVector<int>& roster)
{
    if (roster.isEmpty())
        return drawn;
    Experiment left = withRoster(drawn, Roster(roster.begin(), roster.end()));
    return placeRanks(left).empty() ? drawn : left;
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
    folder.m_drawn = experiment;
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
        if (const auto written = writeRunExperiment(folder.m_path, experiment); !written)
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
    const auto info = readRunInfo(folder.m_path);
    if (!info)
        return info.error();
    const auto experiment = readRunExperiment(folder.m_path);
    if (!experiment)
        return experiment.error();
    folder.m_drawn = experiment.value();
    folder.takeInfo(info.value());
    if (folder.m_info.epochs > 0) {
        const auto set =
            setMember(folder.m_experiment, "training.epochs", std::to_string(folder.m_info.epochs));
        if (!set)
            return badRun(path, set.error());
    }
    // Runs of before name the rank alone.
    for (const Placement& placement : placeRanks(folder.m_experiment))
        if (placement.rank == folder.m_info.culprit && folder.m_info.culpritHosts.isEmpty())
            folder.m_info.culpritHosts = {static_cast<int>(placement.host)};
    return folder;
}

RunInfo RunFolder::infoOf(const QString& path)
{
    const auto info = readRunInfo(path);
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
    if (const auto written = writeRunInfo(m_path, info); !written)
        return written.error();
    takeInfo(info);
    return {};
}

void RunFolder::takeInfo(const RunInfo& info)
{
    m_info = info;
    if (info.epochs > 0) {
        m_drawn.training.epochs = info.epochs;
        m_drawn.training.earlyStop = 0;
    }
    m_experiment = onRoster(m_drawn, info.roster);
}

Experiment RunFolder::experimentOf(int attempt) const
{
    for (const AttemptInfo& earlier : m_info.earlier)
        if (earlier.attempt == attempt)
            return onRoster(m_drawn, earlier.roster);
    return m_experiment;
}

std::set<int> RunFolder::ranksOn(int host, const QVector<int>& roster) const
{
    std::set<int> ranks;
    for (const Placement& placement : placeRanks(onRoster(m_drawn, roster)))
        if (placement.host == static_cast<std::size_t>(host))
            ranks.insert(placement.rank);
    return ranks;
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
