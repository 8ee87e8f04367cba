// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/engine_question.h"
#include "app/problems/model_costs.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <optional>

namespace lockstep {

/// Asks lockstep-engine what models cost, one question at a time and each only once, without making anyone
/// wait. An answer's error with the key "model.name" is the engine's refusal of the model for these data; one
/// without a key says that the engine itself could not be asked. Lives on the GUI thread.
class ModelDescriber : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit ModelDescriber(const QString& engine, QObject* parent = nullptr);

    /// The answer if it is known. If not, the question is asked, in place of one that waits, and described()
    /// follows.
    std::optional<Result<ModelCosts>> costs(const ModelQuestion& question);

signals:
    /// A new answer is known.
    void described();

private:
    void ask(const ModelQuestion& question);
    void take(const EngineAnswer& answer);

    EngineQuestion m_engine;
    QHash<QString, Result<ModelCosts>> m_answers;
    std::optional<ModelQuestion> m_asked; ///< what the engine answers now
    std::optional<ModelQuestion> m_next;
};

/// The same at once, for a program without a window.
Result<ModelCosts> describeModel(const QString& engine, const ModelQuestion& question);

} // namespace lockstep
