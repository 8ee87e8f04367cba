// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QElapsedTimer>
#include <QString>
#include <QWidget>
#include <optional>

class QEvent;
class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep {

class AnswerSource;

/// How far a call of the engine is, with a way to stop it, and why it failed. Takes no room while there is
/// nothing to say.
class CallBar : public QWidget {
    Q_OBJECT
public:
    explicit CallBar(QWidget* parent = nullptr);

    /// Says how far its answers are from now on. The source outlives the bar.
    void follow(AnswerSource& source);

    /// What the call is doing, for people.
    void setBusyText(const QString& busy);
    void showError(const Error& error);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class State { Nothing, Busy, Failed, Stopped };
    void setState(State state);
    void showProgress(qint64 samples, qint64 of);
    QString text() const;
    QString progressText() const;
    void say();

    State m_state = State::Nothing;
    QString m_busy;
    std::optional<Error> m_error; ///< of Failed
    qint64 m_samples = 0;
    qint64 m_of = 0; ///< 0: nothing was said of samples
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QElapsedTimer m_since;
};

} // namespace lockstep
