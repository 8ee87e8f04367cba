// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_walk.h"
#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>
#include <optional>

namespace lockstep {

/// The ranks below `count` that a text names: "0-3, 8"; all of them for an empty text. Nothing for a text
/// that is no such list, or names none of them.
std::optional<QVector<int>> ranksNamed(const QString& text, int count);

/// Which logs of a run are shown, and which of their lines: an attempt, one log or those of all ranks or of
/// some, the least level, whether repeats are folded.
class LogChoice : public QWidget {
    Q_OBJECT
public:
    explicit LogChoice(QWidget* parent = nullptr);
    ~LogChoice() override;

    /// Offers the logs of the run, those of its newest attempt first; keeps the choice where it exists still.
    void setFolder(const RunFolder& folder);
    /// Offers these logs alone, each by its rank, or by `name` where there is one alone.
    void setLogs(const QVector<LogSource>& logs, const QString& name);
    void showRank(int rank);
    void showAttempt(int attempt);

    QVector<LogSource> sources() const;
    LogFilter filter() const;

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildFilter();
    void retranslate();
    void fillAttempts(int newest);
    void fillLogs();
    void add(const LogSource& log, const QString& host);
    void offer(const QString& before);
    void choose();
    QString nameOf(int entry) const;
    int attempt() const;

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
