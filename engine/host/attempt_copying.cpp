// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attempt.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>

/// An attempt's part in copying checkpoints to other hosts.
namespace lockstep {
namespace {

/// For copies that are under way when a training has ended well: as long as they get on.
constexpr auto kCopySilence = std::chrono::seconds(60);
constexpr auto kCopyLimit = std::chrono::minutes(60);

CopyPlan planOf(const SubmitRequest& request, const AttemptGround& ground)
{
    CopyPlan plan;
    plan.run = request.run;
    plan.self = request.host;
    plan.lead = static_cast<int>(ground.placements.front().host);
    plan.resume = request.resume;
    for (const Host& host : ground.experiment.topology.hosts)
        plan.hostNames.push_back(host.name);
    for (const std::size_t host : hostsOfCopies(ground.placements, ground.experiment.restart.copies))
        plan.takers.push_back(static_cast<int>(host));
    for (const std::size_t host : hostsOf(ground.placements))
        if (static_cast<int>(host) != request.host)
            plan.others.push_back(static_cast<int>(host));
    return plan;
}

} // namespace

void Attempt::beginCopying()
{
    CopyPlan plan = planOf(m_request, m_ground);
    if (!plan.resume.empty() || !plan.takers.empty())
        m_copying.emplace(m_ground.folder, std::move(plan));
}

void Attempt::passCopies()
{
    if (!m_copying)
        return;
    if (m_leases && m_leases->standing()) {
        for (CheckpointCopying::Parcel& parcel : m_copying->takeParcels())
            m_leases->sendParcel(parcel.host, parcel.content);
        for (LeaseLinks::Parcel& parcel : m_leases->takeParcels()) {
            m_copierHeardAt = Clock::now();
            m_copying->receive(parcel.host, std::move(parcel.content));
        }
    }
    for (const std::string& note : m_copying->takeNotes())
        m_record.note(note);
    for (const Sentence& warning : m_copying->takeWarnings())
        m_record.warn(warning);
}

bool Attempt::copiesAreMade(Clock::time_point now)
{
    const bool hasCopies = !hostsOfCopies(m_ground.placements, m_ground.experiment.restart.copies).empty();
    if (!m_copying || !hasCopies || lead() != m_request.host || m_copying->isSettled())
        return true;
    if (!m_copiesAwaitedAt) {
        m_copiesAwaitedAt = m_copierHeardAt = now;
        m_record.note("The ranks have ended; the other hosts copy the last checkpoint.");
        m_copying->hurry();
    }
    if (now - m_copierHeardAt < kCopySilence && now - *m_copiesAwaitedAt < kCopyLimit)
        return false;
    m_record.warn(LOCKSTEP_TEXT("Not all other hosts have a copy of the last checkpoint: the network "
                                "between them, or a disk, is too slow."));
    return true;
}

} // namespace lockstep
