// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/rank_filter.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace lockstep {

/// The line above the table of ranks that says which of them are wanted: by words, state and host.
class RankFilterBar : public QWidget {
    Q_OBJECT
public:
    explicit RankFilterBar(QWidget* parent = nullptr);

    /// The hosts to choose from; the choice is kept where its host is still there.
    void setRanks(const RunSummary& summary);
    /// How many of all ranks the filter lets through.
    void setCount(int shown, int all);
    /// The keyboard goes to the words.
    void begin();

    RankFilter filter() const;

signals:
    void filterChanged();
    /// A person is done with it; all ranks are let through again.
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();
    void nameStates();
    void giveUp();

    QLineEdit* m_words;
    QComboBox* m_states;
    QComboBox* m_hosts; ///< data: an index into Topology::hosts; of the first entry: none
    QLabel* m_count;
    QToolButton* m_close;
    int m_shown = 0, m_all = 0;
};

} // namespace lockstep
