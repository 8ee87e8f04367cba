// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/host_tests.h"

#include <QAbstractListModel>

namespace lockstep {

/// The tests of hosts as a list: a line for each host, where several failed alike one for all of them, then
/// one for each two between which the network was measured.
class HostTestModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int kKeyRole = Qt::UserRole; ///< of the field to mend; empty: nothing failed

    using QAbstractListModel::QAbstractListModel;
    struct PairLine {
        QString name;
        PairCheck check;
        QString key; ///< of the field that says what was expected
        bool operator==(const PairLine&) const = default;
    };
    void setTests(std::vector<HostTests::Test> tests, std::vector<PairLine> pairs = {});
    const std::vector<HostTests::Test>& tests() const { return m_tests; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    /// Of tests, by index: what one line tells of.
    using Row = std::vector<std::size_t>;
    std::vector<Row> gathered(const std::vector<HostTests::Test>& tests) const;
    QString rowText(const Row& row) const;
    QVariant pairData(const PairLine& pair, int role) const;

    std::vector<HostTests::Test> m_tests;
    std::vector<Row> m_rows;
    std::vector<PairLine> m_pairs;
};

/// Something is wrong between the two; that a host was too busy to tell is no verdict.
bool isBad(const PairCheck& check);

/// The lines of the pairs of a drawing.
std::vector<HostTestModel::PairLine> pairLines(const Topology& topology, const PairChecks& pairs);

} // namespace lockstep
