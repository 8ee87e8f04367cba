// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/host_errand.h"
#include "remote/checkpoint_deed.h"
#include "remote/host_event.h"

#include <functional>
#include <optional>

namespace lockstep {

/// Has a host compare a checkpoint of its own with the manifest, delete it, or measure it on its data. None
/// of it does harm when it is asked for again over a new link.
class CheckpointErrand final : public HostErrand {
public:
    using Sink = std::function<void(HostEvent)>;
    /// `deed`: Check, Discard or Evaluate. `sink` gets HostCheckpoint.
    CheckpointErrand(CheckpointDeed deed, CheckpointReference reference, Sink sink);

    void begin(AttachClient& client) override;
    void linkLost() override {}
    void turn() override {}
    void fail(const Error& error) override;
    void leave() override;
    bool over() const override { return m_over; }
    QString checkpoint() const override { return QString::fromStdString(m_reference.checkpoint); }

private:
    void take(const Frame& frame);
    void takeProgress(const Frame& frame);
    void takeData(const Frame& frame);
    void finish(CheckpointOutcome outcome);
    CheckpointOutcome outcome() const { return {.deed = m_deed, .checkpoint = checkpoint(), .error = {}}; }

    CheckpointDeed m_deed;
    CheckpointReference m_reference;
    Sink m_sink;
    WantedRequest m_request;
    QByteArray m_report; ///< as much as has come
    bool m_over = false;
};

} // namespace lockstep
