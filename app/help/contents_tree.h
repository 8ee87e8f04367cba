// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/manual.h"

#include <QTreeWidget>

namespace lockstep {

/// The pages of the manual with their sections; while something is searched, how often each page says it.
class ContentsTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit ContentsTree(QWidget* parent = nullptr);

    void setPages(const QVector<ManualPage>& pages);
    /// Marks the page that is shown and unfolds its sections; chooses nothing.
    void setShown(Topic topic);
    /// Counts in every page; empty: nothing is searched.
    void setSearched(const QString& text);
    /// The next page in order, beginning again at the first, that says what is searched; `from` comes last.
    /// Nothing: no page does.
    std::optional<Topic> nextMatch(Topic from) const;

signals:
    /// `section` as ManualPage counts them; -1: the page from its beginning.
    void chosen(lockstep::Topic topic, int section);

private:
    void choose(QTreeWidgetItem& item);

    QVector<ManualPage> m_pages;  ///< in the order of the top level items
    QVector<qsizetype> m_matches; ///< in each of them
};

} // namespace lockstep
