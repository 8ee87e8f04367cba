// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/comparison_model.h"

#include "app/text/inert_text.h"

#include <QFont>

namespace lockstep {

namespace {

QString textOf(const ComparedSetting& setting, int column)
{
    const QString& text = column == ComparisonModel::Setting ? setting.label
                          : column == ComparisonModel::Run   ? setting.there
                                                             : setting.here;
    return text.isEmpty() ? QStringLiteral("–") : inertString(text);
}

} // namespace

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
    return parent.isValid() ? 0 : ColumnCount;
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
    switch (section) {
    case Setting:
        return tr("Setting");
    case Run:
        return tr("This run");
    case Document:
        return tr("The document now");
    default:
        return {};
    }
}

} // namespace lockstep
