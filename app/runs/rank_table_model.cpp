// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_table_model.h"

#include "app/plots/plot_colors.h"
#include "app/runs/gpu_texts.h"
#include "app/runs/host_texts.h"
#include "app/runs/rank_column_texts.h"
#include "app/summary/rank_phase.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/text/plain_text.h"
#include "app/theme/phase_color.h"

#include <QLocale>
#include <QPainter>
#include <QPixmapCache>
#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

/// A loss that is not a number equals itself here: nothing has changed.
bool same(const RankSummary& one, const RankSummary& other)
{
    if (!std::isnan(one.loss) || !std::isnan(other.loss))
        return one == other;
    RankSummary copy = one;
    copy.loss = 0;
    RankSummary otherCopy = other;
    otherCopy.loss = 0;
    return copy == otherCopy;
}

QPixmap dot(const QColor& color)
{
    constexpr int kSize = 20;
    const QString key = QStringLiteral("rank-state-") + color.name();
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(kSize, kSize);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(2, 2, kSize - 4, kSize - 4));
    painter.end();
    pixmap.setDevicePixelRatio(2);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

void RankTableModel::update(const RunSummary& summary)
{
    m_totalEpochs = summary.totalEpochs();
    const bool isFaster = std::exchange(m_stepsPerSecond, summary.stepsPerSecond()) != m_stepsPerSecond;
    if (static_cast<qsizetype>(summary.ranks().size()) != m_ranks.size()) {
        beginResetModel();
        m_ranks.clear();
        m_ranks.reserve(static_cast<qsizetype>(summary.ranks().size()));
        for (const auto& entry : summary.ranks())
            m_ranks.append(entry.second);
        endResetModel();
        return;
    }
    // What views and proxies do for each announcement costs more than what stands in the rows.
    int first = rowCount();
    int last = -1;
    int row = 0;
    for (const auto& entry : summary.ranks()) {
        RankSummary& shown = m_ranks[row];
        if (!same(entry.second, shown)) {
            shown = entry.second;
            first = std::min(first, row);
            last = row;
        }
        ++row;
    }
    if (last >= 0)
        emit dataChanged(index(first, 0), index(last, ColumnCount - 1));
    if (isFaster && !m_ranks.isEmpty())
        emit dataChanged(index(0, SamplesPerSecond), index(rowCount() - 1, SamplesPerSecond));
}

void RankTableModel::setHosts(const QVector<HostStatus>& hosts)
{
    QMap<int, HostStatus> away;
    for (const HostStatus& status : hosts)
        if (status.state == RunPhase::Reconnecting)
            away.insert(status.host, status);
    if (away.isEmpty() && m_away.isEmpty())
        return;
    m_away = std::move(away);
    if (!m_ranks.isEmpty())
        emit dataChanged(index(0, State), index(rowCount() - 1, State));
}

RunPhase RankTableModel::phase(const RankSummary& rank) const
{
    return knownPhase(rank, m_away.contains(rank.hostIndex));
}

/// As a tool tip shows it.
QString RankTableModel::toolTip(const RankSummary& rank, int column) const
{
    if (column >= GpuLoad)
        return wrappedText(gpuToolTip(rank));
    if (phase(rank) == RunPhase::Reconnecting)
        return wrappedText(outOfReachText(m_away[rank.hostIndex]));
    return inertString(sentenceText(rank.message)).toHtmlEscaped();
}

double RankTableModel::samplesPerSecond(const RankSummary& rank) const
{
    return static_cast<double>(rank.samples) * m_stepsPerSecond;
}

void RankTableModel::setColors(const ThemeColors& colors)
{
    m_colors = &colors;
    if (!m_ranks.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1),
                         {Qt::ForegroundRole, Qt::DecorationRole});
}

void RankTableModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RankTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ranks.size());
}

int RankTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RankTableModel::text(const RankSummary& rank, int column) const
{
    switch (column) {
    case Rank:
        return QString::number(rank.rank);
    case Host:
        return inertString(rank.host);
    case Device:
        return rank.device;
    case Epoch:
        return rank.epoch < 0 ? QString()
                              : tr("%1 of %2").arg(countText(rank.epoch + 1), countText(m_totalEpochs));
    case Step:
        return rank.step < 0 ? QString() : QLocale().toString(static_cast<qlonglong>(rank.step + 1));
    case State:
        return phaseText(phase(rank));
    case Memory:
        return rank.memoryBytes > 0 ? sizeText(rank.memoryBytes) : QString();
    case GpuLoad:
        return gpuLoadText(rank);
    case GpuMemory:
        return gpuMemoryText(rank);
    case GpuTemperature:
        return gpuTemperatureText(rank);
    case GpuPower:
        return gpuPowerText(rank);
    default:
        return rank.step < 0 ? QString() : stepText(rank, column);
    }
}

