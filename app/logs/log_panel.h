// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>

namespace lockstep {

/// The text logs of a run: of which attempt, of which rank or host, a search, and the text itself, following
/// its end.
class LogPanel : public QWidget {
    Q_OBJECT
public:
    explicit LogPanel(QWidget* parent = nullptr);
    ~LogPanel() override;

    /// Offers the logs of the run, those of its newest attempt first; keeps the choice where it exists still.
    void setFolder(const RunFolder& folder);
    void showRank(int rank);
    /// Its last lines, with the keyboard there.
    void showEnd(int rank);
    /// The same log of another attempt of the run.
    void showAttempt(int attempt);
    /// A mirrored log has grown.
    void extended(int rank);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    QString nameOf(int entry) const;
    void fillAttempts(int newest);
    void fillLogs();
    int attempt() const;
    void showChosen();
    void startSearch(bool forward);
    void setNotice(const QString& text);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
