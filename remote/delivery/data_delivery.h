// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/delivery/delivery_plan.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QObject>
#include <memory>
#include <optional>
#include <set>

namespace lockstep {

/// The hosts of a topology to which data must be copied: those with ranks that are reached by SSH.
std::set<int> hostsWithoutOurFiles(const Topology& topology);

/// Copies the data of an experiment from this computer to its hosts, to all of them at once or from host to
/// host in a chain (see DataCopies), into a folder that is named after their content (see uploadData): hosts
/// that have them are done at once, and what was cut off goes on where it ended. Lives on the thread that
/// made it and never blocks it; the data are read on a thread of its own, and every host has one.
class DataDelivery : public QObject {
    Q_OBJECT
public:
    explicit DataDelivery(RemoteOptions options, QObject* parent = nullptr);
    ~DataDelivery() override;

    /// For what begins from now on; nothing: the way that is faster by the drawing.
    void setWay(std::optional<CopyWay> way);
    /// In place of what goes on. Paths are absolute.
    void begin(const Experiment& experiment, const std::set<int>& hosts);
    /// Again to those that failed, without reading the data anew.
    void tryAgain();
    /// Gives up; finished() follows when something was going on. What has arrived stays.
    void cancel();
    bool isOver() const;

    /// Answers to the questions below; an empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    /// The data here, for their checksums; bytes.
    void reading(qint64 done, qint64 total);
    /// The data here cannot be copied; finished() follows.
    void unreadable(const lockstep::Error& error);
    /// How it goes on, before anything is copied.
    void planned(const lockstep::DeliveryPlan& plan, lockstep::CopyWay way);
    void connecting(int host);
    /// For another host to have data that it can give; told more than once.
    void waiting(int host, int from);
    /// Bytes of the engine, which a host that lacks it gets first.
    void deploying(int host, qint64 done, qint64 total);
    /// Bytes of the data. `from`: the host that gives them; kThisComputer: this computer.
    void copying(int host, int from, qint64 done, qint64 total);
    void hostDone(int host, bool hadThem, int from);
    void hostFailed(int host, const lockstep::Error& error);
    /// Nothing more goes on. `data`: the experiment's as every host and this computer have them now; nothing
    /// where one of them has not.
    void finished(const std::optional<lockstep::DataSpec>& data);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
