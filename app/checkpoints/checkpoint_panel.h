// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>
#include <optional>

namespace lockstep {

/// The checkpoints that a run keeps, and bringing one to this computer: its files one after the other, the
/// manifest last, because a checkpoint counts only when that is there.
class CheckpointPanel : public QWidget {
    Q_OBJECT
public:
    explicit CheckpointPanel(QWidget* parent = nullptr);
    ~CheckpointPanel() override;

    void setFolder(const RunFolder& folder);
    void setSummary(const RunSummary& summary);
    void fetchProgress(const QString& checkpoint, qint64 done, qint64 total);
    void fetchFinished(const QString& checkpoint, const std::optional<Error>& error);

signals:
    /// A checkpoint of the run: its folder, relative to the run's.
    void fetchRequested(const QString& checkpoint);
    /// What is in these is to be shown: absolute paths of checkpoints that are whole on this computer.
    void insideWanted(const QString& folder);
    void comparisonWanted(const QString& folder, const QString& other);
    void evaluationWanted(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void fetch();
    void openFolder();
    void updateButtons();
    QString chosen() const;

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
