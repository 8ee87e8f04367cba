// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/disturbances.h"
#include "remote/rehearsal/rehearsal.h"

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <optional>

namespace lockstep {

/// The rehearsal that a window runs: its stage is built, and what a person does to its hosts and links is
/// carried out, on another thread in the order of the calls. The run on the stage holds it, and takes it down
/// with its end; this only follows. Lives on the GUI thread.
class LiveRehearsal : public QObject {
    Q_OBJECT
public:
    /// `program`: the path of lockstep-stage.
    explicit LiveRehearsal(QString program, QObject* parent = nullptr);
    /// Waits for what is being carried out: milliseconds, unless the stage hangs.
    ~LiveRehearsal() override;

    /// Makes this computer into the drawn cluster -> opened or refused. REQUIRES: !isOpening().
    void open(const Experiment& drawn);
    bool isOpening() const { return m_isOpening; }
    /// A run has begun on this stage.
    void follow(const Experiment& drawn, const std::shared_ptr<Rehearsal>& rehearsal);
    /// It has ended, and with it whatever was done to its hosts and links.
    void leave();

    /// What is rehearsed; null while nothing is.
    const Experiment* drawn() const { return m_drawn ? &*m_drawn : nullptr; }
    const Disturbances& disturbances() const { return m_disturbances; }
    /// Whether its links can be changed.
    bool hasLinks() const { return m_hasLinks; }

    /// REQUIRES for each: the link or host is of drawn(); else nothing happens.
    void setLink(const LinkKey& link, const LinkState& state);
    void mendLink(const LinkKey& link);
    void act(const std::string& host, HostAct act);
    /// Undoes what can be undone: all but that hosts were killed.
    void undoAll();

signals:
    void opened(const lockstep::Experiment& drawn, std::shared_ptr<lockstep::Rehearsal> rehearsal);
    /// This computer cannot be made into the cluster.
    void refused(const lockstep::Error& error);
    /// Something else is rehearsed, or something has been done to a host or link.
    void changed();
    /// What a person wanted done could not be.
    void failed(const lockstep::Error& error);

private:
    using Act = std::function<Result<void>(Rehearsal&)>;
    using Note = std::function<void(Disturbances&)>;
    void carryOut(Act act, Note note);

    const QString m_program;
    bool m_isOpening = false;
    std::optional<Experiment> m_drawn;
    std::weak_ptr<Rehearsal> m_rehearsal;
    bool m_hasLinks = false;
    Disturbances m_disturbances;
    QThreadPool m_worker; ///< one thread
};

} // namespace lockstep
