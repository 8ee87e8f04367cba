// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/comparison_model.h"

#include "app/text/inert_text.h"

#include <QFont>

namespace lockstep {

namespace {

QString textOf(const ComparedSetting& setting, int column)
{
    const QString text =
        column == ComparisonModel::kSettingColumn ? setting.label : setting.values.value(column - 1);
    return text.isEmpty() ? QStringLiteral("–") : inertString(text);
}

} // namespace

void ComparisonModel::setTitles(const QStringList& titles)
{
    if (titles.size() == m_titles.size()) {
        m_titles = titles;
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_titles = titles;
    m_settings.clear();
    endResetModel();
}

void ComparisonModel::setSettings(QVector<ComparedSetting> settings)
{
    if (settings == m_settings)
        return;
    beginResetModel();
    m_settings = std::move(settings);
    endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_settings.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size()) + 1;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_settings.size())
        return {};
    const ComparedSetting& setting = m_settings[index.row()];
    if (role == Qt::DisplayRole)
        return textOf(setting, index.column());
    if (role == Qt::ToolTipRole)
        return textOf(setting, index.column()).toHtmlEscaped();
    if (role == Qt::FontRole && setting.differs()) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return {};
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole)
        return {};
    return section == kSettingColumn ? tr("Setting") : inertString(m_titles.value(section - 1));
}

} // namespace lockstep
