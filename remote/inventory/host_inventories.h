// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_inventory.h"
#include "engine/protocol/topology.h"
#include "remote/inventory/host_deed.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QVector>
#include <memory>
#include <optional>

namespace lockstep {

/// What is known of what one host keeps.
struct HostHoldings {
    enum class State { Connecting, Deploying, Weighing, Known, Failed, GivenUp };
    Host host;
    State state = State::Connecting;
    qint64 done = 0;              ///< bytes, while Deploying or Weighing
    qint64 total = 0;             ///< bytes; 0: not known
    HostInventory inventory{};    ///< the last that it told
    QDateTime asOf{};             ///< when it told that; invalid: never
    std::optional<Error> error{}; ///< why it Failed

    bool isOver() const { return state >= State::Known; }
};

/// Asks hosts what they keep, and has them do something with it. Lives on the thread that made it and never
/// blocks it; every host has a worker thread of its own, whose connection stays for what comes next.
class HostInventories : public QObject {
    Q_OBJECT
public:
    explicit HostInventories(RemoteOptions options, QObject* parent = nullptr);
    ~HostInventories() override;

    /// Asks these hosts, in place of those before; what goes on with these is given up.
    void begin(const QVector<Host>& hosts);
    /// Asks a host again, or goes on with one that failed.
    void refresh(int host);
    /// Gives up what goes on, the deeds that have not been answered too: whether they are done, the next
    /// asking tells.
    void cancel();
    /// Nothing is being asked, and no deed is on its way.
    bool isOver() const;
    int count() const;
    const HostHoldings& holdings(int host) const;

    /// Several may be on their way -> deedEnded. When all of a host's are, it is asked again.
    void carryOut(int host, const HostDeed& deed);

    /// Answers to the questions below; an empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    void changed(int host);
    void deedEnded(int host, const lockstep::HostDeedOutcome& outcome);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);
    /// isOver() has become true.
    void finished();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
