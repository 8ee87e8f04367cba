// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"
#include "engine/protocol/host_report.h"
#include "engine/protocol/topology.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QObject>
#include <memory>

namespace lockstep {

/// Previews data on one host through its engine, which is deployed where it is missing, as for a run. The
/// connection stays for further previews. Lives on the thread that made it and never blocks it.
class HostPreviewer : public QObject {
    Q_OBJECT
public:
    HostPreviewer(Host host, RemoteOptions options, QObject* parent = nullptr);
    ~HostPreviewer() override;

    /// Previews, in place of a preview that goes on; answered() or failed() follows.
    void preview(const PreviewRequest& request);
    /// Gives up; nothing follows. A connection that is there stays.
    void cancel();

    /// Answers to the questions below, which are about host 0.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    void connecting();
    void deploying(qint64 done, qint64 total);
    void previewing();
    /// The host has said what it is.
    void hostReported(const lockstep::Host& host, const lockstep::HostReport& report);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);
    /// What `lockstep-engine preview` prints there.
    void answered(const QByteArray& json);
    void failed(const lockstep::Error& error);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
