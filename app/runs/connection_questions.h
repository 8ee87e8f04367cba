// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/kept_secrets.h"
#include "remote/delivery/data_delivery.h"
#include "remote/hosts/host_previewer.h"
#include "remote/inventory/host_inventories.h"
#include "remote/preflight/preflight.h"
#include "remote/run/run_controller.h"

#include <QPointer>
#include <QVector>
#include <QWidget>
#include <functional>
#include <variant>

namespace lockstep {

class SecretDialog;

/// Puts the questions of whoever connects to hosts to the person, one dialog at a time, in the
/// order they came; nothing waits for them but the host that asked. Refusing is what Enter does.
class ConnectionQuestions : public QObject {
    Q_OBJECT
public:
    /// REQUIRES: `parent` outlives it; `controller` may go first.
    ConnectionQuestions(RunController& controller, QWidget* parent);
    /// The same for a previewer, for a preflight, for data that are copied, and for inventories.
    ConnectionQuestions(HostPreviewer& previewer, QWidget* parent);
    ConnectionQuestions(Preflight& preflight, QWidget* parent);
    ConnectionQuestions(DataDelivery& delivery, QWidget* parent);
    ConnectionQuestions(HostInventories& inventories, QWidget* parent);

private:
    using Question = std::variant<HostKeyQuestion, SecretQuestion, LibraryQuestion>;

    template <typename Asker>
    void follow(Asker& asker);
    void ask(const Question& question);
    void askNext();
    void put(const HostKeyQuestion& question);
    /// One that the keychain keeps is answered without the person. Where it takes its time, the person is
    /// asked too, and whoever is first answers.
    void put(const SecretQuestion& question);
    void askForSecret(const SecretQuestion& question);
    void keychainAnswered(const SecretQuestion& question, const QByteArray& secret);
    /// The only answer to a secret that is asked for.
    void answer(const SecretQuestion& question, const QByteArray& secret);
    /// Where the person wanted no more questions about this host, it is answered at once.
    void put(const LibraryQuestion& question);
    void answered();

    /// Nothing happens when whoever asked is gone.
    std::function<void(int, bool)> m_answerHostKey;
    std::function<void(int, const QByteArray&)> m_answerSecret;
    std::function<void(int, bool)> m_answerLibraries;
    QWidget* m_parent;
    KeptSecrets m_kept;
    QVector<Question> m_waiting;
    bool m_asking = false;
    int m_turn = 0; ///< a new one with each answer: what the keychain says later is of the past
    QPointer<SecretDialog> m_secretDialog;
};

} // namespace lockstep
