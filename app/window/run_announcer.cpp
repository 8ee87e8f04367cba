// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_announcer.h"

#include "app/catalogue/run_list.h"
#include "app/catalogue/sweep/sweep_model.h"
#include "app/runs/run_page.h"
#include "app/runs/unseen_run.h"
#include "app/settings/settings.h"
#include "app/summary/run_progress.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"

#include <QApplication>
#include <QWidget>

namespace lockstep {

RunAnnouncer::RunAnnouncer(QWidget& window) : QObject(&window), m_window(window)
{
    connect(&m_desktop, &Desktop::opened, this, [this](const QString& folder, const QString& token) {
        bringToFront(m_window, token);
        if (!folder.isEmpty()) // else of a whole sweep
            emit runWanted(folder);
    });
}

void RunAnnouncer::follow(RunPage& page)
{
    m_page = &page;
    connect(&page, &RunPage::phaseChanged, this, &RunAnnouncer::setPhase);
    connect(&page, &RunPage::progressed, this, &RunAnnouncer::showProgress);
    connect(&page, &RunPage::ended, this,
            [this](const RunInfo& info) { tellEnd(m_page->folder(), info, m_result); });
    connect(&page, &RunPage::metricBroke, this,
            [this](const QString& sentence) { tellBroken(m_page->folder(), m_page->title(), sentence); });
}

void RunAnnouncer::follow(RunList& list)
{
    connect(&list, &RunList::runFollowed, this,
            [this](RunController& controller) { follow(*new UnseenRun(controller)); });
    connect(&list, &RunList::sweepEnded, this, &RunAnnouncer::tellSweepEnd);
}

void RunAnnouncer::follow(UnseenRun& run)
{
    // One that the page shows is told of by the page.
    const auto isOnPage = [this, &run] { return m_page && m_page->folder() == run.folder().path(); };
    connect(&run, &UnseenRun::ended, this, [this, &run, isOnPage](const RunInfo& info) {
        if (!isOnPage())
            tellEnd(run.folder().path(), info, run.result());
    });
    connect(&run, &UnseenRun::metricBroke, this, [this, &run, isOnPage](const QString& sentence) {
        if (!isOnPage())
            tellBroken(run.folder().path(), run.folder().info().name, sentence);
    });
}

void RunAnnouncer::setPhase(RunPhase phase)
{
    m_goesOn = phase == RunPhase::Training || phase == RunPhase::Reconnecting || phase == RunPhase::Stopping;
    if (!m_goesOn)
        setPercent(std::nullopt);
}

void RunAnnouncer::showProgress(const RunSummary& summary)
{
    m_result = bestText(summary);
    const std::optional<double> share = summary.doneShare();
    // Never 100 before the end.
    setPercent(m_goesOn && share ? std::optional(static_cast<int>(*share * 100)) : std::nullopt);
}

void RunAnnouncer::setPercent(std::optional<int> percent)
{
    if (percent == m_percent)
        return;
    m_percent = percent;
    m_desktop.setProgress(percent ? std::optional(*percent / 100.0) : std::nullopt);
    emit titleChanged();
}

QString RunAnnouncer::title(const QString& document) const
{
    if (!m_percent)
        return tr("%1[*] — Lockstep").arg(document);
    const QString run = inertString(m_page->title());
    const QString name = run == document ? document : run + QStringLiteral(" · ") + document;
    return tr("%1 % %2[*] — Lockstep").arg(QString::number(*m_percent), name);
}

void RunAnnouncer::tellEnd(const QString& folder, const RunInfo& info, const QString& result)
{
    const QString run = inertString(info.name);
    switch (shownPhase(info.phase, info.exitCode)) {
    case RunPhase::Finished:
        return tell({folder, tr("%1 has finished").arg(run), result, false});
    case RunPhase::Stopped:
        return tell({folder, tr("%1 has stopped").arg(run), result, false});
    default:
        return tell(
            {folder, tr("%1 has failed").arg(run), inertString(sentenceBeginning(info.reason)), true});
    }
}

void RunAnnouncer::tellBroken(const QString& folder, const QString& run, const QString& sentence)
{
    tell({folder, tr("%1 diverges").arg(inertString(run)), sentence, true});
}

void RunAnnouncer::tellSweepEnd(const SweepOutcome& outcome)
{
    tell({{},
          tr("The sweep of “%1” has ended").arg(inertString(outcome.name)),
          outcomeText(outcome),
          outcome.refusal.has_value()});
}

void RunAnnouncer::tell(const Notice& notice)
{
    const bool isSeen = QApplication::activeWindow() != nullptr;
    if (!isSeen && loadSettings().notifies)
        m_desktop.notify(notice);
}

} // namespace lockstep
