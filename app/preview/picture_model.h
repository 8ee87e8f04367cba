// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewed_data.h"

#include <QAbstractListModel>
#include <vector>

namespace lockstep {

/// The sample pictures of one part of the data, class by class.
class PictureModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// QImage of the sample; null when it is damaged.
    static constexpr int kImageRole = Qt::UserRole;

    using QAbstractListModel::QAbstractListModel;

    void setPictures(const PreviewedData& data, DataPart part);
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Entry {
        PreviewPicture picture;
        QImage image;
        QString className;
    };
    QString describe(const Entry& entry) const;

    std::vector<Entry> m_entries;
};

} // namespace lockstep