/// What the last step amounted to.
QString RankTableModel::stepText(const RankSummary& rank, int column) const
{
    switch (column) {
    case Loss:
        return lossText(rank.loss);
    case SamplesPerSecond:
        return rateText(samplesPerSecond(rank));
    case Top1:
        return percentText(rank.top1);
    case Top5:
        return percentText(rank.top5);
    case LearningRate:
        return QLocale().toString(rank.learningRate, 'g', 4);
    case DataTime:
        return stepTimeText(rank.dataSeconds);
    case ComputeTime:
        return stepTimeText(rank.computeSeconds);
    case NetworkTime:
        return stepTimeText(rank.networkSeconds);
    default:
        return {};
    }
}

/// Of a curve: its last value.
QString RankTableModel::spoken(const RankSummary& rank, int column) const
{
    if (column == LossCurve)
        return text(rank, Loss);
    if (column == StepTimeCurve)
        return rank.step < 0 ? QString() : stepTimeText(ownNumber(rank, StepTimeCurve));
    return text(rank, column);
}

bool RankTableModel::isBefore(int left, int right, int column) const
{
    const RankSummary& one = m_ranks[left];
    const RankSummary& other = m_ranks[right];
    switch (column) {
    case Host:
        return one.host < other.host;
    case Device:
        return one.device < other.device;
    default:
        return number(one, column) < number(other, column);
    }
}

/// What is not a number stands behind all numbers.
double RankTableModel::number(const RankSummary& rank, int column) const
{
    const double value = column >= GpuLoad ? gpuNumber(rank, column) : ownNumber(rank, column);
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

double RankTableModel::ownNumber(const RankSummary& rank, int column) const
{
    switch (column) {
    case Rank:
        return rank.rank;
    case State:
        return static_cast<int>(phase(rank));
    case Epoch:
        return rank.epoch;
    case Step:
        return static_cast<double>(rank.step);
    case Loss:
    case LossCurve:
        return rank.loss;
    case SamplesPerSecond:
        return samplesPerSecond(rank);
    case Top1:
        return rank.top1;
    case Top5:
        return rank.top5;
    case LearningRate:
        return rank.learningRate;
    case DataTime:
        return rank.dataSeconds;
    case ComputeTime:
        return rank.computeSeconds;
    case NetworkTime:
        return rank.networkSeconds;
    case StepTimeCurve:
        return rank.dataSeconds + rank.computeSeconds + rank.networkSeconds;
    case Memory:
        return static_cast<double>(rank.memoryBytes);
    default:
        return 0;
    }
}

double RankTableModel::gpuNumber(const RankSummary& rank, int column)
{
    switch (column) {
    case GpuLoad:
        return rank.gpu.busy.value_or(-1);
    case GpuMemory:
        return rank.gpu.usedBytes.value_or(-1);
    case GpuTemperature:
        return rank.gpu.temperatureCelsius.value_or(-1);
    default:
        return rank.gpu.powerWatts.value_or(-1);
    }
}

QVariant RankTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_ranks.size())
        return {};
    const RankSummary& rank = m_ranks[index.row()];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(rank, column);
    case Qt::AccessibleTextRole:
        return spoken(rank, column);
    case kRankRole:
        return rank.rank;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column >= Epoch ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole:
        if (column == State && m_colors)
            return phaseColor(phase(rank), *m_colors);
        return {};
    case Qt::DecorationRole:
        if (column == State && m_colors)
            return dot(phaseColor(phase(rank), *m_colors));
        // The colour of its curve.
        if (column == Rank && m_colors && m_ranks.size() <= kMaxColoredRanks)
            return rankColor(rank.rank, *m_colors);
        return {};
    case Qt::ToolTipRole:
        return toolTip(rank, column);
    default:
        return {};
    }
}

QVariant RankTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section >= Epoch ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DisplayRole)
        return rankColumnHead(static_cast<Column>(section));
    return role == Qt::ToolTipRole ? wrappedText(rankColumnToolTip(static_cast<Column>(section)))
                                   : QVariant();
}

} // namespace lockstep
