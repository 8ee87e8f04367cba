// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/live_run_offer.h"

#include "app/summary/run_entry.h"
#include "app/window/design_page.h"

#include <QCoreApplication>
#include <QThreadPool>

namespace lockstep {

namespace {

QVector<LiveRun> liveRuns(const QString& runs, const QString& engine)
{
    QVector<LiveRun> live;
    for (const RunEntry& entry : readRunEntries(runs, engine)) {
        if (entry.isLive() || entry.unknownSince)
            live.append({entry.folder, entry.info.name, entry.unknownSince});
    }
    return live;
}

} // namespace

void LiveRunOffer::find(const QString& runs, const QString& engine)
{
    QThreadPool::globalInstance()->start([runs, engine, offer = QPointer<LiveRunOffer>(this)] {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [offer, found = liveRuns(runs, engine)] {
                if (!offer)
                    return;
                offer->m_runs = found;
                offer->show();
            },
            Qt::QueuedConnection);
    });
}

void LiveRunOffer::showOn(DesignPage& page)
{
    m_page = &page;
    show();
}

void LiveRunOffer::withdraw(const QString& folder)
{
    m_runs.removeIf([&folder](const LiveRun& run) { return run.folder == folder; });
    show();
}

void LiveRunOffer::putAway()
{
    m_runs.clear();
    show();
}

void LiveRunOffer::show()
{
    delete m_strip;
    if (!m_page || m_runs.isEmpty())
        return;
    m_strip = new LiveRunStrip(m_runs, m_page);
    m_page->addStrip(*m_strip);
    // Queued: each of them leads to the end of the strip.
    connect(m_strip, &LiveRunStrip::openWanted, this, &LiveRunOffer::openWanted, Qt::QueuedConnection);
    connect(m_strip, &LiveRunStrip::listWanted, this, &LiveRunOffer::listWanted, Qt::QueuedConnection);
    connect(m_strip, &LiveRunStrip::putAway, this, &LiveRunOffer::putAway, Qt::QueuedConnection);
}

} // namespace lockstep
