// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_walk.h"
#include "app/metrics/moment.h"
#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>

namespace lockstep {

/// The text logs of a run: of which attempt, of which rank or host or of all ranks together, which lines, a
/// search, and the text itself, following its end.
class LogPanel : public QWidget {
    Q_OBJECT
public:
    explicit LogPanel(QWidget* parent = nullptr);
    ~LogPanel() override;

    /// Offers the logs of the run, those of its newest attempt first; keeps the choice where it exists still.
    void setFolder(const RunFolder& folder);
    /// Logs that no run of ours wrote, each of a rank; `name` for one alone.
    void setLogs(const QVector<LogSource>& logs, const QString& name);
    void showRank(int rank);
    /// Its last lines, with the keyboard there.
    void showEnd(int rank);
    /// The same log of another attempt of the run.
    void showAttempt(int attempt);
    /// Whether nothing more is going to be written.
    void setComplete(bool isComplete);
    /// The first line of that time or a later one, in the log of the moment's rank or in those of all ranks
    /// where these are shown.
    void showMoment(const Moment& moment);
    /// A mirrored log has grown.
    void extended(int rank);

signals:
    /// A person wants to see what else happened when a line was written.
    void momentChosen(const lockstep::Moment& moment);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void addShortcuts();
    void retranslate();
    void showChosen();
    void poll();
    void showWanted();
    void say(const QString& text);
    void askForGoal();
    void goTo(const QString& text);
    void chooseMoment();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
