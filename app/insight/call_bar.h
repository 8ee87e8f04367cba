// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep {

class EngineCall;
struct Error;

/// How far a call of the engine is, with a way to stop it, and why it failed. Takes no room while there is
/// nothing to say.
class CallBar : public QWidget {
    Q_OBJECT
public:
    /// `busy`: what the call is doing, for people. The call outlives it.
    CallBar(EngineCall& call, QString busy, QWidget* parent = nullptr);

    void showError(const Error& error);

private:
    void showBusy();
    void showProgress(qint64 samples, qint64 of);
    void say(const QString& text, bool isError);

    QString m_busy;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QElapsedTimer m_since;
};

} // namespace lockstep
