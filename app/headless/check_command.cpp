// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/check_command.h"

#include "app/document/experiment_paths.h"
#include "app/headless/headless.h"
#include "app/headless/host_testing.h"
#include "app/problems/find_problems.h"
#include "app/problems/local_files.h"
#include "app/problems/local_probe.h"
#include "app/problems/model_describer.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "engine/protocol/exit_code.h"
#include "remote/preflight/failures.h"

#include <QCoreApplication>
#include <QFile>
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
    QFile document(file);
    if (!document.open(QIODevice::ReadOnly))
        return Error{LOCKSTEP_TEXT("Cannot read %1: %2."),
                     {file.toStdString(), document.errorString().toStdString()},
                     {}};
    const QByteArray text = document.read(static_cast<qint64>(kMaxExperimentBytes) + 1);
    Result<Experiment> experiment =
        parseExperiment({text.constData(), static_cast<std::size_t>(text.size())});
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
    for (const Problem& problem : problems) {
        const QString text = errorMessage(problem.error);
        const QString line = problem.severity == Severity::Error ? text : warning.arg(text);
        std::fprintf(stderr, "lockstep: %s\n", qUtf8Printable(inertString(line)));
    }
}

void printResult(const Problems& problems, const std::optional<Sentence>& note, bool asJson)
{
    const bool isOk = errorCount(problems) == 0;
    if (asJson) {
        QJsonArray notes;
        if (note)
            notes.append(QString::fromStdString(note->english()));
        const QJsonObject result{{QStringLiteral("ok"), isOk},
                                 {QStringLiteral("errors"), toJson(problems, Severity::Error)},
                                 {QStringLiteral("warnings"), toJson(problems, Severity::Warning)},
                                 {QStringLiteral("notes"), notes}};
        std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    } else if (isOk) {
        std::printf("%s\n",
                    qUtf8Printable(QCoreApplication::translate("Headless", "The experiment can run.")));
        if (note)
            std::printf("%s\n", qUtf8Printable(QCoreApplication::translate("Headless", "note: %1")
                                                   .arg(inertString(sentenceText(*note)))));
    }
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
Problems problemsOf(const Experiment& experiment)
{
    const std::vector<std::string>& models = modelNames();
    if (std::find(models.begin(), models.end(), experiment.model.name) == models.end())
        return findProblems(experiment);
    const Result<ModelCosts> costs = describeModel(programPaths().engine, modelQuestion(experiment));
    const Result<HostReport> own =
        probeThisComputer(programPaths().engine); // that it fails, costs say as well
    Problems problems = own ? findProblems(experiment, costs, localReports(experiment.topology, *own), &*own)
                            : findProblems(experiment, costs);
    if (!costs && costs.error().key.empty())
        problems.push_back({Severity::Warning, costs.error()});
    return problems;
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

/// What keeps it from running beyond the document: files that are not on this computer, and hosts that fail
/// their test.
std::vector<Error> surroundingErrors(const Experiment& experiment, const CommandLine& line)
{
    std::vector<Error> errors = missingFiles(experiment);
    const auto tests = testHosts(experiment, hostsToTest(experiment.topology, errors.empty()),
                                 remoteOptionsOf(line), line.json ? stderr : stdout);
    for (Error& error : failuresOf(experiment.topology, tests))
        errors.push_back(std::move(error));
    return errors;
}

} // namespace

int runCheck(const CommandLine& line)
{
    Problems problems;
    std::optional<Sentence> note;
    if (const Result<Experiment> experiment = readExperiment(line.target, line.values)) {
        problems = problemsOf(*experiment);
        note = openExchangeNote(experiment->topology);
        if (errorCount(problems) == 0 && !line.offline) {
            Problems found;
            for (Error& error : surroundingErrors(*experiment, line))
                found.push_back({Severity::Error, std::move(error)});
            problems.insert(problems.begin(), found.begin(), found.end());
        }
    } else {
        problems.push_back({Severity::Error, experiment.error()});
    }
    printProblems(problems);
    printResult(problems, note, line.json);
    return static_cast<int>(errorCount(problems) == 0 ? ExitCode::Success : ExitCode::InvalidExperiment);
}

} // namespace lockstep
