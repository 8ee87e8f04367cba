// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_test_model.h"

#include "app/runs/pair_texts.h"
#include "app/runs/preflight_texts.h"
#include "app/text/error_text.h"
#include "app/text/list_text.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

QString nameOf(const HostTests::Test& test)
{
    return QString::fromStdString(test.machine.name.empty() ? test.machine.id : test.machine.name);
}

/// A mark of its own shape for what went well, what did not, and what is not known yet.
QIcon iconOf(const HostChecks& checks)
{
    const ThemeColors& colors = themeColors(QApplication::palette());
    if (failureOf(checks) != nullptr)
        return tintedIcon(QStringLiteral("error"), colors.bad);
    if (havePassed(checks))
        return tintedIcon(QStringLiteral("passed"), colors.good);
    return tintedIcon(QStringLiteral("waiting"), areOver(checks) ? colors.mutedText : colors.accent);
}

QIcon iconOf(const PairCheck& check)
{
    const ThemeColors& colors = themeColors(QApplication::palette());
    if (isBad(check))
        return tintedIcon(QStringLiteral("error"), colors.bad);
    if (check.state == CheckState::Passed && check.verdict != PairVerdict::Faster)
        return tintedIcon(QStringLiteral("passed"), colors.good);
    if (check.state == CheckState::Passed || check.state == CheckState::Failed)
        return tintedIcon(QStringLiteral("warning"), colors.warning);
    return tintedIcon(QStringLiteral("waiting"),
                      check.state == CheckState::Skipped ? colors.mutedText : colors.accent);
}

/// A line for each check: what was looked at, what was found, and of a failure what was expected.
QString detailOf(const HostTests::Test& test)
{
    QStringList lines = {testSentence(test)};
    for (const HostCheck& check : test.checks) {
        if (!check.found.empty())
            lines << HostTestModel::tr("%1 (%2): %3", "check, what it looks at, what it found")
                         .arg(checkName(check.what), QString::fromStdString(check.where),
                              sentenceText(check.found));
        if (check.state == CheckState::Failed)
            lines << HostTestModel::tr("Expected: %1.").arg(sentenceText(check.expected));
    }
    return lines.join(u'\n');
}

} // namespace

bool isBad(const PairCheck& check)
{
    return check.state == CheckState::Failed && check.verdict != PairVerdict::HostLimited;
}

/// While some are still being tested each has a line of its own: lines that join would move under the hand.
std::vector<HostTestModel::Row> HostTestModel::gathered(const std::vector<HostTests::Test>& tests) const
{
    const bool areAllOver =
        std::ranges::all_of(tests, [](const HostTests::Test& test) { return areOver(test.checks); });
    std::vector<Row> rows;
    std::map<QString, std::size_t> failures;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (areAllOver && failureOf(tests[i].checks)) {
            const auto [known, isNew] = failures.emplace(sharedFailureText(tests[i].checks), rows.size());
            if (!isNew) {
                rows[known->second].push_back(i);
                continue;
            }
        }
        rows.push_back({i});
    }
    return rows;
}

void HostTestModel::setTests(std::vector<HostTests::Test> tests, std::vector<PairLine> pairs)
{
    std::vector<Row> rows = gathered(tests);
    const bool isSameList = pairs.size() == m_pairs.size() && rows == m_rows &&
                            std::equal(tests.begin(), tests.end(), m_tests.begin(), m_tests.end(),
                                       [](const HostTests::Test& one, const HostTests::Test& other) {
                                           return one.machine.id == other.machine.id;
                                       });
    if (!isSameList)
        beginResetModel();
    m_tests = std::move(tests);
    m_rows = std::move(rows);
    m_pairs = std::move(pairs);
    if (!isSameList)
        endResetModel();
    else if (!m_tests.empty())
        emit dataChanged(index(0), index(rowCount() - 1)); // the chosen line stays chosen
}

int HostTestModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size() + m_pairs.size());
}

QString HostTestModel::rowText(const Row& row) const
{
    QStringList names;
    for (const std::size_t test : row)
        names << nameOf(m_tests[test]);
    const HostChecks& checks = m_tests[row.front()].checks;
    return tr("%1: %2", "host: what came of its test")
        .arg(listText(names), row.size() > 1 ? sharedFailureText(checks) : testText(checks));
}

QVariant HostTestModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto number = static_cast<std::size_t>(index.row());
    if (number >= m_rows.size())
        return pairData(m_pairs[number - m_rows.size()], role);
    const Row& row = m_rows[number];
    const HostTests::Test& test = m_tests[row.front()];
    switch (role) {
    case Qt::DisplayRole:
        return rowText(row);
    case Qt::ToolTipRole: {
        QStringList details;
        for (const std::size_t each : row)
            details << (row.size() > 1 ? nameOf(m_tests[each]) + u'\n' : QString()) + detailOf(m_tests[each]);
        return wrappedText(details.join(QStringLiteral("\n\n")));
    }
    case Qt::DecorationRole:
        return iconOf(test.checks);
    case kKeyRole: {
        const HostCheck* failed = failureOf(test.checks);
        return failed ? QString::fromStdString(failed->key) : QString();
    }
    default:
        return {};
    }
}

QVariant HostTestModel::pairData(const PairLine& pair, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return tr("%1: %2", "host: what came of its test").arg(pair.name, pairText(pair.check));
    case Qt::ToolTipRole:
        return wrappedText(pairDetail(pair.check));
    case Qt::DecorationRole:
        return iconOf(pair.check);
    case kKeyRole:
        return pair.check.state == CheckState::Failed || pair.check.verdict == PairVerdict::Faster
                   ? pair.key
                   : QString();
    default:
        return {};
    }
}

std::vector<HostTestModel::PairLine> pairLines(const Topology& topology, const PairChecks& pairs)
{
    std::vector<HostTestModel::PairLine> lines;
    for (const PairCheck& check : pairs) {
        const auto link = narrowestLink(topology, check.pair);
        const bool isOfLink = link && check.verdict != PairVerdict::Unreachable;
        lines.push_back({pairName(topology, check.pair), check,
                         isOfLink ? QStringLiteral("topology.links.%1.bandwidth_mbps").arg(*link)
                                  : QStringLiteral("topology.hosts.%1.interface").arg(check.pair.first)});
    }
    return lines;
}

} // namespace lockstep
