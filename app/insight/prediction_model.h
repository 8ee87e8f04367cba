// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/evaluated_data.h"

#include <QAbstractListModel>
#include <vector>

namespace lockstep {

/// Samples with what the network says of them.
class PredictionModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// QImage of the sample; null: it is damaged.
    static constexpr int kImageRole = Qt::UserRole;
    /// "cat, 93.1 %": what it is taken for.
    static constexpr int kPredictedRole = Qt::UserRole + 1;
    static constexpr int kCorrectRole = Qt::UserRole + 2;

    using QAbstractListModel::QAbstractListModel;

    void setPredictions(std::vector<ShownPrediction> predictions, const Confusion& confusion);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QString describe(const ShownPrediction& shown) const;
    QString className(int label) const;

    std::vector<ShownPrediction> m_predictions;
    Confusion m_classes; ///< for their names
};

} // namespace lockstep
