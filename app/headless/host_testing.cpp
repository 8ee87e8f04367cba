// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/host_testing.h"

#include "app/headless/host_line.h"
#include "app/headless/terminal.h"
#include "app/headless/terminal_questions.h"
#include "app/runs/preflight_texts.h"
#include "remote/preflight/preflight.h"

#include <QEventLoop>
#include <algorithm>

namespace lockstep {

TestedHosts testHosts(const Experiment& experiment, const std::set<int>& hosts, const NeedsOfHosts& needs,
                      const RemoteOptions& options, std::FILE* stream)
{
    Terminal terminal(stream);
    const TerminalQuestions questions([&terminal](const QString& text) { terminal.printLine(text); });
    Preflight preflight(options);
    QEventLoop loop;
    QObject::connect(&preflight, &Preflight::hostKeyUnknown, &loop, [&](const HostKeyQuestion& question) {
        preflight.answerHostKey(question.host, questions.trusts(question));
    });
    QObject::connect(&preflight, &Preflight::secretNeeded, &loop, [&](const SecretQuestion& question) {
        QByteArray secret = questions.secretFor(question);
        preflight.answerSecret(question.host, secret);
        secret.fill('\0');
    });
    TestedHosts tests;
    QObject::connect(&preflight, &Preflight::changed, &loop, [&](int host, const HostChecks& checks) {
        tests.hosts[host] = checks;
        const Host& machine = experiment.topology.hosts[static_cast<std::size_t>(host)];
        if (havePassed(checks)) // what failed is among the errors
            terminal.printLine(hostLine(machine.name, testText(checks)));
    });
    QObject::connect(&preflight, &Preflight::finished, &loop, &QEventLoop::quit);
    preflight.begin(experiment, hosts, Preflight::Network::Measure, needs);
    if (!preflight.isOver())
        loop.exec();
    tests.pairs = preflight.pairs(); // in the order in which they were measured
    std::ranges::sort(tests.pairs, {}, &PairCheck::pair);
    return tests;
}

} // namespace lockstep
