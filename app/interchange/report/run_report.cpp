// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/run_report.h"

#include "app/interchange/report/report_pictures.h"
#include "app/interchange/report/report_sections.h"
#include "app/interchange/report/report_texts.h"
#include "app/summary/run_progress.h"
#include "app/text/error_text.h"
#include "app/text/phase_text.h"

#include <QCoreApplication>
#include <QDateTime>

namespace lockstep {

namespace {

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunReport)
};

QString verdictOf(const RunInfo& info, const RunSummary& summary)
{
    QStringList parts{phaseText(shownPhase(info.phase, info.exitCode)), bestText(summary)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  ·  "));
}

/// The cause, and who it is, as far as that is known.
QStringList causesOf(const RunInfo& info, const Experiment& experiment)
{
    if (info.reason.empty())
        return {};
    QStringList causes{reportWords(sentenceBeginning(info.reason))};
    const std::vector<Host>& hosts = experiment.topology.hosts;
    QStringList names;
    for (const int host : info.culpritHosts)
        if (host >= 0 && static_cast<std::size_t>(host) < hosts.size())
            names.append(reportWords(hosts[static_cast<std::size_t>(host)].name));
    if (info.culprit >= 0)
        causes.append(ReportTexts::tr("It began with rank %1.").arg(info.culprit));
    if (!names.isEmpty())
        causes.append(ReportTexts::tr("Hosts concerned: %1.").arg(names.join(QStringLiteral(", "))));
    return causes;
}

void add(RunReport& report, ReportSection section)
{
    if (!section.isEmpty())
        report.sections.append(std::move(section));
}

} // namespace

RunReport makeRunReport(const RunFolder& folder, LoadedRun run)
{
    const RunInfo& info = folder.info();
    if (hasEnded(info.phase))
        run.summary.conclude(info);
    MetricStore store;
    store.replace(std::move(run.metrics));
    const ReportedRun reported{folder, run.summary, store.table(), run.damagedLines, run.missingRecords};
    RunReport report{.title = reportWords(info.name),
                     .verdict = verdictOf(info, run.summary),
                     .causes = causesOf(info, folder.experiment()),
                     .written = ReportTexts::tr("Written by Lockstep %1 on %2")
                                    .arg(QStringLiteral(LOCKSTEP_VERSION),
                                         reportTime(QDateTime::currentMSecsSinceEpoch())),
                     .sections = {}};
    if (run.error)
        report.causes.append(reportWords(errorMessage(*run.error)));
    add(report, resultSection(reported));
    add(report, {.title = ReportTexts::tr("Curves"),
                 .pictures = curvePictures(store, folder.experiment().training.epochs)});
    add(report, warningSection(reported));
    add(report, attemptSection(reported));
    ReportSection hosts = hostSection(reported);
    hosts.pictures = clusterPictures(folder.experiment());
    add(report, std::move(hosts));
    add(report, rankSection(reported));
    add(report, settingSection(reported));
    add(report, epochSection(reported));
    add(report, originSection(reported));
    return report;
}

} // namespace lockstep
