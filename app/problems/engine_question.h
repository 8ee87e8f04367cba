// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

namespace lockstep {

/// How a run of lockstep-engine that was to answer a question has ended.
struct EngineAnswer {
    bool isOk = false; ///< it ended by itself, with exit code 0
    QByteArray output{};
    QString refusal{}; ///< the sentence that it ended with instead, without its name; empty: it said none
    QString failure{}; ///< why there is no answer, in the words of Qt; counts when there is no refusal
};

/// Asks lockstep-engine quick questions, one at a time, without making anyone wait; an engine that does not
/// answer within ten seconds is killed. Lives on the GUI thread.
class EngineQuestion : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit EngineQuestion(QString engine, QObject* parent = nullptr);
    ~EngineQuestion() override;

    /// answered() follows. REQUIRES: it has followed the last question.
    void ask(const QStringList& arguments);

signals:
    void answered(const lockstep::EngineAnswer& answer);

private:
    QString m_engine;
    QProcess m_process;
    QTimer m_deadline;
};

/// The same at once, for a program without a window: waits for the engine, up to its deadline.
EngineAnswer askEngine(const QString& engine, const QStringList& arguments);

} // namespace lockstep
