// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_model.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QLocale>
#include <algorithm>

namespace lockstep {

void CheckpointModel::update(const QVector<CheckpointSaved>& checkpoints)
{
    QVector<CheckpointSaved> newest(checkpoints.rbegin(), checkpoints.rend());
    if (newest == m_checkpoints)
        return;
    beginResetModel();
    m_checkpoints = std::move(newest);
    endResetModel();
}

void CheckpointModel::setCopy(const QString& path, Copy copy, int percent)
{
    m_copies[path] = {copy, percent};
    for (qsizetype i = 0; i < m_checkpoints.size(); ++i) {
        if (QString::fromStdString(m_checkpoints[i].path) == path)
            emit dataChanged(index(static_cast<int>(i), Place), index(static_cast<int>(i), Place));
    }
}

void CheckpointModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CheckpointModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_checkpoints.size());
}

int CheckpointModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CheckpointModel::placeText(const QString& path) const
{
    const CopyState state = m_copies.value(path);
    switch (state.copy) {
    case Copy::None:
        return tr("On its host");
    case Copy::Fetching:
        return tr("Fetching… %1 %").arg(state.percent);
    case Copy::Here:
        return tr("On this computer");
    case Copy::Failed:
        return tr("Could not be fetched");
    }
    return {};
}

QVariant CheckpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_checkpoints.size())
        return {};
    const CheckpointSaved& saved = m_checkpoints[index.row()];
    const QString path = QString::fromStdString(saved.path);
    if (role == kPathRole)
        return path;
    if (role == Qt::ToolTipRole)
        return inertString(path).toHtmlEscaped();
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() <= Size ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Step:
        return QLocale().toString(static_cast<qlonglong>(saved.step));
    case Epoch:
        return QLocale().toString(saved.epoch + 1);
    case Size:
        return sizeText(saved.bytes);
    case Best:
        return saved.best ? QStringLiteral("★ ") + tr("best") : QString();
    case Place:
        return placeText(path);
    default:
        return {};
    }
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section <= Size ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Step:
        return tr("Step");
    case Epoch:
        return tr("Epoch");
    case Size:
        return tr("Size");
    case Best:
        return tr("Mark");
    case Place:
        return tr("Copy");
    default:
        return {};
    }
}

} // namespace lockstep
