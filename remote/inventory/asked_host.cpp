// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/inventory/asked_host.h"

#include "engine/protocol/run_files.h"
#include "remote/inventory/adoption.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr double kGraceSeconds = 30; ///< of a run that a person ends, as for one of his own

FrameType typeOf(HostDeed::Kind kind)
{
    switch (kind) {
    case HostDeed::Kind::Adopt:
        return FrameType::Fetch;
    case HostDeed::Kind::End:
        return FrameType::Stop;
    case HostDeed::Kind::Sweep:
        return FrameType::Sweep;
    case HostDeed::Kind::Remove:
        return FrameType::Remove;
    default:
        return FrameType::Withdraw;
    }
}

std::string payloadOf(const HostDeed& deed)
{
    switch (deed.kind) {
    case HostDeed::Kind::Adopt:
        return toJson(FollowRequest{deed.run.run, deed.run.host, std::string(kExperimentFile), 0});
    case HostDeed::Kind::End:
        return toJson(StopRequest{deed.run.run, deed.run.host, kGraceSeconds});
    case HostDeed::Kind::Withdraw:
        return toJson(deed.deployment);
    default:
        return toJson(deed.run);
    }
}

std::string_view text(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

AskedHost::AskedHost(Host host, const RemoteOptions& options, HostThread::Sink sink, QString runs,
                     std::function<void(const HostDeedOutcome&)> ended)
    : m_holdings{.host = std::move(host)}, m_runs(std::move(runs)), m_ended(std::move(ended)),
      m_thread(std::make_unique<HostThread>(HostLinkOptions{m_holdings.host, options, {}}, *options.secrets,
                                            std::move(sink)))
{
    survey();
}

void AskedHost::survey()
{
    m_holdings.error.reset();
    if (m_isWelcome)
        return surveyNow();
    m_holdings.state = HostHoldings::State::Connecting;
    m_thread->prepare();
}

void AskedHost::surveyNow()
{
    m_holdings.state = HostHoldings::State::Weighing;
    m_holdings.done = m_holdings.total = 0;
    m_survey = ++m_last;
    m_thread->ask(FrameType::Survey, "{}", m_survey);
}

void AskedHost::carryOut(const HostDeed& deed)
{
    m_deeds.emplace(++m_last, deed);
    m_thread->ask(typeOf(deed.kind), payloadOf(deed), m_last);
}

void AskedHost::cancel()
{
    if (isOver())
        return;
    m_isWelcome = false;
    m_survey = 0;
    m_deeds.clear();
    if (!m_holdings.isOver())
        m_holdings.state = HostHoldings::State::GivenUp;
    m_thread->takeBack({}); // what it was asked for is about no checkpoint
    m_thread->rest();
}

void AskedHost::take(const HostEvent& event)
{
    if (const auto* deploying = std::get_if<HostDeploying>(&event)) {
        m_holdings.done = static_cast<qint64>(deploying->done);
        m_holdings.total = static_cast<qint64>(deploying->total);
        if (m_holdings.state == HostHoldings::State::Connecting)
            m_holdings.state = HostHoldings::State::Deploying;
    } else if (std::holds_alternative<HostWelcome>(event)) {
        m_isWelcome = true;
        if (!m_holdings.isOver())
            surveyNow();
    } else if (const auto* failed = std::get_if<HostFailed>(&event)) {
        fail(failed->error);
    } else if (const auto* answered = std::get_if<HostAnswered>(&event)) {
        if (answered->question == m_survey)
            takeSurvey(*answered);
        else if (answered->ended)
            takeDeed(*answered);
    }
}

void AskedHost::takeSurvey(const HostAnswered& answered)
{
    if (!answered.ended) {
        m_holdings.done = static_cast<qint64>(answered.done);
        return;
    }
    m_survey = 0;
    if (answered.error)
        return fail(*answered.error);
    auto inventory = parseMessage<HostInventory>(text(answered.answer));
    if (!inventory)
        return fail(inventory.error());
    m_holdings.inventory = std::move(*inventory);
    m_holdings.asOf = QDateTime::currentDateTime();
    m_holdings.state = HostHoldings::State::Known;
}

void AskedHost::takeDeed(const HostAnswered& answered)
{
    const auto deed = m_deeds.extract(answered.question);
    if (!deed) // it was given up
        return;
    const HostDeedOutcome outcome = outcomeOf(deed.mapped(), answered);
    if (m_deeds.empty() && m_isWelcome)
        surveyNow();
    m_ended(outcome); // whoever hears it may begin with other hosts, and this one goes
}

HostDeedOutcome AskedHost::outcomeOf(const HostDeed& deed, const HostAnswered& answered) const
{
    if (!answered.error && deed.kind == HostDeed::Kind::Adopt)
        return adopt(deed, answered.answer);
    return {.deed = deed, .error = answered.error};
}

HostDeedOutcome AskedHost::adopt(const HostDeed& deed, const QByteArray& document) const
{
    HostDeedOutcome outcome{.deed = deed};
    const auto& runs = m_holdings.inventory.runs;
    const auto kept = std::ranges::find_if(runs, [&deed](const KeptRun& run) {
        return run.state.run == deed.run.run && run.state.host == deed.run.host;
    });
    if (kept == runs.end()) {
        outcome.error = Error{LOCKSTEP_TEXT("This host knows no run %1."), {deed.run.run}, ""};
        return outcome;
    }
    const auto adopted = adoptRun(m_runs, kept->state, document, m_holdings.host);
    if (!adopted) {
        outcome.error = adopted.error();
        return outcome;
    }
    outcome.folder = adopted->folder;
    outcome.elsewhere = adopted->elsewhere;
    return outcome;
}

void AskedHost::fail(const Error& error)
{
    m_isWelcome = false;
    m_survey = 0;
    m_holdings.state = HostHoldings::State::Failed;
    m_holdings.error = error;
}

} // namespace lockstep
