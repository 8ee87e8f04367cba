// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_search.h"

#include <QAbstractTableModel>
#include <QCache>

namespace lockstep {

/// What a search has found, a line a row; the text of a line is read when it is shown.
class LogMatchModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rank, Text };

    explicit LogMatchModel(QObject* parent = nullptr);

    /// Of these logs; the ranks are named where they are several.
    void setMatches(const QVector<LogSource>& sources, const std::vector<LogMatch>& matches);
    const LogMatch& match(int row) const { return m_matches[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(int row) const;

    QVector<LogSource> m_sources;
    std::vector<LogMatch> m_matches;
    mutable QCache<int, QString> m_texts;
};

} // namespace lockstep
