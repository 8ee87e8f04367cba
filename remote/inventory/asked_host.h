// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_thread.h"
#include "remote/inventory/host_inventories.h"

#include <functional>
#include <map>
#include <memory>

namespace lockstep {

/// One host of HostInventories: its thread, what was asked of it, and what it said. Lives on the thread of
/// its owner.
class AskedHost {
public:
    /// The thread's events are handed to take() by the owner. `runs`: folder that adopted runs go to;
    /// `ended`: a deed has.
    AskedHost(Host host, const RemoteOptions& options, HostThread::Sink sink, QString runs,
              std::function<void(const HostDeedOutcome&)> ended);

    const HostHoldings& holdings() const { return m_holdings; }
    bool isOver() const { return m_holdings.isOver() && m_deeds.empty(); }
    HostThread& thread() { return *m_thread; }

    void survey();
    void carryOut(const HostDeed& deed);
    void cancel();
    void take(const HostEvent& event);

private:
    void surveyNow();
    void takeSurvey(const HostAnswered& answered);
    void takeDeed(const HostAnswered& answered);
    HostDeedOutcome outcomeOf(const HostDeed& deed, const HostAnswered& answered) const;
    HostDeedOutcome adopt(const HostDeed& deed, const QByteArray& document) const;
    void fail(const Error& error);

    HostHoldings m_holdings;
    QString m_runs;
    std::function<void(const HostDeedOutcome&)> m_ended;
    bool m_isWelcome = false;                  ///< the link is there, and kept
    std::uint64_t m_last = 0;                  ///< number of the last question
    std::uint64_t m_survey = 0;                ///< the one whose answer counts; 0: none
    std::map<std::uint64_t, HostDeed> m_deeds; ///< on their way, by question
    std::unique_ptr<HostThread> m_thread;      ///< the last, for it uses the others
};

} // namespace lockstep
