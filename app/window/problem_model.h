// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"

#include <QAbstractListModel>
#include <functional>
#include <string>

namespace lockstep {

/// Problems as a list: what each says, and where.
class ProblemModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int kKeysRole = Qt::UserRole; ///< QStringList: of all places that it is about

    using QAbstractListModel::QAbstractListModel;
    /// How the place of a key is called; empty: the text says it itself.
    void setPlaceNames(std::function<QString(const std::string& key)> names) { m_names = std::move(names); }
    void setProblems(const Problems& problems);
    const Problems& problems() const { return m_problems; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    /// "Model: found ..."
    QString textOf(const Error& error) const;

private:
    std::function<QString(const std::string&)> m_names;
    Problems m_problems;
};

} // namespace lockstep
