// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_test_model.h"

#include "app/runs/preflight_texts.h"
#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <algorithm>
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

void HostTestModel::setTests(std::vector<HostTests::Test> tests)
{
    const bool isSameList = std::equal(tests.begin(), tests.end(), m_tests.begin(), m_tests.end(),
                                       [](const HostTests::Test& one, const HostTests::Test& other) {
                                           return one.machine.id == other.machine.id;
                                       });
    if (!isSameList)
        beginResetModel();
    m_tests = std::move(tests);
    if (!isSameList)
        endResetModel();
    else if (!m_tests.empty())
        emit dataChanged(index(0), index(rowCount() - 1)); // the chosen line stays chosen
}

int HostTestModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tests.size());
}

QVariant HostTestModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const HostTests::Test& test = m_tests[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return tr("%1: %2", "host: what came of its test").arg(nameOf(test), testText(test.checks));
    case Qt::ToolTipRole:
        return wrappedText(detailOf(test));
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

} // namespace lockstep
