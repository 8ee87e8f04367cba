// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/experiment_comparison.h"
#include "app/interchange/report/report_sections.h"
#include "app/interchange/report/report_texts.h"
#include "app/text/number_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct SettingTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunReport)
};

/// As many as no experiment has that people write; one with thousands of members is still a page.
constexpr qsizetype kMaxSettings = 400;

/// What is set, beside what a new experiment has. Hosts and links are told elsewhere, without their
/// addresses.
QVector<ComparedSetting> besideDefaults(const Experiment& experiment)
{
    Experiment set = experiment;
    set.topology = {};
    set.name.clear();
    const Experiment defaults;
    QVector<ComparedSetting> settings = compareExperiments({&set, &defaults});
    settings.resize(std::min(settings.size(), kMaxSettings));
    return settings;
}

} // namespace

ReportSection settingSection(const ReportedRun& run)
{
    ReportSection section{.title = SettingTexts::tr("What was trained")};
    const std::map<int, RankStarted>& starts = run.summary.starts();
    if (!starts.empty()) {
        const RankStarted& first = starts.begin()->second;
        section.facts.append(
            {SettingTexts::tr("Model"), SettingTexts::tr("%1, %2 parameters")
                                            .arg(reportWords(first.model), countText(first.parameters))});
        section.facts.append(
            {SettingTexts::tr("Samples"),
             SettingTexts::tr("%1 to train with, %2 to validate with")
                 .arg(countText(first.trainingSamples), countText(first.validationSamples))});
        section.facts.append({SettingTexts::tr("Ranks"), countText(first.worldSize)});
    }
    section.table.columns = {
        {SettingTexts::tr("Setting")}, {SettingTexts::tr("This run")}, {SettingTexts::tr("By default")}};
    for (const ComparedSetting& setting : besideDefaults(run.folder.experiment())) {
        const QString usual = setting.differs() ? reportWords(setting.values[1]) : QString();
        section.table.rows.append({reportWords(setting.label), reportWords(setting.values[0]), usual});
    }
    return section;
}

} // namespace lockstep
