// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/look/looker.h"

#include <QByteArray>
#include <QProcess>
#include <QTimer>

namespace lockstep {

/// Looks at data of this computer through lockstep-engine, and reads its answer on another thread.
class LocalLooker : public Looker {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit LocalLooker(QString engine, QObject* parent = nullptr);
    ~LocalLooker() override;

    void look(const LookRequest& request) override;
    void cancel() override;

private:
    void readAnswer();
    void end();
    void fail(const QString& reason);
    void stop();

    QString m_engine;
    QProcess* m_process = nullptr; ///< of the look that goes on
    QByteArray m_answer;
    QTimer m_deadline;
};

} // namespace lockstep
