// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/list_command.h"

#include "app/headless/run_result.h"
#include "app/headless/terminal.h"
#include "app/summary/run_entry.h"
#include "app/text/inert_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

namespace lockstep {

namespace {

QJsonObject toJson(const RunEntry& entry)
{
    return {
        {QStringLiteral("run"), entry.info.id},
        {QStringLiteral("name"), entry.info.name},
        {QStringLiteral("state"), entry.unknownSince ? QStringLiteral("unknown") : stateName(entry.info)},
        {QStringLiteral("unknown_since"),
         entry.unknownSince ? QJsonValue(entry.unknownSince->toUTC().toString(Qt::ISODateWithMs))
                            : QJsonValue()},
        {QStringLiteral("created"), entry.info.created.toUTC().toString(Qt::ISODateWithMs)},
        {QStringLiteral("attempt"), entry.info.attempt},
        {QStringLiteral("hosts"), entry.hosts},
        {QStringLiteral("world_size"), entry.ranks},
        {QStringLiteral("exit_code"), entry.info.exitCode},
        {QStringLiteral("message"), entry.info.message()},
        {QStringLiteral("validation_accuracy"), entry.accuracy ? QJsonValue(*entry.accuracy) : QJsonValue()},
        {QStringLiteral("folder"), entry.folder}};
}

void printEntry(const RunEntry& entry)
{
    const QString accuracy =
        entry.accuracy ? QStringLiteral("%1 %").arg(*entry.accuracy * 100, 0, 'f', 2) : QString();
    const QString line = QStringLiteral("%1  %2  %3  %4")
                             .arg(padded(inertString(entry.info.id), -44), padded(stateText(entry), -10),
                                  padded(accuracy, 8), inertString(entry.info.name));
    std::printf("%s\n", qUtf8Printable(line));
}

} // namespace

int runList(const QString& runs, const QString& engine, bool json)
{
    const QVector<RunEntry> entries = readRunEntries(runs, engine);
    if (json) {
        QJsonArray list;
        for (const RunEntry& entry : entries)
            list.append(toJson(entry));
        std::printf("%s\n", QJsonDocument(list).toJson(QJsonDocument::Compact).constData());
        return 0;
    }
    for (const RunEntry& entry : entries)
        printEntry(entry);
    if (entries.isEmpty())
        std::printf("%s\n",
                    qUtf8Printable(QCoreApplication::translate("Headless", "No runs in %1 yet.").arg(runs)));
    return 0;
}

} // namespace lockstep
