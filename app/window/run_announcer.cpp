// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_announcer.h"

#include "app/runs/run_page.h"
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
        emit runWanted(folder);
    });
}

void RunAnnouncer::follow(RunPage& page)
{
    m_page = &page;
    connect(&page, &RunPage::phaseChanged, this, &RunAnnouncer::setPhase);
    connect(&page, &RunPage::progressed, this, &RunAnnouncer::showProgress);
    connect(&page, &RunPage::ended, this, &RunAnnouncer::tellEnd);
    connect(&page, &RunPage::metricBroke, this, [this](const QString& sentence) {
        tell(tr("%1 diverges").arg(inertString(m_page->title())), sentence, true);
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

void RunAnnouncer::tellEnd(const RunInfo& info)
{
    const QString run = inertString(info.name);
    switch (shownPhase(info.phase, info.exitCode)) {
    case RunPhase::Finished:
        tell(tr("%1 has finished").arg(run), m_result, false);
        break;
    case RunPhase::Stopped:
        tell(tr("%1 has stopped").arg(run), m_result, false);
        break;
    default:
        tell(tr("%1 has failed").arg(run), inertString(sentenceBeginning(info.reason)), true);
        break;
    }
}

void RunAnnouncer::tell(const QString& title, const QString& text, bool isUrgent)
{
    const bool isSeen = QApplication::activeWindow() != nullptr;
    if (!isSeen && loadSettings().notifies)
        m_desktop.notify({m_page->folder(), title, text, isUrgent});
}

} // namespace lockstep
