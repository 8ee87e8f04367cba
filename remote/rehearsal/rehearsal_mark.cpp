// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal_mark.h"

#include "engine/protocol/exit_code.h"
#include "remote/mirrors/run_watch.h"
#include "remote/private_files.h"
#include "remote/rehearsal/imitation.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <thread>

namespace lockstep {

namespace {

QString markIn(const QString& runFolder)
{
    return runFolder + QStringLiteral("/rehearsal.json");
}

const auto kStage = QLatin1String("stage");
const auto kGpus = QLatin1String("leaves_out_gpus");
const auto kImitates = QLatin1String("imitates_compute");
constexpr qint64 kLongest = 4096; ///< of what is read of the file

/// By StageKind.
const std::array<QLatin1String, 3> kStages{QLatin1String("user"), QLatin1String("root"),
                                           QLatin1String("loopback")};

StageKind stageCalled(const QString& name)
{
    const auto found = std::ranges::find(kStages, name);
    return found == kStages.end() ? StageKind::User : static_cast<StageKind>(found - kStages.begin());
}

} // namespace

RehearsalFacts factsOf(const Rehearsal& rehearsal)
{
    const Topology& drawn = rehearsal.drawn();
    RehearsalFacts facts;
    facts.stage = rehearsal.kind();
    facts.leavesOutGpus = std::ranges::any_of(drawn.hosts, [](const Host& host) {
        return std::ranges::any_of(host.devices,
                                   [](const Device& device) { return device.kind == DeviceKind::Cuda; });
    });
    facts.imitatesCompute = imitatesCompute(drawn, facts.stage, std::thread::hardware_concurrency());
    return facts;
}

Result<void> markRehearsal(const QString& runFolder, const RehearsalFacts& facts)
{
    const QString file = markIn(runFolder);
    const QJsonObject members{{QStringLiteral("version"), 1},
                              {kStage, kStages[static_cast<std::size_t>(facts.stage)]},
                              {kGpus, facts.leavesOutGpus},
                              {kImitates, facts.imitatesCompute}};
    if (const auto reason =
            replacePrivateFile(file, QJsonDocument(members).toJson(QJsonDocument::Compact) + '\n'))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {file.toStdString(), *reason}, ""};
    return {};
}

std::optional<RehearsalFacts> rehearsalIn(const QString& runFolder)
{
    QFile file(markIn(runFolder));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject members = QJsonDocument::fromJson(file.read(kLongest)).object();
    return RehearsalFacts{stageCalled(members[kStage].toString()), members[kGpus].toBool(),
                          members[kImitates].toBool()};
}

bool isRehearsal(const QString& runFolder)
{
    return QFile::exists(markIn(runFolder));
}

Result<void> closeRehearsal(RunFolder& folder)
{
    RunInfo info = folder.info();
    if (isWatched(folder.path()))
        return Error{
            LOCKSTEP_TEXT("The run %1 is a rehearsal of another program, which alone shows it and can "
                          "stop it."),
            {info.id.toStdString()},
            ""};
    info.phase = RunPhase::Failed;
    info.exitCode = static_cast<int>(ExitCode::Failure);
    info.reason = LOCKSTEP_TEXT("The program that rehearsed this run ended before it.");
    info.complete = true;
    return folder.setInfo(info);
}

} // namespace lockstep
