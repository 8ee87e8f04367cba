// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/hosts_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/host_line.h"
#include "app/headless/terminal.h"
#include "app/headless/terminal_questions.h"
#include "app/headless/wanted_deeds.h"
#include "app/inventory/chosen_hosts.h"
#include "app/inventory/holdings_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/moment_text.h"
#include "app/text/number_text.h"
#include "remote/inventory/host_inventories.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

namespace lockstep {

namespace {

using Kind = HostDeed::Kind;

struct HostTexts {
    Q_DECLARE_TR_FUNCTIONS(Headless)
};

/// Of an experiment, by a name, or this computer.
Result<QVector<Host>> hostsFor(const QString& target)
{
    if (target.isEmpty())
        return QVector<Host>{thisComputer()};
    if (!QFileInfo::exists(target))
        return hostsNamed(target);
    const Result<Experiment> experiment = readExperiment(target, {});
    if (!experiment)
        return experiment.error();
    return hostsOf(experiment->topology);
}

QString utc(std::int64_t milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds).toUTC().toString(Qt::ISODateWithMs);
}

QString text(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

class HostsCommand {
public:
    explicit HostsCommand(const CommandLine& line)
        : m_line(line), m_inventories(remoteOptionsOf(line)), m_terminal(line.json ? stderr : stdout)
    {
        connectQuestions();
        QObject::connect(&m_inventories, &HostInventories::changed, &m_loop, [this] { showProgress(); });
        QObject::connect(&m_inventories, &HostInventories::finished, &m_loop, &QEventLoop::quit);
        QObject::connect(&m_inventories, &HostInventories::deedEnded, &m_loop,
                         [this](int host, const HostDeedOutcome& outcome) { tell(host, outcome); });
    }

    int carryOut(const QVector<Host>& hosts)
    {
        m_inventories.begin(hosts);
        wait();
        const auto wanted = wantedDeeds(m_line, m_inventories);
        if (!wanted)
            return refuse(wanted.error(), ExitCode::Failure);
        for (const WantedDeed& one : *wanted)
            m_inventories.carryOut(one.host, one.deed);
        wait();
        m_terminal.setBlock({});
        if (m_line.json)
            printJson();
        else
            print();
        return m_code;
    }

private:
    void connectQuestions();
    void wait()
    {
        if (!m_inventories.isOver())
            m_loop.exec();
    }
    void showProgress();
    void tell(int host, const HostDeedOutcome& outcome);
    QString doneText(int host, const HostDeedOutcome& outcome) const;
    void print();
    void print(const HostInventory& inventory);
    void printJson();
    QJsonObject toJson(const HostHoldings& holdings) const;
    QJsonObject toJson(const KeptRun& kept) const;
    bool isMine(const KeptRun& kept) const
    {
        return QFileInfo::exists(QDir(m_line.runs).filePath(QString::fromStdString(kept.state.run)) +
                                 QStringLiteral("/run.json"));
    }

    const CommandLine& m_line;
    HostInventories m_inventories;
    Terminal m_terminal;
    TerminalQuestions m_questions{[this](const QString& line) { m_terminal.printLine(line); }};
    QEventLoop m_loop;
    int m_code = 0;
};

void HostsCommand::connectQuestions()
{
    QObject::connect(&m_inventories, &HostInventories::hostKeyUnknown, &m_loop,
                     [this](const HostKeyQuestion& question) {
                         m_inventories.answerHostKey(question.host, m_questions.trusts(question));
                     });
    QObject::connect(&m_inventories, &HostInventories::secretNeeded, &m_loop,
                     [this](const SecretQuestion& question) {
                         QByteArray secret = m_questions.secretFor(question);
                         m_inventories.answerSecret(question.host, secret);
                         secret.fill('\0');
                     });
}

void HostsCommand::showProgress()
{
    QStringList lines;
    for (int host = 0; host < m_inventories.count(); ++host) {
        const HostHoldings& holdings = m_inventories.holdings(host);
        if (!holdings.isOver())
            lines << hostLine(holdings.host.name, holdingsProgress(holdings));
    }
    m_terminal.setBlock(lines);
}

QString HostsCommand::doneText(int host, const HostDeedOutcome& outcome) const
{
    const HostDeed& deed = outcome.deed;
    const QString run = inertString(deed.run.run);
    const QString freed = sizeText(bytesOf(m_inventories.holdings(host).inventory, deed));
    switch (deed.kind) {
    case Kind::Adopt:
        return HostTexts::tr("%1 is one of your runs now: lockstep attach %1 watches it.").arg(run);
    case Kind::End:
        return HostTexts::tr("%1 finishes its step, saves and ends.").arg(run);
    case Kind::Sweep:
        return HostTexts::tr("The processes that %1 left are ended.").arg(run);
    case Kind::Remove:
        return HostTexts::tr("%1 is removed: %2 freed.").arg(run, freed);
    default:
        return HostTexts::tr("%1 is removed: %2 freed.").arg(deploymentTitle(deed.deployment), freed);
    }
}

void HostsCommand::tell(int host, const HostDeedOutcome& outcome)
{
    if (outcome.error) {
        m_code = refuse(*outcome.error, ExitCode::Failure);
        return;
    }
    m_terminal.printLine(hostLine(m_inventories.holdings(host).host.name, doneText(host, outcome)));
    for (const QString& elsewhere : outcome.elsewhere)
        m_terminal.printLine(HostTexts::tr("Its host %1 is the computer from which the run was begun; what "
                                           "happens there cannot be watched from here.")
                                 .arg(inertString(elsewhere)));
}

void HostsCommand::print(const HostInventory& inventory)
{
    for (const KeptRun& kept : inventory.runs) {
        const RunState& state = kept.state;
        const QString since = state.startedMs == 0 ? QString() : momentText(state.startedMs);
        m_terminal.printLine(QStringLiteral("  %1  %2  %3  %4  %5  %6")
                                 .arg(padded(inertString(state.run), -44), padded(keptRunState(kept), -10),
                                      padded(since, -16),
                                      padded(sizeText(static_cast<qint64>(kept.bytes)), 9),
                                      isMine(kept) ? HostTexts::tr("yours") : HostTexts::tr("not yours"),
                                      inertString(state.name)));
    }
    for (const Deployment& deployment : inventory.deployments)
        m_terminal.printLine(QStringLiteral("  %1  %2  %3")
                                 .arg(padded(deploymentTitle(deployment.reference), -44),
                                      padded(sizeText(static_cast<qint64>(deployment.bytes)), 9),
                                      deploymentUse(deployment)));
}

void HostsCommand::print()
{
    for (int host = 0; host < m_inventories.count(); ++host) {
        const HostHoldings& holdings = m_inventories.holdings(host);
        const bool isKnown = holdings.state == HostHoldings::State::Known;
        m_terminal.printLine(hostLine(holdings.host.name, isKnown ? holdingsTotal(holdings.inventory)
                                                                  : holdingsProgress(holdings)));
        if (isKnown)
            print(holdings.inventory);
        else
            m_code = static_cast<int>(ExitCode::HostUnreachable);
    }
}

QJsonObject HostsCommand::toJson(const KeptRun& kept) const
{
    const RunState& state = kept.state;
    QJsonArray ranks;
    for (const int rank : state.ranks)
        ranks.append(rank);
    return {{QStringLiteral("run"), QString::fromStdString(state.run)},
            {QStringLiteral("host"), state.host},
            {QStringLiteral("name"), QString::fromStdString(state.name)},
            {QStringLiteral("state"), text(toString(shownPhase(state.phase, state.exitCode)))},
            {QStringLiteral("message"), QString::fromStdString(state.message.english())},
            {QStringLiteral("attempt"), state.attempt},
            {QStringLiteral("ranks"), ranks},
            {QStringLiteral("since"), state.startedMs == 0 ? QJsonValue() : QJsonValue(utc(state.startedMs))},
            {QStringLiteral("processes"), kept.processes},
            {QStringLiteral("bytes"), static_cast<qint64>(kept.bytes)},
            {QStringLiteral("yours"), isMine(kept)}};
}

QJsonObject HostsCommand::toJson(const HostHoldings& holdings) const
{
    QJsonArray runs;
    for (const KeptRun& kept : holdings.inventory.runs)
        runs.append(toJson(kept));
    QJsonArray deployments;
    for (const Deployment& deployment : holdings.inventory.deployments) {
        QJsonArray users;
        for (const std::string& run : deployment.runs)
            users.append(QString::fromStdString(run));
        deployments.append(
            QJsonObject{{QStringLiteral("kind"), text(toString(deployment.reference.kind))},
                        {QStringLiteral("name"), QString::fromStdString(deployment.reference.name)},
                        {QStringLiteral("bytes"), static_cast<qint64>(deployment.bytes)},
                        {QStringLiteral("arrived"), utc(deployment.arrivedMs)},
                        {QStringLiteral("use"), text(toString(deployment.use))},
                        {QStringLiteral("runs"), users}});
    }
    return {{QStringLiteral("host"), QString::fromStdString(holdings.host.name)},
            {QStringLiteral("login"), loginText(holdings.host)},
            {QStringLiteral("error"),
             holdings.error ? QJsonValue(QString::fromStdString(holdings.error->message())) : QJsonValue()},
            {QStringLiteral("runs"), runs},
            {QStringLiteral("omitted"), holdings.inventory.omitted},
            {QStringLiteral("deployments"), deployments}};
}

void HostsCommand::printJson()
{
    QJsonArray hosts;
    for (int host = 0; host < m_inventories.count(); ++host) {
        hosts.append(toJson(m_inventories.holdings(host)));
        if (m_inventories.holdings(host).state != HostHoldings::State::Known)
            m_code = static_cast<int>(ExitCode::HostUnreachable);
    }
    std::printf("%s\n", QJsonDocument(hosts).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int runHosts(const CommandLine& line)
{
    const Result<QVector<Host>> hosts = hostsFor(line.target);
    if (!hosts)
        return refuse(hosts.error(), ExitCode::Usage);
    return HostsCommand(line).carryOut(*hosts);
}

} // namespace lockstep
