// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/check_command.h"

#include "app/document/experiment_document.h"
#include "app/document/experiment_paths.h"
#include "app/headless/headless.h"
#include "app/headless/host_testing.h"
#include "app/headless/pair_report.h"
#include "app/headless/strategy_report.h"
#include "app/problems/find_problems.h"
#include "app/problems/forecast_input.h"
#include "app/problems/gathered_problems.h"
#include "app/problems/host_needs.h"
#include "app/problems/local_files.h"
#include "app/problems/local_probe.h"
#include "app/problems/model_describer.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "engine/protocol/exit_code.h"
#include "remote/preflight/failures.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>

namespace lockstep {

Result<Experiment> readExperiment(const QString& file, const QStringList& values)
{
    Result<Experiment> experiment = readExperimentFile(file);
    if (!experiment)
        return experiment.error();
    for (const QString& value : values) {
        const qsizetype equals = value.indexOf(u'=');
        Result<Experiment> changed =
            withValue(*experiment, value.left(equals).toStdString(), value.mid(equals + 1).toStdString());
        if (!changed)
            return changed.error();
        experiment = std::move(changed);
    }
    return withAbsolutePaths(*experiment, QFileInfo(file).absolutePath());
}

void printErrors(const std::vector<Error>& errors)
{
    for (const Error& error : errors)
        std::fprintf(stderr, "lockstep: %s\n", qUtf8Printable(inertString(errorMessage(error))));
}

namespace {

QJsonArray toJson(const Problems& problems, Severity severity)
{
    QJsonArray list;
    for (const Problem& problem : problems) {
        if (problem.severity == severity)
            list.append(
                QJsonObject{{QStringLiteral("key"), QString::fromStdString(problem.error.key)},
                            {QStringLiteral("message"), QString::fromStdString(problem.error.message())}});
    }
    return list;
}

void printProblems(const Problems& problems)
{
    const QString warning = QCoreApplication::translate("Headless", "warning: %1");
    for (const Problem& problem : gathered(problems)) {
        const QString text = errorMessage(problem.error);
        const QString line = problem.severity == Severity::Error ? text : warning.arg(text);
        std::fprintf(stderr, "lockstep: %s\n", qUtf8Printable(inertString(line)));
    }
}

/// What is found without asking anyone but the engine of this computer.
struct Examination {
    Problems problems;
    std::optional<Sentence> note;
    Topology topology{};
    PairChecks pairs{};       ///< the network between hosts; nothing offline
    StrategyTable strategies; ///< without rows: not asked for, or what the model costs is not known
    NeedsOfHosts needs{};     ///< empty: what the model costs is not known
};

void printStrategies(const StrategyTable& strategies)
{
    if (const QString text = strategyReport(strategies); !text.isEmpty())
        std::printf("\n%s\n", qUtf8Printable(text));
}

void printResult(const Examination& found, bool asJson)
{
    const bool isOk = errorCount(found.problems) == 0;
    if (asJson) {
        QJsonArray notes;
        if (found.note)
            notes.append(QString::fromStdString(found.note->english()));
        const QJsonObject result{
            {QStringLiteral("ok"), isOk},
            {QStringLiteral("errors"), toJson(found.problems, Severity::Error)},
            {QStringLiteral("warnings"), toJson(found.problems, Severity::Warning)},
            {QStringLiteral("notes"), notes},
            {QStringLiteral("network"), pairsJson(found.topology, found.pairs)},
            {QStringLiteral("strategies"), strategiesJson(found.strategies)},
            {QStringLiteral("advice"), QString::fromStdString(found.strategies.advice.text.english())}};
        std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
        return;
    }
    if (const QString text = pairReport(found.topology, found.pairs); !text.isEmpty())
        std::printf("%s\n", qUtf8Printable(inertString(text)));
    if (isOk) {
        std::printf("%s\n",
                    qUtf8Printable(QCoreApplication::translate("Headless", "The experiment can run.")));
        if (found.note)
            std::printf("%s\n", qUtf8Printable(QCoreApplication::translate("Headless", "note: %1")
                                                   .arg(inertString(sentenceText(*found.note)))));
    }
    printStrategies(found.strategies);
}

/// Of the hosts that are this computer.
HostReports localReports(const Topology& topology, const HostReport& thisComputer)
{
    HostReports reports;
    for (const Host& host : topology.hosts) {
        if (host.connection == Connection::Local)
            reports.emplace(host.id, thisComputer);
    }
    return reports;
}

/// An engine that cannot be asked is said, and is no fault of the experiment.
Examination examine(const Experiment& experiment, bool isOffline)
{
    Examination found;
    if (!experiment.training.encryption)
        found.note = openExchangeNote(experiment.topology, experiment.training.strategy);
    const std::vector<std::string>& models = modelNames();
    if (std::find(models.begin(), models.end(), experiment.model.name) == models.end()) {
        found.problems = findProblems(experiment);
        return found;
    }
    const Result<ModelCosts> costs = describeModel(programPaths().engine, modelQuestion(experiment));
    const Result<HostReport> own =
        probeThisComputer(programPaths().engine); // that it fails, costs say as well
    const HostReports reports = own ? localReports(experiment.topology, *own) : HostReports{};
    found.problems = findProblems(experiment, costs, reports, own ? &*own : nullptr);
    if (!costs && costs.error().key.empty())
        found.problems.push_back({Severity::Warning, costs.error()});
    if (costs)
        found.needs = needsOfHosts(experiment, *costs);
    if (costs && isOffline)
        found.strategies = forecastStrategies(forecastInput(experiment, *costs, reports));
    return found;
}

/// Those with ranks. This computer is left out where its files are missing, which is said already.
std::set<int> hostsToTest(const Topology& topology, bool isComplete)
{
    std::set<int> hosts;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        if (!host.devices.empty() && (isComplete || host.connection == Connection::Ssh))
            hosts.insert(static_cast<int>(i));
    }
    return hosts;
}

/// What keeps it from running beyond the document, or disappoints: files that are not on this computer, hosts
/// that fail their test, and a network that is not as drawn.
Problems surroundingProblems(const Experiment& experiment, const NeedsOfHosts& needs, const CommandLine& line,
                             PairChecks& pairs)
{
    std::vector<Error> errors = missingFiles(experiment);
    const TestedHosts tests = testHosts(experiment, hostsToTest(experiment.topology, errors.empty()), needs,
                                        remoteOptionsOf(line), line.json ? stderr : stdout);
    for (Error& error : failuresOf(experiment.topology, tests.hosts))
        errors.push_back(std::move(error));
    Problems problems;
    for (Error& error : errors)
        problems.push_back({Severity::Error, std::move(error)});
    for (Problem& problem : pairProblems(experiment.topology, tests.pairs))
        problems.push_back(std::move(problem));
    pairs = tests.pairs;
    return problems;
}

} // namespace

int runCheck(const CommandLine& line)
{
    Examination found;
    Problems& problems = found.problems;
    if (const Result<Experiment> experiment = readExperiment(line.target, line.values)) {
        found = examine(*experiment, line.offline);
        if (errorCount(problems) == 0 && !line.offline) {
            found.topology = experiment->topology;
            const Problems around = surroundingProblems(*experiment, found.needs, line, found.pairs);
            problems.insert(problems.begin(), around.begin(), around.end());
        }
    } else {
        problems.push_back({Severity::Error, experiment.error()});
    }
    printProblems(problems);
    printResult(found, line.json);
    return static_cast<int>(errorCount(problems) == 0 ? ExitCode::Success : ExitCode::InvalidExperiment);
}

} // namespace lockstep
