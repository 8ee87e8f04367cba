// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_previewer.h"

#include "remote/hosts/host_questions.h"
#include "remote/hosts/host_thread.h"

#include <optional>

namespace lockstep {

struct HostPreviewer::State {
    State(HostPreviewer& previewer, Host previewedHost, const RemoteOptions& options)
        : q(previewer), host(std::move(previewedHost)),
          thread({host, options, {}}, *options.secrets, [this](HostEvent event) {
              // Dropped by Qt when the previewer is gone, which joins this thread before.
              QMetaObject::invokeMethod(
                  &q, [this, event = std::move(event)] { handle(event); }, Qt::QueuedConnection);
          })
    {
    }

    void handle(const HostEvent& event)
    {
        if (std::holds_alternative<HostFailed>(event))
            isPreparing = isWelcome = false;
        if (const auto* welcome = std::get_if<HostWelcome>(&event)) {
            isPreparing = false;
            isWelcome = true;
            emit q.hostReported(host, welcome->report);
            if (wanted)
                send();
        } else if (const auto* key = std::get_if<HostKeyAsked>(&event)) {
            emit q.hostKeyUnknown(questionOf(0, *key));
        } else if (const auto* secret = std::get_if<HostSecretAsked>(&event)) {
            emit q.secretNeeded(questionOf(0, *secret));
        } else if (wanted) {
            tell(event);
        }
    }

    /// Of a preview that somebody waits for.
    void tell(const HostEvent& event)
    {
        if (std::holds_alternative<HostConnecting>(event)) {
            emit q.connecting();
        } else if (const auto* deployed = std::get_if<HostDeploying>(&event)) {
            emit q.deploying(static_cast<qint64>(deployed->done), static_cast<qint64>(deployed->total));
        } else if (const auto* failure = std::get_if<HostFailed>(&event)) {
            wanted.reset();
            emit q.failed(failure->error);
        } else if (const auto* previewed = std::get_if<HostPreviewed>(&event);
                   previewed && previewed->preview == number) {
            wanted.reset();
            if (previewed->error)
                emit q.failed(*previewed->error);
            else
                emit q.answered(previewed->json);
        }
    }

    void send()
    {
        thread.preview(*wanted, number);
        emit q.previewing();
    }

    HostPreviewer& q;
    Host host;
    std::optional<PreviewRequest> wanted; ///< somebody waits for it
    quint64 number = 0;                   ///< of that preview
    bool isPreparing = false;
    bool isWelcome = false;
    HostThread thread; ///< the last, for it uses the others
};

HostPreviewer::HostPreviewer(Host host, RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(host), options))
{
}

HostPreviewer::~HostPreviewer() = default;

void HostPreviewer::preview(const PreviewRequest& request)
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

void HostPreviewer::cancel()
{
    m_state->wanted.reset();
    ++m_state->number;
    if (m_state->isWelcome)
        m_state->thread.endPreview();
    else if (std::exchange(m_state->isPreparing, false))
        m_state->thread.rest();
}

void HostPreviewer::answerHostKey(int, bool trust)
{
    m_state->thread.answerHostKey(trust);
}

void HostPreviewer::answerSecret(int, const QByteArray& secret)
{
    m_state->thread.answerSecret(
        Secret(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size()))));
}

} // namespace lockstep
