// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/model_costs.h"

#include <QHash>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>
#include <optional>

namespace lockstep {

/// Asks lockstep-engine what models cost, one question at a time and each only once, without making anyone
/// wait. An answer's error with the key "model.name" is the engine's refusal of the model for these data; one
/// without a key says that the engine itself could not be asked. Lives on the GUI thread.
class ModelDescriber : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit ModelDescriber(QString engine, QObject* parent = nullptr);
    ~ModelDescriber() override;

    /// The answer if it is known. If not, the question is asked, in place of one that waits, and described()
    /// follows.
    std::optional<Result<ModelCosts>> costs(const ModelQuestion& question);

signals:
    /// A new answer is known.
    void described();

private:
    void ask(const ModelQuestion& question);
    void finish(const Result<ModelCosts>& answer);

    QString m_engine;
    QHash<QString, Result<ModelCosts>> m_answers;
    QString m_asked; ///< key of the question that the process answers; empty: none
    std::optional<ModelQuestion> m_next;
    QProcess m_process;
    QTimer m_deadline;
};

/// The same at once, for a program without a window: waits for the engine, up to its deadline.
Result<ModelCosts> describeModel(const QString& engine, const ModelQuestion& question);

} // namespace lockstep
