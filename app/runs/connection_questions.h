// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run_controller.h"

#include <QPointer>
#include <QVector>
#include <QWidget>

namespace lockstep {

/// Puts a controller's questions to the person, one dialog at a time, in the order they came; nothing waits for
/// them but the host that asked. Refusing is what Enter does.
class ConnectionQuestions : public QObject {
    Q_OBJECT
public:
    /// REQUIRES: `parent` outlives it; `controller` may go first.
    ConnectionQuestions(RunController& controller, QWidget* parent);

private:
    struct Question {
        bool isKey = true;
        HostKeyQuestion key;
        SecretQuestion secret;
    };

    void ask(const Question& question);
    void askNext();
    void askHostKey(const HostKeyQuestion& question);
    void askSecret(const SecretQuestion& question);

    QPointer<RunController> m_controller;
    QWidget* m_parent;
    QVector<Question> m_waiting;
    bool m_asking = false;
};

} // namespace lockstep
