// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/model_describer.h"

#include <utility>

namespace lockstep {

namespace {

Result<ModelCosts> costsOf(const EngineAnswer& answer, const ModelQuestion& question)
{
    if (answer.isOk)
        return parseModelCosts(answer.output);
    if (!answer.refusal.isEmpty())
        return Error{LOCKSTEP_TEXT("The model %1 cannot be built for these data: %2"),
                     {question.model.toStdString(), answer.refusal.toStdString()},
                     "model.name"};
    return Error{LOCKSTEP_TEXT("The engine could not be asked what the model costs: %1."),
                 {answer.failure.toStdString()},
                 {}};
}

} // namespace

ModelDescriber::ModelDescriber(const QString& engine, QObject* parent) : QObject(parent), m_engine(engine)
{
    connect(&m_engine, &EngineQuestion::answered, this, &ModelDescriber::take);
}

std::optional<Result<ModelCosts>> ModelDescriber::costs(const ModelQuestion& question)
{
    const QString key = question.key();
    if (const auto found = m_answers.constFind(key); found != m_answers.constEnd())
        return *found;
    if (!m_asked)
        ask(question);
    else if (m_asked->key() != key)
        m_next = question;
    return std::nullopt;
}

void ModelDescriber::ask(const ModelQuestion& question)
{
    m_asked = question;
    m_engine.ask(question.arguments());
}

void ModelDescriber::take(const EngineAnswer& answer)
{
    const ModelQuestion question = *std::exchange(m_asked, std::nullopt);
    m_answers.insert(question.key(), costsOf(answer, question));
    emit described();
    // Whoever heard it may have asked again.
    if (const std::optional<ModelQuestion> next = std::exchange(m_next, std::nullopt); next && !m_asked)
        costs(*next);
}

Result<ModelCosts> describeModel(const QString& engine, const ModelQuestion& question)
{
    return costsOf(askEngine(engine, question.arguments()), question);
}

} // namespace lockstep
