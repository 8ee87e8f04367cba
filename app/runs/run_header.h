// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/continuation.h"
#include "app/summary/run_summary.h"
#include "remote/run/run_controller.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace lockstep {

class ShareMenu;

/// The top of a run page: name, phase, how far and how long, how it can be given to others, and how it can go
/// on once it has ended. (Stop stands in the tool bar, where it is on every page.)
class RunHeader : public QWidget {
    Q_OBJECT
public:
    explicit RunHeader(QWidget* parent = nullptr);

    void setRun(const RunInfo& info);
    /// Offers to give the run of this folder to others.
    void setFolder(const QString& folder);
    void setPhase(RunPhase phase);
    void setProgress(const RunSummary& summary);
    /// Offers to resume the run or to train it longer.
    void setContinuation(Continuation continuation);
    /// How far it is stands beside its name, and not below, unless that is long.
    void setLow(bool isLow);
    /// While journals are being read; 0 of 0 ends it.
    void setLoading(qint64 done, qint64 total);

signals:
    void resumeRequested();
    void longerTrainingRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void placeDetail();
    void setDetail(const QString& text);
    /// How long its attempts took, ms; for as long as one goes on, until now.
    qint64 elapsedMs(const RunSummary& summary) const;
    /// That training goes on is known.
    bool goesOn() const;
    qint64 waitingMs(const RunSummary& summary) const;

    QLabel* m_name;
    QLabel* m_phase;
    QLabel* m_detail;
    QProgressBar* m_progress;
    QVBoxLayout* m_column = nullptr;
    QHBoxLayout* m_row = nullptr; ///< the first line of the column
    QPushButton* m_goOn;          ///< Resume, or Train longer
    QToolButton* m_shareButton;
    ShareMenu* m_share;
    bool m_isLow = false;
    bool m_isLong = false; ///< its detail, for a place beside the name
    Continuation m_continuation = Continuation::None;
    RunInfo m_info;
    RunPhase m_shown = RunPhase::Waiting;
    bool m_hasTrained = false; ///< in the present attempt or in one before
};

} // namespace lockstep
