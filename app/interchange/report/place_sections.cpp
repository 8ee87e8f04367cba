// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/quantities.h"
#include "app/interchange/report/report_sections.h"
#include "app/interchange/report/report_texts.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "remote/sha256_text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSet>

namespace lockstep {

namespace {

struct PlaceTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunReport)
};

constexpr qsizetype kMaxRankRows = 64;
constexpr qsizetype kMaxHostRows = 256;

/// What the ranks of one host have in common, and how many they are.
struct HostRow {
    QStringList devices;
    std::vector<int> ranks;
    int threads = 0; ///< of all ranks together; 0: they have not told
};

std::map<int, HostRow> hostRows(const RunSummary& summary)
{
    std::map<int, HostRow> rows;
    for (const auto& [number, rank] : summary.ranks()) {
        HostRow& row = rows[rank.hostIndex];
        row.ranks.push_back(number);
        if (!row.devices.contains(rank.device))
            row.devices.append(rank.device);
        const auto started = summary.starts().find(number);
        if (started != summary.starts().end())
            row.threads += started->second.threads;
    }
    return rows;
}

/// The versions that ranks told of, which are one unless hosts were left alone for long.
QString enginesText(const RunSummary& summary)
{
    QStringList versions;
    for (const auto& [rank, started] : summary.starts()) {
        const QString version = reportWords(started.engine);
        if (!version.isEmpty() && !versions.contains(version))
            versions.append(version);
    }
    versions.sort();
    return versions.join(QStringLiteral(", "));
}

QString experimentSum(const RunFolder& folder)
{
    QFile file(QDir(folder.path()).filePath(QStringLiteral("experiment.lockstep.json")));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? QString::fromLatin1(hash.result().toHex())
                                                                 : QString();
}

/// The checksum of the weights that the ranks ended with.
QString weightsText(const RunSummary& summary)
{
    QSet<QString> sums;
    qsizetype told = 0;
    for (const auto& [number, rank] : summary.ranks()) {
        if (!isSha256(rank.weightHash.toStdString()))
            continue;
        sums.insert(rank.weightHash);
        ++told;
    }
    if (sums.isEmpty())
        return {};
    if (sums.size() > 1)
        return PlaceTexts::tr("%Ln different ones: the ranks did not end alike", nullptr,
                              static_cast<int>(sums.size()));
    return told == static_cast<qsizetype>(summary.ranks().size())
               ? PlaceTexts::tr("%1, on every rank").arg(*sums.begin())
               : PlaceTexts::tr("%1, on %Ln rank(s)", nullptr, static_cast<int>(told)).arg(*sums.begin());
}

} // namespace

ReportSection hostSection(const ReportedRun& run)
{
    ReportSection section{.title = PlaceTexts::tr("Hosts and devices")};
    section.table.columns = {{PlaceTexts::tr("Host")},  {PlaceTexts::tr("Devices")},
                             {PlaceTexts::tr("Ranks")}, {PlaceTexts::tr("Threads"), ReportCells::Number},
                             {PlaceTexts::tr("Facts")}, {PlaceTexts::tr("Region")}};
    const std::map<int, HostRow> rows = hostRows(run.summary);
    for (const auto& [index, row] : rows) {
        if (section.table.rows.size() == kMaxHostRows)
            break;
        const Host& host = run.folder.experiment().topology.hosts.at(static_cast<std::size_t>(index));
        section.table.rows.append({reportWords(host.name), row.devices.join(QStringLiteral(", ")),
                                   formatRanks(row.ranks),
                                   row.threads > 0 ? countText(row.threads) : QString(),
                                   reportWords(host.facts), reportWords(host.region)});
    }
    if (const auto more = static_cast<int>(rows.size()) - static_cast<int>(section.table.rows.size());
        more > 0)
        section.paragraphs.append(PlaceTexts::tr("%Ln further host(s) are not listed.", nullptr, more));
    return section;
}

ReportSection rankSection(const ReportedRun& run)
{
    ReportSection section{.title = PlaceTexts::tr("Ranks")};
    section.table.columns = {{PlaceTexts::tr("Rank"), ReportCells::Number},
                             {PlaceTexts::tr("Host")},
                             {PlaceTexts::tr("Device")},
                             {PlaceTexts::tr("State"), ReportCells::Line},
                             {PlaceTexts::tr("Step"), ReportCells::Number},
                             {PlaceTexts::tr("Loss"), ReportCells::Number},
                             {PlaceTexts::tr("Samples/s"), ReportCells::Number},
                             {PlaceTexts::tr("Memory"), ReportCells::Number}};
    for (const auto& [number, rank] : run.summary.ranks()) {
        if (section.table.rows.size() == kMaxRankRows)
            break;
        const double rate = run.summary.samplesPerSecond(rank);
        section.table.rows.append(
            {countText(number), reportWords(rank.host), rank.device, phaseText(rank.phase),
             rank.step < 0 ? QString() : countText(rank.step + 1),
             rank.step < 0 ? QString() : reportLoss(rank.loss), rate > 0 ? rateText(rate) : QString(),
             rank.memoryBytes > 0 ? sizeText(rank.memoryBytes) : QString()});
    }
    const auto more =
        static_cast<int>(run.summary.ranks().size()) - static_cast<int>(section.table.rows.size());
    if (more > 0)
        section.paragraphs.append(PlaceTexts::tr("%Ln further rank(s) are not listed.", nullptr, more));
    return section;
}

ReportSection originSection(const ReportedRun& run)
{
    const RunInfo& info = run.folder.info();
    ReportSection section{.title = PlaceTexts::tr("Origin")};
    const auto add = [&section](const QString& name, const QString& value) {
        if (!value.isEmpty())
            section.facts.append({name, value});
    };
    add(PlaceTexts::tr("Run"), reportWords(info.id));
    add(PlaceTexts::tr("Created"),
        info.created.isValid() ? reportTime(info.created.toMSecsSinceEpoch()) : QString());
    add(PlaceTexts::tr("Engine"), enginesText(run.summary));
    add(PlaceTexts::tr("SHA-256 of the experiment"), experimentSum(run.folder));
    add(PlaceTexts::tr("SHA-256 of the weights"), weightsText(run.summary));
    return section;
}

} // namespace lockstep
