// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/preflight.h"

#include "remote/hosts/host_questions.h"
#include "remote/hosts/host_thread.h"
#include "remote/preflight/data_agreement.h"
#include "remote/preflight/host_test.h"
#include "remote/preflight/pairs/pair_tests.h"

#include <QTimer>
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr std::uint64_t kPreview = 1; ///< the only one that a thread is asked for
constexpr std::uint64_t kExamination = 1, kSurvey = 2;
constexpr std::chrono::seconds kSurveyTime{10}; ///< a host with very many files weighs them for longer

} // namespace

struct Preflight::State {
    /// The thread goes as soon as the test is over, and the network to others is measured.
    struct Tested {
        HostTest test;
        std::unique_ptr<HostThread> thread;
        std::optional<HostWelcome> welcome{};
        std::chrono::system_clock::time_point asked{}; ///< what it has left
        std::optional<HostExamined> examined{};
        std::optional<std::vector<KeptRun>> leftovers{}; ///< known, or not waited for
    };

    State(Preflight& preflight, RemoteOptions given) : q(preflight), options(std::move(given)) {}
    ~State() { endThreads(); }

    /// The hosts of a rehearsal are all this computer, and may do no more than wait as long as a model would
    /// take.
    HostNeeds needsOf(int host, const NeedsOfHosts& needs) const
    {
        const auto found = needs.find(host);
        return found == needs.end() || rehearsal ? HostNeeds{} : found->second;
    }

    void test(const Experiment& experiment, int host, const HostNeeds& needs)
    {
        Tested& tested =
            hosts.emplace(host, Tested{HostTest(experiment, host, needs), nullptr}).first->second;
        HostLinkOptions link{tested.test.machine(), options, {}};
        link.rehearsal = rehearsal;
        link.libraries = libraryWish(experiment.topology, host, LibraryWish::Act::Tell);
        tested.thread = std::make_unique<HostThread>(std::move(link), *options.secrets,
                                                     [this, host, present = round](HostEvent event) {
                                                         // Dropped by Qt when the preflight is gone, which
                                                         // joins this thread before.
                                                         QMetaObject::invokeMethod(
                                                             &q,
                                                             [this, host, present, event = std::move(event)] {
                                                                 if (present == round)
                                                                     take(host, event);
                                                             },
                                                             Qt::QueuedConnection);
                                                     });
        tested.thread->prepare();
    }

    void take(int host, const HostEvent& event)
    {
        Tested& tested = hosts.at(host);
        if (!tested.thread)
            return;
        if (const auto* key = std::get_if<HostKeyAsked>(&event)) {
            emit q.hostKeyUnknown(questionOf(host, *key));
        } else if (const auto* secret = std::get_if<HostSecretAsked>(&event)) {
            if (const auto question = questions.take(host, *secret))
                emit q.secretNeeded(*question);
        } else if (pairs) {
            takeOfPairs(static_cast<std::size_t>(host), event);
        } else if (!tested.test.isOver()) {
            if (const auto* answered = std::get_if<HostAnswered>(&event))
                takeAnswer(tested, *answered);
            else
                tested.test.take(event);
            if (const auto* welcome = std::get_if<HostWelcome>(&event))
                takeWelcome(host, tested, *welcome);
            tell(host, tested);
        } else if (std::holds_alternative<HostFailed>(event)) {
            tested.thread.reset(); // it was kept for what comes when all tests are over
        }
    }

    void tell(int host, Tested& tested)
    {
        emit q.changed(host, tested.test.checks());
        if (tested.test.isOver())
            takeEnd(tested);
    }

    void takeAnswer(Tested& tested, const HostAnswered& answered)
    {
        if (answered.question == kExamination)
            tested.examined = examinedOf(answered, tested.asked);
        else if (answered.ended)
            tested.leftovers = leftoversOf(answered);
        judge(tested);
    }

    static void judge(Tested& tested)
    {
        if (!tested.examined || !tested.leftovers)
            return;
        tested.examined->left = *tested.leftovers;
        tested.test.takeExamination(*tested.examined);
    }

    void giveUpSurvey(int host)
    {
        const auto found = hosts.find(host);
        if (found == hosts.end() || found->second.test.isOver() || found->second.leftovers)
            return;
        found->second.leftovers.emplace();
        judge(found->second);
        tell(host, found->second);
    }

    /// A host that has passed is kept until it is known with whom it is to measure.
    void takeEnd(Tested& tested)
    {
        const bool isKept = network == Network::Measure && havePassed(tested.test.checks()) &&
                            !tested.test.machine().devices.empty();
        if (!isKept)
            tested.thread.reset();
        if (!areHostsOver())
            return;
        tellDifferentData();
        if (network == Network::Measure)
            beginPairs();
        else
            emit q.finished();
    }

    void tellDifferentData()
    {
        std::vector<HostTest*> tests;
        std::vector<int> indices;
        for (auto& [host, tested] : hosts) {
            tests.push_back(&tested.test);
            indices.push_back(host);
        }
        for (const std::size_t differing : compareData(tests))
            emit q.changed(indices[differing], tests[differing]->checks());
    }

