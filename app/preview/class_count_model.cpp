// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/class_count_model.h"

#include "app/preview/preview_texts.h"
#include "app/text/number_text.h"

#include <algorithm>

namespace lockstep {

void ClassCountModel::setPreview(const DataPreview& preview)
{
    beginResetModel();
    m_preview = preview;
    m_largest.clear();
    for (PreviewPart& part : m_preview.parts) {
        part.pictures.clear();
        m_largest.push_back(part.counts.empty() ? 0 : *std::ranges::max_element(part.counts));
    }
    endResetModel();
}

int ClassCountModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_preview.parts.empty() ? 0 : m_preview.classes;
}

int ClassCountModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_preview.parts.size());
}

QVariant ClassCountModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int label = index.row();
    if (role == kLabelRole)
        return label;
    if (index.column() == 0) {
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
            return classText(m_preview, label);
        return role == kSortRole ? QVariant(label) : QVariant();
    }
    const auto column = static_cast<std::size_t>(index.column() - 1);
    const int count = m_preview.parts[column].counts[static_cast<std::size_t>(label)];
    switch (role) {
    case Qt::DisplayRole:
        return countText(count);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kSortRole:
        return count;
    case kShareRole:
        return m_largest[column] > 0 ? static_cast<double>(count) / m_largest[column] : 0.0;
    default:
        return {};
    }
}

QVariant ClassCountModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Class") : partText(m_preview.parts[static_cast<std::size_t>(section - 1)].part);
}

} // namespace lockstep
