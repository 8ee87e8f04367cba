// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_list_model.h"

#include "app/runs/run_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/theme/phase_color.h"

#include <QDir>
#include <QFile>
#include <QLocale>

namespace lockstep {

namespace {

/// Enough for the records that close an epoch, however many steps came before.
constexpr qint64 kTailBytes = 256 << 10;

/// The last validation accuracy in the end of a journal.
std::optional<double> lastAccuracy(const QString& journal)
{
    QFile file(journal);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(std::max<qint64>(0, file.size() - kTailBytes));
    JournalReader reader;
    std::optional<double> accuracy;
    for (const Record& record : reader.feed(file.read(kTailBytes).toStdString()).records) {
        const auto* evaluated = std::get_if<Evaluated>(&record.event);
        if (evaluated && evaluated->set == "validation")
            accuracy = evaluated->top1;
    }
    return accuracy;
}

/// In the list, a run that has not ended has one colour, whatever it was doing when it was last looked at.
RunPhase colorPhase(RunPhase phase)
{
    return hasEnded(phase) ? phase : RunPhase::Launching;
}

} // namespace

QVector<RunEntry> readRunEntries(const QString& runs)
{
    QVector<RunEntry> entries;
    for (const RunInfo& info : RunFolder::list(runs)) {
        RunEntry entry;
        entry.info = info;
        entry.folder = QDir(runs).absoluteFilePath(info.id);
        if (const Result<RunFolder> folder = RunFolder::open(entry.folder)) {
            const std::vector<Placement> placements = placeRanks(folder->experiment().topology);
            entry.ranks = static_cast<int>(placements.size());
            std::size_t last = folder->experiment().topology.hosts.size();
            for (const Placement& placement : placements) {
                entry.hosts += placement.host != last ? 1 : 0;
                last = placement.host;
            }
            entry.accuracy = lastAccuracy(folder->journalPath(0));
        }
        entries.append(entry);
    }
    return entries;
}

void RunListModel::setEntries(QVector<RunEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
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
        return phaseText(entry.info);
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
            return phaseColor(colorPhase(entry.info.phase), *m_colors);
        return {};
    case Qt::ToolTipRole:
        return inertString(entry.info.reason.empty() ? entry.info.id : sentenceText(entry.info.reason))
            .toHtmlEscaped();
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
