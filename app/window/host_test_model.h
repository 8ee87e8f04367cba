// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/host_tests.h"

#include <QAbstractListModel>

namespace lockstep {

/// The tests of hosts as a list: a line for each host.
class HostTestModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int kKeyRole = Qt::UserRole; ///< of the field to mend; empty: nothing failed

    using QAbstractListModel::QAbstractListModel;
    void setTests(std::vector<HostTests::Test> tests);
    const std::vector<HostTests::Test>& tests() const { return m_tests; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<HostTests::Test> m_tests;
};

} // namespace lockstep
