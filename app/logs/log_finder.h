// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_search.h"

#include <QWidget>
#include <memory>

namespace lockstep {

class LogView;

/// Looks for a text or a regular expression in the logs that a view shows: marks what fits, goes from match
/// to match, and lists all of them with their number.
class LogFinder : public QWidget {
    Q_OBJECT
public:
    explicit LogFinder(LogView& view, QWidget* parent = nullptr);
    ~LogFinder() override;

    /// The view shows other logs, or others of their lines.
    void setLogs(LogLevel least);
    /// The keyboard goes to the text.
    void begin();
    /// The list of what was found, to be put below the view; hidden until it is asked for.
    QWidget* list() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildList();
    void retranslate();
    void search();
    void show(bool forward);
    void showMatch(std::size_t number);
    void showFound();
    void updateNotice();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
