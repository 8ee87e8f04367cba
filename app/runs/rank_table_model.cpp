// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_table_model.h"

#include "app/plots/plot_colors.h"
#include "app/runs/gpu_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/text/plain_text.h"
#include "app/theme/phase_color.h"

#include <QLocale>
#include <QPainter>
#include <QPixmapCache>

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
    QVector<RankSummary> ranks;
    ranks.reserve(static_cast<qsizetype>(summary.ranks().size()));
    for (const auto& entry : summary.ranks())
        ranks.append(entry.second);
    if (ranks.size() != m_ranks.size()) {
        beginResetModel();
        m_ranks = ranks;
        endResetModel();
        return;
    }
    for (qsizetype i = 0; i < ranks.size(); ++i) {
        if (same(ranks[i], m_ranks[i]))
            continue;
        m_ranks[i] = ranks[i];
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
    if (isFaster && !m_ranks.isEmpty())
        emit dataChanged(index(0, SamplesPerSecond), index(rowCount() - 1, SamplesPerSecond));
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
        return rank.epoch < 0 ? QString() : tr("%1 of %2").arg(rank.epoch + 1).arg(m_totalEpochs);
    case Step:
        return rank.step < 0 ? QString() : QLocale().toString(static_cast<qlonglong>(rank.step + 1));
    case State:
        return phaseText(rank.phase);
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

QVariant RankTableModel::sortValue(const RankSummary& rank, int column) const
{
    switch (column) {
    case Rank:
        return rank.rank;
    case Host:
        return rank.host;
    case Device:
        return rank.device;
    case Epoch:
        return rank.epoch;
    case Step:
        return static_cast<qlonglong>(rank.step);
    case State:
        return static_cast<int>(rank.phase);
    case GpuLoad:
        return rank.gpu.busy.value_or(-1);
    case GpuMemory:
        return rank.gpu.usedBytes.value_or(-1);
    case GpuTemperature:
        return rank.gpu.temperatureCelsius.value_or(-1);
    case GpuPower:
        return rank.gpu.powerWatts.value_or(-1);
    default:
        return stepValue(rank, column);
    }
}

QVariant RankTableModel::stepValue(const RankSummary& rank, int column) const
{
    switch (column) {
    case Loss:
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
    default:
        return {};
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
    case kSortRole:
        return sortValue(rank, column);
    case kRankRole:
        return rank.rank;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column >= Epoch ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole:
        if (column == State && m_colors)
            return phaseColor(rank.phase, *m_colors);
        return {};
    case Qt::DecorationRole:
        if (column == State && m_colors)
            return dot(phaseColor(rank.phase, *m_colors));
        // The colour of its curve.
        if (column == Rank && m_colors && m_ranks.size() <= kMaxColoredRanks)
            return rankColor(rank.rank, *m_colors);
        return {};
    case Qt::ToolTipRole:
        if (column >= GpuLoad)
            return wrappedText(gpuToolTip(rank));
        return rank.message.empty() ? QVariant() : inertString(sentenceText(rank.message)).toHtmlEscaped();
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
        return headText(section);
    return role == Qt::ToolTipRole ? wrappedText(headToolTip(section)) : QVariant();
}

QString RankTableModel::headText(int column)
{
    switch (column) {
    case Rank:
        return tr("Rank");
    case Host:
        return tr("Host");
    case Device:
        return tr("Device");
    case State:
        return tr("State");
    case Epoch:
        return tr("Epoch");
    case Step:
        return tr("Step");
    case Loss:
        return tr("Loss");
    case SamplesPerSecond:
        return tr("Samples/s");
    case Top1:
        return tr("Top-1");
    case Top5:
        return tr("Top-5");
    case LearningRate:
        return tr("Learning rate");
    case DataTime:
        return tr("Data wait");
    case ComputeTime:
        return tr("Compute");
    case NetworkTime:
        return tr("Communication");
    case GpuLoad:
        return tr("GPU load");
    case GpuMemory:
        return tr("GPU memory");
    case GpuTemperature:
        return tr("GPU temperature");
    case GpuPower:
        return tr("GPU power");
    default:
        return {};
    }
}

QString RankTableModel::headToolTip(int column)
{
    switch (column) {
    case SamplesPerSecond:
        return tr("This rank's share of the rate of the whole: all ranks make every step together");
    case Loss:
        return tr("Mean loss over this rank's samples in the last step");
    case Top1:
        return tr("Share of this rank's samples in the last step whose likeliest answer was right");
    case Top5:
        return tr(
            "Share of this rank's samples in the last step whose right answer was among the five likeliest");
    case LearningRate:
        return tr("How far the last step followed its gradient");
    case DataTime:
        return tr("How long the last step waited for its batch");
    case ComputeTime:
        return tr("Forward, backward and optimiser in the last step");
    case NetworkTime:
        return tr(
            "How long the last step waited for other ranks, beyond what was hidden behind the backward pass");
    case GpuLoad:
        return tr("Share of the time in which this rank's GPU computes, for whomever");
    case GpuMemory:
        return tr("Memory of this rank's GPU that is in use, by all that runs on it");
    case GpuTemperature:
        return tr("Of the chip; a GPU that is too hot slows itself down");
    case GpuPower:
        return tr("What the card of this rank draws");
    default:
        return tr("A click sorts, a right click chooses columns");
    }
}

} // namespace lockstep
