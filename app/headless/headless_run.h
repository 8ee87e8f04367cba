// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/run_blame.h"
#include "app/headless/interrupts.h"
#include "app/headless/progress_printer.h"
#include "app/headless/terminal_questions.h"
#include "app/summary/run_summary.h"
#include "remote/run/run_controller.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

namespace lockstep {

class Rehearsal;

/// Follows one run on a terminal until it ends or the person leaves it. Ctrl-C asks the run to stop and
/// waits; a second one leaves it to itself, as SIGTERM does at once.
class HeadlessRun : public QObject {
    Q_OBJECT
public:
    enum class Output { Text, Json };
    /// When the person left and the run went on: 128 + the signal's number.
    struct Outcome {
        int exitCode = 0;
        QString folder; ///< empty when no run came about
    };

    HeadlessRun(RemoteOptions options, Output output);
    ~HeadlessRun() override;

    /// Each runs the event loop until the end and prints the result.
    Outcome start(const Experiment& experiment);
    /// Of a rehearsal, which ends when the person leaves it.
    Outcome rehearse(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal);
    Outcome attach(const RunFolder& folder);
    Outcome stop(const RunFolder& folder);
    /// Refused where nothing is left to train, unless there are more epochs or the beginning is an earlier
    /// checkpoint, `fromStep`.
    Outcome resume(const RunFolder& folder, int moreEpochs, std::optional<qint64> fromStep);

    /// Prints a line of somebody else's between its own.
    void say(const QString& text) { m_printer->line(text); }

signals:
    void trains();
    /// The run has ended, or the person left.
    void done();

private:
    void connectController();
    Outcome follow(const Result<void>& begun);
    Outcome refuse(const Error& error);
    void loadMirror(const RunFolder& folder);
    void interrupt(int signal);
    void answer(const HostKeyQuestion& question);
    void answer(const SecretQuestion& question);
    void answer(const LibraryQuestion& question);
    void tellRestart(const RunInfo& info);
    void conclude(const RunInfo& info);
    void printResult(const RunInfo& info);
    void begin(const Experiment& experiment);
    /// Says who holds the run back when that is somebody else than before.
    void judge();
    double now() const { return static_cast<double>(m_clock.elapsed()) * 1e-3; }

    Output m_output;
    RunController m_controller;
    RunSummary m_summary;
    RunBlame m_blame{Experiment()};
    QElapsedTimer m_clock; ///< of `m_blame`
    QTimer m_judging;
    std::unique_ptr<ProgressPrinter> m_printer;
    TerminalQuestions m_questions{[this](const QString& text) { m_printer->line(text); }};
    std::unique_ptr<Interrupts> m_interrupts;
    std::optional<RunInfo> m_end;
    int m_leftBy = 0; ///< signal by which the person left
    int m_interruptions = 0;
    qint64 m_damaged = 0;
    bool m_isRehearsal = false;
    bool m_begun = false; ///< the run has an id; nothing is printed before that
};

} // namespace lockstep
