// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/run_checkpoints.h"

#include <QObject>
#include <functional>

class QWidget;

namespace lockstep {

/// What a person does with the checkpoints of a run in the window: turns each wish into steps, and asks where
/// something is lost by it.
class CheckpointDeeds : public QObject {
    Q_OBJECT
public:
    /// Both outlive it; questions are asked over `window`.
    CheckpointDeeds(RunCheckpoints& run, QWidget& window);

    void lookInside(const CheckpointEntry& entry);
    void evaluate(const CheckpointEntry& entry);
    void compare(const CheckpointEntry& older, const CheckpointEntry& newer);
    void exportWeights(const CheckpointEntry& entry);
    void resume(const CheckpointEntry& entry);
    void fineTune(const CheckpointEntry& entry);
    void openFolder(const CheckpointEntry& entry);
    void remove(const CheckpointEntry& entry);
    /// Whether the run goes on.
    void setLive(bool isLive) { m_isLive = isLive; }

signals:
    /// Something was done that is not seen otherwise.
    void told(const QString& text);
    void failed(const lockstep::Error& error);
    // As those of CheckpointPanel.
    void resumeWanted(qint64 step);
    void experimentWanted(const lockstep::Experiment& experiment);
    void insideWanted(const QString& folder);
    void comparisonWanted(const QString& folder, const QString& other);
    void evaluationWanted(const QString& folder);

private:
    /// Once all of them are on this computer.
    void whenHere(const RunCheckpoints::Entries& entries, std::function<void()> then);
    void startFrom(const QString& weights, qint64 step);
    /// Where its host said that it lies.
    void startFromHost(qint64 step);
    QString folderOf(const CheckpointEntry& entry) const { return m_run.folder().mirrorPath(entry.path); }

    RunCheckpoints& m_run;
    QWidget& m_window;
    bool m_isLive = false;
};

} // namespace lockstep