    void beginPairs()
    {
        std::map<std::size_t, HostWelcome> welcomes;
        for (const auto& [host, tested] : hosts) {
            if (tested.thread && tested.welcome)
                welcomes.emplace(static_cast<std::size_t>(host), *tested.welcome);
        }
        pairs.emplace(topology, welcomes,
                      [this](std::size_t host) { return hosts.at(static_cast<int>(host)).thread.get(); });
        pairs->begin();
        tellPairs();
    }

    void takeOfPairs(std::size_t host, const HostEvent& event)
    {
        if (const auto* listening = std::get_if<HostListening>(&event))
            return pairs->take(host, *listening);
        if (const auto* measured = std::get_if<HostMeasured>(&event))
            pairs->take(host, *measured);
        else if (const auto* failed = std::get_if<HostFailed>(&event))
            pairs->lose(host, failed->error);
        else
            return;
        tellPairs();
    }

    void tellPairs()
    {
        emit q.pairsChanged();
        if (!pairs->isOver())
            return;
        endThreads();
        emit q.finished();
    }

    void takeWelcome(int host, Tested& tested, const HostWelcome& welcome)
    {
        tested.welcome = welcome;
        if (tested.test.wantsExamination()) {
            tested.asked = std::chrono::system_clock::now();
            tested.thread->ask(FrameType::Examine, "{}", kExamination);
            tested.thread->ask(FrameType::Survey, "{}", kSurvey);
            QTimer::singleShot(kSurveyTime, &q, [this, host, present = round] {
                if (present == round)
                    giveUpSurvey(host);
            });
        }
        if (const auto question = tested.test.dataQuestion())
            tested.thread->preview(*question, kPreview);
        emit q.hostReported(tested.test.machine(), welcome.report);
    }

    bool areHostsOver() const
    {
        return std::all_of(hosts.begin(), hosts.end(),
                           [](const auto& tested) { return tested.second.test.isOver(); });
    }

    bool isOver() const
    {
        const bool isMeasured = network == Network::Leave || hosts.empty() || (pairs && pairs->isOver());
        return areHostsOver() && isMeasured;
    }

    /// All at once, so that the joins do not add up.
    void endThreads()
    {
        for (auto& [host, tested] : hosts) {
            if (tested.thread)
                tested.thread->interrupt();
        }
        for (auto& [host, tested] : hosts)
            tested.thread.reset();
    }

    Preflight& q;
    RemoteOptions options;
    HostQuestions questions;
    int round = 0; ///< news of an earlier test come too late
    std::map<int, Tested> hosts;
    Topology topology;
    Network network = Network::Leave;
    std::optional<PairTests> pairs; ///< once all hosts' tests are over
    std::shared_ptr<Rehearsal> rehearsal;
};

Preflight::Preflight(RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(options)))
{
}

Preflight::~Preflight() = default;

void Preflight::rehearseIn(std::shared_ptr<Rehearsal> rehearsal)
{
    m_state->rehearsal = std::move(rehearsal);
}

void Preflight::begin(const Experiment& experiment, const std::set<int>& hosts, Network network,
                      const NeedsOfHosts& needs)
{
    m_state->endThreads();
    m_state->hosts.clear();
    m_state->questions = {};
    ++m_state->round;
    m_state->topology = experiment.topology;
    m_state->network = network;
    m_state->pairs.reset();
    for (const int host : hosts)
        m_state->test(experiment, host, m_state->needsOf(host, needs));
}

void Preflight::holdAgainst(const NeedsOfHosts& needs)
{
    for (auto& [host, tested] : m_state->hosts)
        if (tested.test.holdAgainst(m_state->needsOf(host, needs)))
            emit changed(host, tested.test.checks());
}

void Preflight::cancel()
{
    if (isOver())
        return;
    m_state->endThreads();
    ++m_state->round;
    for (auto& [host, tested] : m_state->hosts) {
        if (tested.test.isOver())
            continue;
        tested.test.cancel();
        emit changed(host, tested.test.checks());
    }
    if (m_state->network == Network::Measure && !m_state->pairs)
        m_state->pairs.emplace();
    if (m_state->pairs)
        m_state->pairs->cancel();
    emit pairsChanged();
    emit finished();
}

bool Preflight::isOver() const
{
    return m_state->isOver();
}

HostChecks Preflight::checks(int host) const
{
    const auto tested = m_state->hosts.find(host);
    return tested == m_state->hosts.end() ? HostChecks() : tested->second.test.checks();
}

PairChecks Preflight::pairs() const
{
    return m_state->pairs ? m_state->pairs->checks() : PairChecks();
}

void Preflight::answerHostKey(int host, bool trust)
{
    const auto tested = m_state->hosts.find(host);
    if (tested != m_state->hosts.end() && tested->second.thread)
        tested->second.thread->answerHostKey(trust);
}

void Preflight::answerSecret(int host, const QByteArray& secret)
{
    const Secret given(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    for (const int one : m_state->questions.answered(host)) {
        const auto tested = m_state->hosts.find(one);
        if (tested != m_state->hosts.end() && tested->second.thread)
            tested->second.thread->answerSecret(given.copy());
    }
}

} // namespace lockstep
