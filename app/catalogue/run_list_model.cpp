// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list_model.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/theme/phase_color.h"

#include <QLocale>

namespace lockstep {

void RunListModel::setEntries(QVector<RunEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

QStringList RunListModel::unknownRuns() const
{
    QStringList folders;
    for (const RunEntry& entry : m_entries)
        if (entry.unknownSince)
            folders.append(entry.folder);
    return folders;
}

void RunListModel::setColors(const ThemeColors& colors)
{
    m_colors = &colors;
    if (!m_entries.isEmpty())
        emit dataChanged(index(0, State), index(rowCount() - 1, State), {Qt::ForegroundRole});
}

void RunListModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunListModel::text(const RunEntry& entry, int column)
{
    switch (column) {
    case Name:
        return inertString(entry.info.name.isEmpty() ? entry.info.id : entry.info.name);
    case Date:
        return QLocale().toString(entry.info.created.toLocalTime(), QLocale::ShortFormat);
    case State:
        return stateText(entry);
    case Hosts:
        return entry.ranks > 0 ? tr("%1, %2").arg(tr("%n host(s)", nullptr, entry.hosts),
                                                  tr("%n rank(s)", nullptr, entry.ranks))
                               : QString();
    case Accuracy:
        return entry.accuracy ? tr("%1 %").arg(QLocale().toString(*entry.accuracy * 100, 'f', 2)) : QString();
    default:
        return {};
    }
}

QString RunListModel::toolTip(const RunEntry& entry)
{
    if (entry.unknownSince)
        return tr("Nobody here has watched it since then. Refresh asks its hosts.");
    return entry.info.reason.empty() ? entry.info.id : sentenceText(entry.info.reason);
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_entries.size())
        return {};
    const RunEntry& entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case kFolderRole:
        return entry.folder;
    case kSortRole:
        if (index.column() == Date)
            return entry.info.created;
        if (index.column() == Accuracy)
            return entry.accuracy.value_or(-1);
        return index.column() == Hosts ? QVariant(entry.ranks) : QVariant(text(entry, index.column()));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (index.column() == Accuracy ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole:
        if (index.column() == State && m_colors)
            return entry.unknownSince ? m_colors->mutedText : phaseColor(entry.phase(), *m_colors);
        return {};
    case Qt::ToolTipRole:
        return inertString(toolTip(entry)).toHtmlEscaped();
    default:
        return {};
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Accuracy ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Date:
        return tr("Started");
    case State:
        return tr("State");
    case Hosts:
        return tr("Hosts");
    case Accuracy:
        return tr("Accuracy");
    default:
        return {};
    }
}

} // namespace lockstep
