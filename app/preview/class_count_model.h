// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewed_data.h"

#include <QAbstractTableModel>

namespace lockstep {

/// How many samples of each class the parts of the data have: a row for each class, and a column for each
/// part.
class ClassCountModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// To sort by: the count, or the number of the class.
    static constexpr int kSortRole = Qt::UserRole;
    /// Of a count: its share of the largest in the column, 0 ... 1.
    static constexpr int kShareRole = Qt::UserRole + 1;
    static constexpr int kLabelRole = Qt::UserRole + 2; ///< number of the class

    using QAbstractTableModel::QAbstractTableModel;

    void setPreview(const DataPreview& preview);
    const DataPreview& preview() const { return m_preview; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    DataPreview m_preview;
    std::vector<int> m_largest; ///< of each part
};

} // namespace lockstep
