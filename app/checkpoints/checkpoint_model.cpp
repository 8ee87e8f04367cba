// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_model.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/moment_text.h"
#include "app/text/number_text.h"

#include <QLocale>

namespace lockstep {

namespace {

bool isNumber(int column)
{
    return column <= CheckpointModel::Size;
}

/// What is not known goes below all that is.
double orLowest(const std::optional<double>& value)
{
    return value.value_or(-1);
}

} // namespace

bool CheckpointModel::update(const QVector<CheckpointEntry>& entries, const QString& host)
{
    const QString shown = inertString(host);
    if (entries == m_entries && shown == m_host)
        return false;
    beginResetModel();
    m_entries = entries;
    m_host = shown;
    endResetModel();
    return true;
}

int CheckpointModel::rowOf(const QString& path) const
{
    for (qsizetype row = 0; row < m_entries.size(); ++row)
        if (m_entries[row].path == path)
            return static_cast<int>(row);
    return -1;
}

void CheckpointModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CheckpointModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int CheckpointModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CheckpointModel::placeText(const CheckpointEntry& entry) const
{
    if (entry.isOnHost && entry.isHere)
        return tr("%1, copy here").arg(m_host);
    return entry.isOnHost ? m_host : tr("Copy here");
}

QString CheckpointModel::verdictText(const CheckpointEntry& entry) const
{
    const auto verdict = entry.verdict();
    if (!verdict)
        return tr("Not checked");
    return verdict->damage.empty() ? tr("Whole, %1").arg(momentText(verdict->when)) : tr("Damaged");
}

QString CheckpointModel::text(const CheckpointEntry& entry, int column) const
{
    const KeptCheckpoint& saved = entry.saved;
    switch (column) {
    case Step:
        return QLocale().toString(static_cast<qlonglong>(saved.step));
    case Epoch:
        return QLocale().toString(saved.epoch + 1);
    case Attempt:
        return QLocale().toString(saved.attempt);
    case Loss:
        return saved.loss ? lossText(*saved.loss) : QString();
    case Top1:
        return saved.top1 ? accuracyText(*saved.top1) : QString();
    case Size:
        return sizeText(saved.bytes);
    case Best:
        return saved.best ? QStringLiteral("★ ") + tr("best") : QString();
    case Place:
        return placeText(entry);
    case Verified:
        return verdictText(entry);
    default:
        return {};
    }
}

QVariant CheckpointModel::sortKey(const CheckpointEntry& entry, int column) const
{
    const KeptCheckpoint& saved = entry.saved;
    switch (column) {
    case Step:
        return static_cast<qlonglong>(saved.step);
    case Epoch:
        return saved.epoch;
    case Attempt:
        return saved.attempt;
    case Loss:
        return orLowest(saved.loss);
    case Top1:
        return orLowest(saved.top1);
    case Size:
        return static_cast<qlonglong>(saved.bytes);
    case Best:
        return saved.best;
    case Verified: {
        const auto verdict = entry.verdict();
        return verdict ? verdict->when : QDateTime();
    }
    default:
        return text(entry, column);
    }
}

QString CheckpointModel::toolTip(const CheckpointEntry& entry, int column) const
{
    const auto verdict = entry.verdict();
    if (column == Verified && verdict && !verdict->damage.empty())
        return inertString(sentenceText(verdict->damage)).toHtmlEscaped();
    return inertString(entry.path).toHtmlEscaped();
}

QVariant CheckpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_entries.size())
        return {};
    const CheckpointEntry& entry = m_entries[index.row()];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, column);
    case kSortRole:
        return sortKey(entry, column);
    case Qt::ToolTipRole:
        return toolTip(entry, column);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && (section == Loss || section == Top1))
        return tr("Of the validation of these weights, where there was one");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Step:
        return tr("Step");
    case Epoch:
        return tr("Epoch");
    case Attempt:
        return tr("Attempt");
    case Loss:
        return tr("Loss");
    case Top1:
        return tr("Top-1");
    case Size:
        return tr("Size");
    case Best:
        return tr("Mark");
    case Place:
        return tr("Place");
    case Verified:
        return tr("Check");
    default:
        return {};
    }
}

} // namespace lockstep
