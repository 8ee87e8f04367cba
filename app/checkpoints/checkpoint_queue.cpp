// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_queue.h"

#include <utility>

namespace lockstep {

namespace {

/// Nothing for what is done here.
std::optional<CheckpointDeed> deedOf(CheckpointStep::Kind kind)
{
    switch (kind) {
    case CheckpointStep::Kind::Fetch:
        return CheckpointDeed::Fetch;
    case CheckpointStep::Kind::CheckOnHost:
        return CheckpointDeed::Check;
    case CheckpointStep::Kind::Discard:
        return CheckpointDeed::Discard;
    case CheckpointStep::Kind::EvaluateOnHost:
        return CheckpointDeed::Evaluate;
    default:
        return std::nullopt;
    }
}

} // namespace

CheckpointQueue::CheckpointQueue(QString engine, QObject* parent) : QObject(parent), m_work(std::move(engine))
{
    connect(&m_work, &CheckpointWork::progress, this, &CheckpointQueue::progressed);
    connect(&m_work, &CheckpointWork::checked, this,
            [this](const Sentence& damage, const std::optional<Error>& error) {
                if (error)
                    return fail(*error);
                emit copyChecked(m_steps.first().path, damage);
                next();
            });
    connect(&m_work, &CheckpointWork::done, this, [this](const std::optional<Error>& error) {
        emit copiesChanged(); // some of it may be gone even so
        error ? fail(*error) : next();
    });
}

void CheckpointQueue::setFolder(const QString& runFolder)
{
    if (m_folder == runFolder)
        return;
    cancel();
    m_folder = runFolder;
}

void CheckpointQueue::add(const QVector<CheckpointStep>& steps)
{
    const bool wasIdle = m_steps.isEmpty();
    m_steps.append(steps);
    if (wasIdle && !m_steps.isEmpty())
        begin();
}

void CheckpointQueue::begin()
{
    emit moved();
    const CheckpointStep step = m_steps.first();
    const QString folder = m_folder + u'/' + step.path;
    switch (step.kind) {
    case CheckpointStep::Kind::CheckCopy:
        return m_work.check(folder);
    case CheckpointStep::Kind::RemoveCopy:
        return m_work.remove(folder);
    case CheckpointStep::Kind::Export:
        return m_work.exportWeights(folder, step.file);
    case CheckpointStep::Kind::Then:
        next(); // it may ask for more
        return step.then();
    default:
        emit hostOrdered(*deedOf(step.kind), step.path);
    }
}

void CheckpointQueue::next()
{
    m_steps.removeFirst();
    if (m_steps.isEmpty())
        emit moved();
    else
        begin();
}

void CheckpointQueue::fail(const Error& error)
{
    m_steps.clear();
    emit failed(error);
    emit moved();
}

void CheckpointQueue::cancel()
{
    if (m_steps.isEmpty())
        return;
    const CheckpointStep step = m_steps.first();
    m_steps.clear();
    m_work.end();
    if (deedOf(step.kind))
        emit hostTakenBack(step.path);
    emit moved();
}

bool CheckpointQueue::awaits(const QString& checkpoint) const
{
    return !m_steps.isEmpty() && m_steps.first().path == checkpoint && deedOf(m_steps.first().kind);
}

void CheckpointQueue::hostProgressed(const QString& checkpoint, qint64 done, qint64 total)
{
    if (awaits(checkpoint))
        emit progressed(done, total);
}

void CheckpointQueue::hostFinished(const CheckpointOutcome& outcome)
{
    if (!awaits(outcome.checkpoint) || deedOf(m_steps.first().kind) != outcome.deed)
        return;
    if (outcome.deed == CheckpointDeed::Fetch)
        emit copiesChanged();
    if (outcome.error)
        return fail(*outcome.error);
    if (outcome.deed == CheckpointDeed::Check)
        emit hostChecked(outcome.checkpoint, outcome.checked);
    else if (outcome.deed == CheckpointDeed::Discard)
        emit discarded(outcome.checkpoint);
    else if (outcome.deed == CheckpointDeed::Evaluate)
        emit hostEvaluated(outcome.checkpoint, outcome.report);
    next();
}

} // namespace lockstep
