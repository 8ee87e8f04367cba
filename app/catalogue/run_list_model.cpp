// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list_model.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/theme/phase_color.h"

#include <QLocale>
#include <QSet>
#include <algorithm>

namespace lockstep {

void RunListModel::setRuns(QVector<CatalogueRun> runs)
{
    beginResetModel();
    m_runs = std::move(runs);
    number();
    endResetModel();
}

void RunListModel::number()
{
    m_rows.clear();
    m_rows.reserve(m_runs.size());
    for (int row = 0; row < m_runs.size(); ++row)
        m_rows[m_runs[row].folder()] = row;
}

void RunListModel::update(const QVector<CatalogueRun>& changed, const QStringList& gone)
{
    remove(gone);
    QVector<CatalogueRun> fresh;
    int first = rowCount();
    int last = -1;
    for (const CatalogueRun& run : changed) {
        const auto known = m_rows.constFind(run.folder());
        if (known == m_rows.constEnd()) {
            fresh.append(run);
            continue;
        }
        m_runs[*known] = run;
        first = std::min(first, *known);
        last = std::max(last, *known);
    }
    if (last >= first)
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
    if (fresh.isEmpty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
    for (const CatalogueRun& run : fresh) {
        m_rows[run.folder()] = static_cast<int>(m_runs.size());
        m_runs.append(run);
    }
    endInsertRows();
}

void RunListModel::remove(const QStringList& folders)
{
    QVector<int> rows;
    for (const QString& folder : folders) {
        if (const auto row = m_rows.constFind(folder); row != m_rows.constEnd())
            rows.append(*row);
    }
    std::ranges::sort(rows, std::ranges::greater());
    for (const int row : rows) {
        beginRemoveRows({}, row, row);
        m_runs.removeAt(row);
        endRemoveRows();
    }
    if (!rows.isEmpty())
        number();
}

void RunListModel::setFields(const QStringList& names)
{
    if (names == m_fields)
        return;
    beginResetModel();
    m_fields = names;
    endResetModel();
}

QStringList RunListModel::knownFields() const
{
    QSet<QString> names;
    for (const CatalogueRun& run : m_runs) {
        for (const RunField& field : run.fields.all())
            names.insert(field.name);
    }
    QStringList sorted = names.values();
    sorted.sort();
    return sorted;
}

QStringList RunListModel::unknownRuns() const
{
    QStringList folders;
    for (const CatalogueRun& run : m_runs)
        if (run.entry.unknownSince)
            folders.append(run.folder());
    return folders;
}

void RunListModel::setColors(const ThemeColors& colors)
{
    m_colors = &colors;
    if (!m_runs.isEmpty())
        emit dataChanged(index(0, State), index(rowCount() - 1, State), {Qt::ForegroundRole});
}

void RunListModel::retranslate()
{
    m_texts = FieldTexts();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FixedColumns + static_cast<int>(m_fields.size());
}

QString RunListModel::stateOf(const CatalogueRun& run)
{
    QString state = stateText(run.entry);
    if (const int attempt = run.entry.info.attempt; attempt > 1)
        state = tr("%1, attempt %2").arg(state).arg(attempt);
    return run.fields.find(field::kRehearsal) ? tr("%1, a rehearsal").arg(state) : state;
}

QString RunListModel::text(const CatalogueRun& run, int column)
{
    const RunEntry& entry = run.entry;
    switch (column) {
    case Name:
        return inertString(entry.info.name.isEmpty() ? entry.info.id : entry.info.name);
    case Date:
        return QLocale().toString(entry.info.created.toLocalTime(), QLocale::ShortFormat);
    case State:
        return stateOf(run);
    case Hosts:
        return entry.ranks > 0 ? tr("%1, %2").arg(tr("%Ln host(s)", nullptr, entry.hosts),
                                                  tr("%Ln rank(s)", nullptr, entry.ranks))
                               : QString();
    case Accuracy:
        return entry.accuracy ? accuracyText(*entry.accuracy) : QString();
    case Tags:
        return inertString(run.labels.tags.join(QStringLiteral(", ")));
    default:
        return {};
    }
}

const RunField* RunListModel::fieldAt(const CatalogueRun& run, int column) const
{
    return run.fields.find(m_fields.value(column - FixedColumns));
}

QString RunListModel::fieldText(const CatalogueRun& run, int column) const
{
    const RunField* found = fieldAt(run, column);
    return found ? m_texts.value(*found) : QString();
}

QString RunListModel::toolTip(const CatalogueRun& run)
{
    if (run.entry.unknownSince)
        return tr("Nobody here has watched it since then. Refresh asks its hosts.");
    if (!run.entry.info.reason.empty())
        return sentenceText(run.entry.info.reason);
    if (const RunField* rehearsal = run.fields.find(field::kRehearsal))
        return rehearsal->text == field::kImitated
                   ? tr("All its hosts were this computer, and computing was imitated: its times are those "
                        "of the drawing, its loss and accuracy say nothing.")
                   : tr("All its hosts were this computer.");
    return run.labels.notes.isEmpty() ? run.entry.info.id : run.labels.notes.left(2000);
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_runs.size())
        return {};
    const CatalogueRun& run = m_runs[index.row()];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return column < FixedColumns ? text(run, column) : fieldText(run, column);
    case kFolderRole:
        return run.folder();
    case Qt::TextAlignmentRole: {
        const RunField* field = column < FixedColumns ? nullptr : fieldAt(run, column);
        const bool isNumber = column == Accuracy || (field && field->isNumber());
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    case Qt::ForegroundRole:
        if (column == State && m_colors)
            return run.entry.unknownSince ? m_colors->mutedText : phaseColor(run.entry.phase(), *m_colors);
        return {};
    case Qt::ToolTipRole:
        return inertString(toolTip(run)).toHtmlEscaped();
    default:
        return {};
    }
}

bool RunListModel::isBefore(int column, int a, int b) const
{
    const CatalogueRun& first = m_runs[a];
    const CatalogueRun& second = m_runs[b];
    switch (column) {
    case Date:
        return first.entry.info.created < second.entry.info.created;
    case Hosts:
        return first.entry.ranks < second.entry.ranks;
    case Accuracy:
        return first.entry.accuracy.value_or(-1) < second.entry.accuracy.value_or(-1);
    case Name:
    case State:
    case Tags:
        return QString::localeAwareCompare(text(first, column), text(second, column)) < 0;
    default:
        break;
    }
    const RunField* left = fieldAt(first, column);
    const RunField* right = fieldAt(second, column);
    if (!left || !right)
        return !left && right;
    if (left->isNumber() != right->isNumber())
        return right->isNumber();
    return left->isNumber() ? left->number < right->number : left->text < right->text;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Accuracy ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section >= FixedColumns)
        return m_fields.value(section - FixedColumns);
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
    case Tags:
        return tr("Tags");
    default:
        return m_texts.title(m_fields.value(section - FixedColumns));
    }
}

} // namespace lockstep
