// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/answer_source.h"

#include <QString>
#include <QStringList>

class QProcess;

namespace lockstep {

/// A subcommand of lockstep-engine that answers with one line of JSON, after as many as it likes on how far
/// it is; nobody waits for it. One at a time. Lives on the GUI thread.
class EngineCall : public AnswerSource {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit EngineCall(QString engine, QObject* parent = nullptr);
    ~EngineCall() override;

    /// In place of a call that goes on. answered() or failed() follows, but not from within this call.
    void start(const QStringList& arguments);
    /// Neither answered() nor failed() follows, but cancelled() if something was going on.
    void cancel() override;
    bool isRunning() const override { return m_process; }

private:
    void read();
    void takeLine(const QByteArray& line);
    void end();
    void stop();
    void fail(const QString& reason);

    QString m_engine;
    QProcess* m_process = nullptr;
    QByteArray m_output; ///< of a line that has not ended
    QByteArray m_answer; ///< the last line that is no progress
};

} // namespace lockstep
