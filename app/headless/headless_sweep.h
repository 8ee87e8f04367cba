// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep_runner.h"
#include "app/headless/interrupts.h"
#include "app/headless/terminal.h"
#include "app/headless/terminal_questions.h"

#include <QMap>
#include <QObject>

namespace lockstep {

struct CommandLine;

/// The sweep that a person asked for on the command line: a line when a run begins or ends, and at last, with
/// --json, one object: sweep, runs (each with point, run, values by key, state, exit_code,
/// validation_accuracy), left (how many have not ended).
class HeadlessSweep : public QObject {
    Q_OBJECT
public:
    HeadlessSweep(RemoteOptions options, Sweep sweep, bool json);

    /// 0 when every run has finished, ExitCode::Stopped when a person ended it, else that of the first run
    /// that failed.
    int run();

private:
    void connectRunner();
    void answer(RunController& controller);
    void interrupt(int signal);
    void tellBegin(int point);
    void tellEnd(int point, const RunInfo& info);
    QString nameOf(int point) const;
    QByteArray resultJson() const;
    int exitCode() const;

    RemoteOptions m_options;
    bool m_json;
    SweepRunner m_runner;
    Terminal m_terminal;
    TerminalQuestions m_questions;
    QMap<int, RunInfo> m_ends; ///< by point, of this program's time
    int m_leftBy = 0;          ///< the signal by which it was left; 0: it was not
    int m_interruptions = 0;
    bool m_wasRefused = false; ///< a run could not begin

signals:
    void done();
};

/// `lockstep sweep`: begins the sweep of an experiment, or goes on with what is left of one.
int runSweep(const CommandLine& line);

} // namespace lockstep
