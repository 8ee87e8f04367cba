// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/run_curves.h"

#include "app/catalogue/compare/run_names.h"
#include "app/plots/plot_arrangement.h"
#include "app/plots/plot_page.h"
#include "engine/protocol/journal.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QLabel>
#include <QPointer>
#include <QThreadPool>
#include <QVBoxLayout>
#include <atomic>

namespace lockstep {

namespace {

constexpr qint64 kChunkBytes = 1 << 20;
/// Under which the page is kept; no experiment is called so.
const auto kPageName = QStringLiteral(":comparison");

PlotArrangement comparedFirst()
{
    PlotArrangement arrangement;
    for (const PlotChoice& choice : {lossChoice(), choiceOf(Metric::ValidationTop1)}) {
        arrangement.rows.append(PlotArrangement::Row());
        arrangement.rows.last().plots = {choice};
    }
    return arrangement;
}

/// What rank 0 of a run has told in all its attempts, in the place of rank `place`.
MetricTable curvesOf(const CatalogueRun& run, int place, const std::atomic<bool>& cancelled)
{
    MetricTable table;
    const Result<RunFolder> folder = RunFolder::open(run.folder());
    if (!folder)
        return table;
    std::vector<char> buffer(static_cast<std::size_t>(kChunkBytes));
    for (int attempt = 1; attempt <= folder->info().attempt; ++attempt) {
        QFile file(folder->mirrorPath(QString::fromStdString(rankJournal(attempt, 0))));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            continue;
        JournalReader reader;
        for (qint64 count = 0; !cancelled && (count = file.read(buffer.data(), kChunkBytes)) > 0;)
            table.append(place, reader.feed({buffer.data(), static_cast<std::size_t>(count)}).records);
    }
    return table;
}

} // namespace

/// Shared with the workers, which may finish after the widget is gone.
struct RunCurves::Reading {
    std::atomic<bool> cancelled = false;
};

RunCurves::RunCurves(const QVector<CatalogueRun>& runs, QWidget* parent)
    : QWidget(parent), m_reading(std::make_shared<Reading>()), m_state(new QLabel(this))
{
    auto* plots = new PlotPage(m_store, this);
    plots->showForeign(kPageName, distinctNames(runs), comparedFirst());
    m_state->setProperty("muted", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plots, 1);
    layout->addWidget(m_state);
    load(runs);
    showState();
}

RunCurves::~RunCurves()
{
    m_reading->cancelled = true;
}

void RunCurves::load(const QVector<CatalogueRun>& runs)
{
    m_left = static_cast<int>(runs.size());
    for (int place = 0; place < runs.size(); ++place) {
        QThreadPool::globalInstance()->start(
            [run = runs[place], place, reading = m_reading, receiver = QPointer<RunCurves>(this)] {
                auto curves = std::make_shared<MetricTable>(curvesOf(run, place, reading->cancelled));
                QMetaObject::invokeMethod(
                    QCoreApplication::instance(),
                    [receiver, curves] {
                        if (receiver)
                            receiver->take(std::move(*curves));
                    },
                    Qt::QueuedConnection);
            });
    }
}

void RunCurves::take(MetricTable&& curves)
{
    m_store.merge(std::move(curves));
    --m_left;
    showState();
    if (m_left == 0)
        emit loaded();
}

void RunCurves::showState()
{
    m_state->setText(m_left > 0 ? tr("Reading %Ln run(s)…", nullptr, m_left)
                                : tr("By step: what rank 0 of each run told. By epoch: all ranks together."));
}

void RunCurves::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        showState();
}

} // namespace lockstep
