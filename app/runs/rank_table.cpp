// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_table.h"

#include "app/runs/gpu_texts.h"
#include "app/runs/host_texts.h"
#include "app/runs/sparkline_delegate.h"
#include "app/theme/table_look.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QMetaEnum>
#include <QSettings>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

const auto kHiddenColumns = QLatin1String("runs/hiddenRankColumns");
/// Of a small curve.
constexpr int kCurveWidth = 60;

} // namespace

RankTable::RankTable(const MetricStore& store, QWidget* parent) : QTableView(parent)
{
    setModel(&m_ordered);
    m_model.setColors(themeColors(palette()));
    setItemDelegateForColumn(RankTableModel::LossCurve, new SparklineDelegate(store, Metric::Loss, this));
    setItemDelegateForColumn(RankTableModel::StepTimeCurve,
                             new SparklineDelegate(store, Metric::StepSeconds, this));
    showRows(*this);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSortingEnabled(true);
    sortByColumn(RankTableModel::Rank, Qt::AscendingOrder);
    setMinimumSize(200, 90);
    setHorizontalScrollMode(ScrollPerPixel);
    setIconSize({10, 10});
    setAccessibleName(tr("Ranks"));
    arrangeColumns();
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RankTable::ranksSelected);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit rankActivated(index.data(RankTableModel::kRankRole).toInt());
    });
}

void RankTable::arrangeColumns()
{
    QHeaderView& head = *horizontalHeader();
    head.setMinimumSectionSize(30);
    head.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&head, &QWidget::customContextMenuRequested, this, &RankTable::chooseColumns);
    // Whoever trains on GPUs looks at them before the parts of a step.
    for (int i = 0; i < RankTableModel::ColumnCount - RankTableModel::GpuLoad; ++i)
        head.moveSection(RankTableModel::GpuLoad + i, RankTableModel::Device + 2 + i);
    // In a narrow table the loss is seen before what all ranks share.
    head.moveSection(head.visualIndex(RankTableModel::Loss), head.visualIndex(RankTableModel::State) + 1);
    readHiddenColumns();
    showColumns();
    sizeColumns();
}

void RankTable::sizeColumns()
{
    // By what may come, not by what is there: columns keep their width while numbers change.
    const QFontMetrics metrics = fontMetrics();
    const auto width = [&](const QString& sample, int column) {
        const QString head = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int text = std::max(metrics.horizontalAdvance(sample), metrics.horizontalAdvance(head) + 8);
        setColumnWidth(column, text + 14);
    };
    width(QStringLiteral("88888"), RankTableModel::Rank);
    width(QStringLiteral("cuda:8"), RankTableModel::Device);
    width(QStringLiteral("888 of 8888"), RankTableModel::Epoch);
    width(QStringLiteral("888,888"), RankTableModel::Step);
    width(QStringLiteral("0.88888"), RankTableModel::Loss);
    width(QStringLiteral("88,888"), RankTableModel::SamplesPerSecond);
    for (const int column : {RankTableModel::Top1, RankTableModel::Top5})
        width(QStringLiteral("100.0 %"), column);
    width(QStringLiteral("0.0001234"), RankTableModel::LearningRate);
    for (const int column :
         {RankTableModel::DataTime, RankTableModel::ComputeTime, RankTableModel::NetworkTime})
        width(QStringLiteral("888.8 ms"), column);
    width(QStringLiteral("888.8 MiB"), RankTableModel::Memory);
    for (const int column : {RankTableModel::LossCurve, RankTableModel::StepTimeCurve}) {
        width({}, column);
        setColumnWidth(column, std::max(columnWidth(column), kCurveWidth + 12));
    }
    width(QStringLiteral("100 %"), RankTableModel::GpuLoad);
    width(QStringLiteral("888.8 of 888.8 GiB"), RankTableModel::GpuMemory);
    width(QStringLiteral("888 °C"), RankTableModel::GpuTemperature);
    width(QStringLiteral("8,888 W"), RankTableModel::GpuPower);
    int widest = 0;
    for (const RunPhase phase : {RunPhase::Waiting, RunPhase::Training, RunPhase::Finished, RunPhase::Stopped,
                                 RunPhase::NotStarted, RunPhase::EndedWithOthers, RunPhase::Failed})
        widest = std::max(widest, metrics.horizontalAdvance(phaseText(phase)));
    setColumnWidth(RankTableModel::State, widest + iconSize().width() + 24);
    fitHost();
}

