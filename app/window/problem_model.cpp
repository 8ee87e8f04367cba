// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/problem_model.h"

#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QApplication>

namespace lockstep {

void ProblemModel::setProblems(const Problems& problems)
{
    if (problems == m_problems)
        return;
    beginResetModel();
    m_problems = problems;
    endResetModel();
}

QString ProblemModel::textOf(const Error& error) const
{
    const QString place = m_names ? m_names(error.key) : QString();
    return place.isEmpty() ? errorSentence(error)
                           : tr("%1: %2", "place: problem").arg(place, errorText(error));
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Problem& problem = m_problems[static_cast<std::size_t>(index.row())];
    const bool isError = problem.severity == Severity::Error;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(problem.error);
    case Qt::ToolTipRole:
        return wrappedText(errorMessage(problem.error));
    case Qt::AccessibleTextRole:
        return (isError ? tr("Error: %1") : tr("Warning: %1")).arg(textOf(problem.error));
    case Qt::DecorationRole: {
        const ThemeColors& colors = themeColors(QApplication::palette());
        return tintedIcon(isError ? QStringLiteral("error") : QStringLiteral("warning"),
                          isError ? colors.bad : colors.warning);
    }
    case kKeysRole: {
        QStringList keys{QString::fromStdString(problem.error.key)};
        for (const std::string& key : problem.furtherKeys)
            keys.append(QString::fromStdString(key));
        return keys;
    }
    default:
        return {};
    }
}

} // namespace lockstep
