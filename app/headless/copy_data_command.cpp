// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/copy_data_command.h"

#include "app/document/experiment_document.h"
#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/host_line.h"
#include "app/headless/terminal.h"
#include "app/headless/terminal_questions.h"
#include "app/runs/copy_texts.h"
#include "app/text/error_text.h"
#include "engine/protocol/exit_code.h"
#include "remote/delivery/data_delivery.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <map>

namespace lockstep {

namespace {

struct CopyTexts {
    Q_DECLARE_TR_FUNCTIONS(Headless)
};

/// Copies, and shows how far it is.
class Copying {
public:
    Copying(const Experiment& experiment, const CommandLine& line)
        : m_experiment(experiment), m_terminal(stderr),
          m_questions([this](const QString& text) { m_terminal.printLine(text); }),
          m_delivery(remoteOptionsOf(line))
    {
        m_delivery.setWay(line.copyWay);
        QObject::connect(&m_delivery, &DataDelivery::reading, &m_loop, [this](qint64 done, qint64 total) {
            m_terminal.setBlock(
                {CopyTexts::tr("Reading the data: %1").arg(copiedText(kThisComputer, done, total, {}))});
        });
        QObject::connect(&m_delivery, &DataDelivery::waiting, &m_loop, [this](int host, int from) {
            show(host, waitingText(from, m_experiment.topology));
        });
        QObject::connect(
            &m_delivery, &DataDelivery::deploying, &m_loop,
            [this](int host, qint64 done, qint64 total) { show(host, engineText(done, total)); });
        QObject::connect(&m_delivery, &DataDelivery::copying, &m_loop,
                         [this](int host, int from, qint64 done, qint64 total) {
                             show(host, copiedText(from, done, total, m_experiment.topology));
                         });
        QObject::connect(&m_delivery, &DataDelivery::hostDone, &m_loop,
                         [this](int host, bool hadThem, int from) {
                             say(host, arrivedText(hadThem, from, m_experiment.topology));
                         });
        QObject::connect(&m_delivery, &DataDelivery::planned, &m_loop,
                         [this](const DeliveryPlan& plan, CopyWay way) { tell(plan, way); });
        QObject::connect(&m_delivery, &DataDelivery::hostFailed, &m_loop,
                         [this](int host, const Error& error) { fail(host, error); });
        QObject::connect(&m_delivery, &DataDelivery::unreadable, &m_loop,
                         [this](const Error& error) { m_errors.push_back(error); });
        connectQuestions();
        QObject::connect(&m_delivery, &DataDelivery::finished, &m_loop,
                         [this](const std::optional<DataSpec>& data) {
                             m_data = data;
                             m_loop.quit();
                         });
    }

    /// The data as they lie on the hosts; nothing where one has not got them, see errors().
    std::optional<DataSpec> run()
    {
        m_delivery.begin(m_experiment, hostsWithoutOurFiles(m_experiment.topology));
        if (!m_delivery.isOver())
            m_loop.exec();
        m_terminal.setBlock({});
        return m_data;
    }
    const std::vector<Error>& errors() const { return m_errors; }

private:
    const std::string& name(int host) const
    {
        return m_experiment.topology.hosts[static_cast<std::size_t>(host)].name;
    }
    void show(int host, const QString& text)
    {
        m_blocks[host] = hostLine(name(host), text);
        showBlocks();
    }
    /// Where there is a choice.
    void tell(const DeliveryPlan& plan, CopyWay way)
    {
        if (plan.order.size() < 2)
            return;
        m_terminal.printLine(
            way == CopyWay::Chain
                ? CopyTexts::tr("From host to host: %1").arg(chainText(plan, m_experiment.topology))
                : CopyTexts::tr("From this computer to each host."));
        if (const QString expected = expectationText(plan); !expected.isEmpty())
            m_terminal.printLine(expected);
    }
    void showBlocks()
    {
        QStringList lines;
        for (const auto& [host, line] : m_blocks)
            lines.append(line);
        m_terminal.setBlock(lines);
    }
    void say(int host, const QString& text)
    {
        m_blocks.erase(host);
        showBlocks();
        m_terminal.printLine(hostLine(name(host), text));
    }
    void fail(int host, const Error& error)
    {
        m_blocks.erase(host);
        showBlocks();
        m_errors.push_back({LOCKSTEP_TEXT("%1: %2"), {name(host), Sentence(error)}, {}});
    }
    void connectQuestions()
    {
        QObject::connect(&m_delivery, &DataDelivery::hostKeyUnknown, &m_loop,
                         [this](const HostKeyQuestion& question) {
                             m_delivery.answerHostKey(question.host, m_questions.trusts(question));
                         });
        QObject::connect(&m_delivery, &DataDelivery::secretNeeded, &m_loop,
                         [this](const SecretQuestion& question) {
                             QByteArray secret = m_questions.secretFor(question);
                             m_delivery.answerSecret(question.host, secret);
                             secret.fill('\0');
                         });
    }

    Experiment m_experiment;
    Terminal m_terminal;
    TerminalQuestions m_questions;
    std::map<int, QString> m_blocks;
    std::vector<Error> m_errors;
    std::optional<DataSpec> m_data;
    QEventLoop m_loop;
    DataDelivery m_delivery;
};

/// The document with these paths, and nothing else of it changed.
Result<void> writePaths(const QString& file, const DataSpec& data)
{
    ExperimentDocument document;
    if (const Result<void> opened = document.open(file); !opened)
        return opened.error();
    Experiment next = document.experiment();
    next.data.path = data.path;
    next.data.testList = data.testList;
    document.edit([] { return QString(); }, next);
    return document.save(file);
}

} // namespace

int runCopyData(const CommandLine& line)
{
    const Result<Experiment> experiment = readExperiment(line.target, line.values);
    if (!experiment)
        return refuse(experiment.error(), ExitCode::InvalidExperiment);
    if (placeOf(experiment->data.kind) == DataPlace::BuiltIn)
        return refuse(
            {LOCKSTEP_TEXT("These data are made by the program itself, so there is nothing to copy."),
             {},
             {}},
            ExitCode::InvalidExperiment);
    Copying copying(*experiment, line);
    const std::optional<DataSpec> data = copying.run();
    if (!data) {
        printErrors(copying.errors());
        return static_cast<int>(ExitCode::DeployFailed);
    }
    std::printf("data.path=%s\n", data->path.c_str());
    if (!data->testList.empty())
        std::printf("data.test_list=%s\n", data->testList.c_str());
    if (!line.writes)
        return static_cast<int>(ExitCode::Success);
    const Result<void> written = writePaths(line.target, *data);
    return written ? static_cast<int>(ExitCode::Success) : refuse(written.error(), ExitCode::Failure);
}

} // namespace lockstep
