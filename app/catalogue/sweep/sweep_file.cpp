// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep_file.h"

#include "engine/protocol/run_files.h"
#include "remote/private_files.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

constexpr int kSweepVersion = 1;
constexpr qint64 kMaxSweepBytes = 32 << 20;
const QString kSuffix = QStringLiteral(".json");

QString folderOf(const QString& runsFolder)
{
    return runsFolder + QStringLiteral("/.sweeps");
}

QByteArray toDocument(const Sweep& sweep)
{
    QJsonArray axes;
    for (const SweepAxis& axis : sweep.axes)
        axes.append(QJsonObject{{QStringLiteral("key"), axis.key},
                                {QStringLiteral("values"), QJsonArray::fromStringList(axis.values)}});
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), kSweepVersion},
                           {QStringLiteral("id"), sweep.id},
                           {QStringLiteral("experiment"), QString::fromStdString(toJson(sweep.experiment))},
                           {QStringLiteral("axes"), axes},
                           {QStringLiteral("paired"), sweep.mode == SweepMode::Paired},
                           {QStringLiteral("at_once"), sweep.atOnce},
                           {QStringLiteral("runs"), QJsonArray::fromStringList(sweep.runs)}})
        .toJson();
}

QStringList textsIn(const QJsonValue& list)
{
    QStringList texts;
    for (const auto& text : list.toArray())
        texts.append(text.toString());
    return texts;
}

Error badSweep(const QString& path)
{
    return {LOCKSTEP_TEXT("%1 is no sweep that this program can read."), {path.toStdString()}, {}};
}

Result<Sweep> parse(const QString& path, const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object.value(QStringLiteral("version")).toInt() != kSweepVersion)
        return badSweep(path);
    auto experiment = parseExperiment(object.value(QStringLiteral("experiment")).toString().toStdString());
    if (!experiment)
        return experiment.error();
    Sweep sweep;
    sweep.id = object.value(QStringLiteral("id")).toString();
    sweep.experiment = std::move(experiment.value());
    for (const auto& axis : object.value(QStringLiteral("axes")).toArray())
        sweep.axes.append({axis[QStringLiteral("key")].toString(), textsIn(axis[QStringLiteral("values")])});
    sweep.mode = object.value(QStringLiteral("paired")).toBool() ? SweepMode::Paired : SweepMode::Grid;
    sweep.atOnce = object.value(QStringLiteral("at_once")).toInt(1);
    sweep.runs = textsIn(object.value(QStringLiteral("runs")));
    // They become names of folders.
    for (const QString& run : sweep.runs) {
        if (!run.isEmpty() && !isRunId(run.toStdString()))
            return badSweep(path);
    }
    if (sweep.id + kSuffix != QFileInfo(path).fileName())
        return badSweep(path);
    return sweep;
}

} // namespace

Result<void> writeSweep(const QString& runsFolder, const Sweep& sweep)
{
    const QString folder = folderOf(runsFolder);
    const QString path = folder + u'/' + sweep.id + kSuffix;
    if (!makePrivateFolder(folder))
        return Error{LOCKSTEP_TEXT("%1 cannot be made."), {folder.toStdString()}, {}};
    if (const auto reason = replacePrivateFile(path, toDocument(sweep)))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {path.toStdString(), *reason}, {}};
    return {};
}

QString sweepLockFile(const QString& runsFolder, const QString& id)
{
    return folderOf(runsFolder) + u'/' + id + QStringLiteral(".lock");
}

Result<Sweep> readSweep(const QString& runsFolder, const QString& id)
{
    // Ids begin with their date, so the last one by name is the newest.
    QStringList names =
        QDir(folderOf(runsFolder)).entryList({QStringLiteral("sweep-*.json")}, QDir::Files, QDir::Name);
    if (id != QLatin1String("last"))
        names.removeIf([&](const QString& name) { return id.isEmpty() || !name.startsWith(id); });
    else if (!names.isEmpty())
        names = {names.last()};
    if (names.size() != 1)
        return Error{names.isEmpty()
                         ? LOCKSTEP_TEXT("No sweep of %1 is called %2.")
                         : LOCKSTEP_TEXT("Several sweeps of %1 begin with %2. Write more of the id."),
                     {runsFolder.toStdString(), id.toStdString()},
                     {}};
    QFile file(folderOf(runsFolder) + u'/' + names[0]);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxSweepBytes)
        return badSweep(file.fileName());
    return parse(file.fileName(), file.readAll());
}

} // namespace lockstep
