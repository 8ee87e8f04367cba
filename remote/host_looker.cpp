// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host_looker.h"

#include "remote/host_thread.h"

#include <optional>

namespace lockstep {

struct HostLooker::State {
    State(HostLooker& looker, Host host, RemoteOptions options)
        : q(looker), thread({std::move(host), std::move(options), {}}, secrets, [this](HostEvent event) {
              // Dropped by Qt when the looker is gone, which joins this thread before.
              QMetaObject::invokeMethod(
                  &q, [this, event = std::move(event)] { handle(event); }, Qt::QueuedConnection);
          })
    {
    }

    void handle(const HostEvent& event)
    {
        if (std::holds_alternative<HostFailed>(event))
            isPreparing = isWelcome = false;
        if (std::holds_alternative<HostWelcome>(event)) {
            isPreparing = false;
            isWelcome = true;
            if (wanted)
                send();
        } else if (const auto* key = std::get_if<HostKeyAsked>(&event)) {
            emit q.hostKeyUnknown({0, QString::fromStdString(key->address),
                                   QString::fromStdString(key->keyType),
                                   QString::fromStdString(key->fingerprint)});
        } else if (const auto* secret = std::get_if<HostSecretAsked>(&event)) {
            ask(*secret);
        } else if (wanted) {
            tell(event);
        }
    }

    /// Of a look that somebody waits for.
    void tell(const HostEvent& event)
    {
        if (std::holds_alternative<HostConnecting>(event)) {
            emit q.connecting();
        } else if (const auto* deployed = std::get_if<HostDeploying>(&event)) {
            emit q.deploying(static_cast<qint64>(deployed->done), static_cast<qint64>(deployed->total));
        } else if (const auto* failure = std::get_if<HostFailed>(&event)) {
            wanted.reset();
            emit q.failed(failure->error);
        } else if (const auto* looked = std::get_if<HostLooked>(&event); looked && looked->look == number) {
            wanted.reset();
            if (looked->error)
                emit q.failed(*looked->error);
            else
                emit q.answered(looked->json);
        }
    }

    void ask(const HostSecretAsked& asked)
    {
        using Kind = SecretQuestion::Kind;
        const Kind kind = asked.kind == Prompter::SecretKind::Password     ? Kind::Password
                          : asked.kind == Prompter::SecretKind::Passphrase ? Kind::Passphrase
                                                                           : Kind::Interactive;
        emit q.secretNeeded({0, kind, QString::fromStdString(asked.address),
                             QString::fromStdString(asked.prompt), asked.retry});
    }

    void send()
    {
        thread.look(*wanted, number);
        emit q.looking();
    }

    HostLooker& q;
    SecretStore secrets;
    std::optional<LookRequest> wanted; ///< somebody waits for it
    quint64 number = 0;                ///< of that look
    bool isPreparing = false;
    bool isWelcome = false;
    HostThread thread; ///< the last, for it uses the others
};

HostLooker::HostLooker(Host host, RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(host), std::move(options)))
{
}

HostLooker::~HostLooker() = default;

void HostLooker::look(const LookRequest& request)
{
    State& state = *m_state;
    state.wanted = request;
    ++state.number;
    if (state.isWelcome)
        return state.send();
    if (!state.isPreparing)
        state.thread.prepare();
    state.isPreparing = true;
}

void HostLooker::cancel()
{
    m_state->wanted.reset();
    ++m_state->number;
    if (m_state->isWelcome)
        m_state->thread.endLook();
    else if (std::exchange(m_state->isPreparing, false))
        m_state->thread.rest();
}

void HostLooker::answerHostKey(int, bool trust)
{
    m_state->thread.answerHostKey(trust);
}

void HostLooker::answerSecret(int, const QByteArray& secret)
{
    m_state->thread.answerSecret(
        Secret(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size()))));
}

} // namespace lockstep