void RankTable::fitHost()
{
    // The names of hosts take what the numbers leave, but never less than they can be told apart with.
    int others = 0;
    for (int column = 0; column < RankTableModel::ColumnCount; ++column) {
        if (column != RankTableModel::Host)
            others += columnWidth(column); // 0 when hidden
    }
    const int least = fontMetrics().horizontalAdvance(QStringLiteral("This computer")) + 18;
    setColumnWidth(RankTableModel::Host, std::max(least, viewport()->width() - others));
}

void RankTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitHost();
}

void RankTable::chooseColumns(const QPoint& point)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = RankTableModel::Host; column < RankTableModel::ColumnCount; ++column) {
        if (!concerns(column))
            continue;
        QAction* action =
            menu->addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this,
                [this, column](bool isShown) { showColumnAsChosen(column, isShown); });
    }
    menu->popup(horizontalHeader()->mapToGlobal(point));
}

void RankTable::showColumnAsChosen(int column, bool isShown)
{
    if (isShown)
        m_hidden.remove(column);
    else
        m_hidden.insert(column);
    showColumns();
    fitHost();
    QStringList hidden;
    const QMetaEnum names = QMetaEnum::fromType<RankTableModel::Column>();
    for (int i = 0; i < RankTableModel::ColumnCount; ++i) {
        if (m_hidden.contains(i))
            hidden.append(QLatin1String(names.valueToKey(i)));
    }
    QSettings().setValue(kHiddenColumns, hidden);
}

void RankTable::readHiddenColumns()
{
    const QMetaEnum names = QMetaEnum::fromType<RankTableModel::Column>();
    for (const QString& name : QSettings().value(kHiddenColumns).toStringList()) {
        bool isKnown = false;
        const int column = names.keyToValue(name.toLatin1().constData(), &isKnown);
        if (isKnown && column > RankTableModel::Rank && column < RankTableModel::ColumnCount)
            m_hidden.insert(column);
    }
}

bool RankTable::concerns(int column) const
{
    return column < RankTableModel::GpuLoad || m_hasGpus;
}

void RankTable::showColumns()
{
    for (int column = RankTableModel::Host; column < RankTableModel::ColumnCount; ++column)
        setColumnHidden(column, m_hidden.contains(column) || !concerns(column));
}

void RankTable::setSummary(const RunSummary& summary)
{
    m_model.update(summary);
    m_ordered.follow();
    const bool hasGpus = std::any_of(summary.ranks().begin(), summary.ranks().end(),
                                     [](const auto& entry) { return isOnGpu(entry.second); });
    if (std::exchange(m_hasGpus, hasGpus) != hasGpus) {
        showColumns();
        sizeColumns();
    }
}

QVector<int> RankTable::selectedRanks() const
{
    QVector<int> ranks;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        ranks.append(index.data(RankTableModel::kRankRole).toInt());
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

void RankTable::setFilter(const RankFilter& filter)
{
    m_ordered.setFilter(filter);
}

void RankTable::toggleRank(int rank)
{
    const QVector<int> wanted{rank};
    selectRanks(selectedRanks() == wanted ? QVector<int>() : wanted);
}

void RankTable::selectRanks(const QVector<int>& ranks)
{
    const QSet<int> wanted(ranks.begin(), ranks.end());
    QItemSelection rows;
    for (int row = 0; row < m_ordered.rowCount(); ++row) {
        const QModelIndex index = m_ordered.index(row, 0);
        if (wanted.contains(index.data(RankTableModel::kRankRole).toInt()))
            rows.select(index, index);
    }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (rows.isEmpty())
        return;
    selectionModel()->setCurrentIndex(rows.first().topLeft(), QItemSelectionModel::NoUpdate);
    scrollTo(rows.first().topLeft());
}

void RankTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model.setColors(themeColors(palette()));
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Ranks"));
        m_model.retranslate();
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        sizeColumns();
}

} // namespace lockstep
