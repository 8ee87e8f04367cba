// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/trial.h"

#include "app/blame/blame_texts.h"
#include "engine/protocol/imitation.h"
#include "tests/app/blame/rehearsed_star.h"

#include <QTest>

namespace lockstep {

namespace {

constexpr int kNamedMs = 60'000;

/// The ranks of the rehearsals that begin from now on imitate computing, or do not.
void setImitated(bool isImitated)
{
    if (isImitated)
        qputenv(kImitateCompute, "/dev/shm/turns"); // on the disk of the rehearsal alone
    else
        qunsetenv(kImitateCompute);
}

} // namespace

QString Trial::carryOut(int quietMs)
{
    if (!begin())
        return QStringLiteral("the rehearsal did not begin");
    QTest::qWait(quietMs);
    const QString wrong = wrongName();
    return wrong.isEmpty() && m_fault != Fault::None ? nameIt() : wrong;
}

bool Trial::begin()
{
    constexpr int kAttempts = 3;
    setImitated(!factsOf(m_fault).isAlone);
    const Experiment experiment = factsOf(m_fault).isLocal ? computingStar() : sendingStar();
    bool hasBegun = false;
    for (int attempt = 0; attempt < kAttempts && !(hasBegun && m_run->isEven()); ++attempt) {
        m_run.reset(); // one at a time
        m_run = std::make_unique<WatchedRun>(experiment, m_runs);
        hasBegun = m_run->begin();
    }
    setImitated(false);
    return hasBegun;
}

QString Trial::nameIt()
{
    if (factsOf(m_fault).isLocal && !m_run->isEven())
        m_victim = m_run->slowestHost();
    m_run->setDisturbed();
    const double begun = m_run->now();
    m_injected = std::make_unique<InjectedFault>(m_run->rehearsal(), m_fault, m_victim);
    const auto isRight = [this] {
        const Culprit& culprit = m_run->blame().culprit();
        return isNamed(m_fault, m_victim, culprit) && m_run->isSlower(culprit);
    };
    const bool wasNamed = QTest::qWaitFor(isRight, kNamedMs);
    m_seconds = m_run->now() - begun;
    const QString sentence = blameSentence(m_run->blame().culprit(), m_run->topology());
    qInfo("host %zu, after %.1f s: %s", m_victim, m_seconds, qPrintable(sentence));
    if (!hasLanded())
        return QStringLiteral("nothing could be done to the rehearsal");
    return wasNamed ? wrongName() : QStringLiteral("at the end: ") + sentence;
}

QString Trial::wrongName() const
{
    for (const Culprit& culprit : m_run->named()) {
        const bool isRight = hasLanded() && isNamed(m_fault, m_victim, culprit);
        if (!isRight && !isExcused(culprit))
            return blameSentence(culprit, m_run->topology());
    }
    return {};
}

/// Of hosts that are not as quick as each other, the slower one is rightly named before anything is done.
bool Trial::isExcused(const Culprit& culprit) const
{
    return culprit.kind == Culprit::Kind::SlowRank && !m_run->isEven();
}

} // namespace lockstep
