// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_match_model.h"

#include "app/logs/log_stamp.h"
#include "app/text/inert_text.h"

#include <algorithm>

namespace lockstep {

namespace {

/// What is shown of a line, before its match and in all.
constexpr qint64 kBefore = 512;
constexpr qint64 kShown = 1024;
constexpr int kKeptTexts = 500;

} // namespace

LogMatchModel::LogMatchModel(QObject* parent) : QAbstractTableModel(parent), m_texts(kKeptTexts) {}

void LogMatchModel::setMatches(const QVector<LogSource>& sources, const std::vector<LogMatch>& matches)
{
    beginResetModel();
    m_sources = sources;
    m_matches = matches;
    m_texts.clear();
    endResetModel();
}

int LogMatchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matches.size());
}

int LogMatchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 2;
}

QString LogMatchModel::textOf(int row) const
{
    if (const QString* known = m_texts.object(row))
        return *known;
    const LogMatch& found = match(row);
    const qint64 from = std::max<qint64>(0, found.offset - kBefore);
    QByteArray bytes(kShown, Qt::Uninitialized);
    bytes.truncate(readAt(m_sources[found.source].path, from, bytes.data(), bytes.size()));
    const qsizetype at = std::min<qsizetype>(found.offset - from, bytes.size());
    const qsizetype begin = bytes.first(at).lastIndexOf('\n') + 1;
    const qsizetype newline = bytes.indexOf('\n', at);
    const QByteArrayView line =
        QByteArrayView(bytes).sliced(begin, (newline < 0 ? bytes.size() : newline) - begin);
    const auto text = new QString(inertText(withShortStamp(line)));
    m_texts.insert(row, text);
    return *text;
}

QVariant LogMatchModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::DisplayRole && index.column() == Text)
        return textOf(index.row());
    if (role == Qt::DisplayRole && index.column() == Rank) {
        const int rank = m_sources[match(index.row()).source].rank;
        return rank >= 0 ? QVariant(rank) : QVariant();
    }
    if (role == Qt::TextAlignmentRole && index.column() == Rank)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant LogMatchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Rank ? tr("Rank") : tr("Line");
}

} // namespace lockstep
