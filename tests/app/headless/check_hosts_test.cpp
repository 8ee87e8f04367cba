// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `lockstep check` tests the hosts of an experiment: the real program against real SSH servers.
#include "engine/protocol/exit_code.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 120'000;

struct Output {
    int exitCode = -1;
    QByteArray text;
    QByteArray errors;
};

} // namespace

class CheckHostsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* address : {"127.0.0.2", "127.0.0.3"}) {
            LocalSshd::Options options;
            options.address = QLatin1String(address);
            if (!m_servers.empty())
                options.home = m_servers.front()->home();
            m_servers.push_back(std::make_unique<LocalSshd>(options));
            QVERIFY2(m_servers.back()->error().isEmpty(), qPrintable(m_servers.back()->error()));
        }
        QByteArray known;
        for (const auto& server : m_servers)
            known += contentOf(server->knownHostsFile());
        write(QStringLiteral("known"), known);
        m_experiment.name = "hosts";
        m_experiment.topology.hosts = {hostFor(*m_servers[0], 1), hostFor(*m_servers[1], 1)};
        for (std::size_t i = 0; i < 2; ++i)
            m_servers[i]->authorize(keyOf(*m_servers[0]));
    }

    void hostsThatAreInOrderAreSaidToBe()
    {
        const Output output = check(m_experiment);
        QVERIFY2(output.exitCode == 0, output.errors.constData());
        for (const Host& host : m_experiment.topology.hosts)
            QVERIFY2(output.text.contains(QByteArray::fromStdString(host.name) +
                                          ": In order: login, engine, devices, data, system."),
                     output.text.constData());
        QVERIFY(output.text.contains("The experiment can run."));
    }

    /// As the engine counts it: some terabytes of activations on each host, and a hundred of checkpoints on
    /// rank 0's.
    void aModelThatIsTooLargeForItsHostsIsSaidBeforeARun()
    {
        Experiment experiment = m_experiment;
        experiment.model.name = "vgg19";
        experiment.data.kind = DataKind::Synthetic;
        experiment.data.imageSize = 224;
        experiment.training.batch = 60'000;
        const auto names = [&](const Output& output, std::size_t host) {
            return output.errors.contains(experiment.topology.hosts[host].name.c_str());
        };
        const Output large = check(experiment);
        QCOMPARE(large.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY2(large.errors.contains("Its ranks need about "), large.errors.constData());
        QVERIFY(names(large, 0) && names(large, 1));
        experiment.training.batch = 1;
        experiment.training.epochs = 100'000;
        experiment.training.keepCheckpoints = 90'000;
        const Output many = check(experiment);
        QVERIFY2(many.errors.contains("but the checkpoints that stay there take "), many.errors.constData());
        QVERIFY(names(many, 0) && !names(many, 1));
    }

    void theNetworkIsComparedWithTheDrawing()
    {
        Experiment experiment = m_experiment;
        Link link;
        link.from = experiment.topology.hosts[0].id;
        link.to = experiment.topology.hosts[1].id;
        link.bandwidthMbps = 10; // the loopback has more
        experiment.topology.links = {link};
        const Output output = check(experiment, {QStringLiteral("--json")});
        QVERIFY2(output.exitCode == 0, output.errors.constData());
        const QJsonObject answer = QJsonDocument::fromJson(output.text).object();
        const QJsonArray network = answer[QStringLiteral("network")].toArray();
        QCOMPARE(network.size(), 1);
        QCOMPARE(network[0][QStringLiteral("verdict")].toString(), QStringLiteral("faster"));
        QCOMPARE(network[0][QStringLiteral("drawn_mbps")].toDouble(), 10.0);
        for (const char* figure : {"mbps_forth", "mbps_back"})
            QVERIFY(network[0][QLatin1String(figure)].toDouble() > 100);
        QVERIFY(network[0][QStringLiteral("round_trip_ms")].toDouble() > 0);
        QVERIFY(output.errors.contains("The network between at-127.0.0.2 and at-127.0.0.3"));
        QVERIFY(output.errors.contains("take the measured rate into the drawing"));
    }

    /// The way to the second host leads over the first, which is all that ~/.ssh/config says: check, with a
    /// look at the data there, and run go it, and no other.
    void aHostBehindAnotherIsCheckedAndTrainsOn()
    {
        const auto entry = [](const char* alias, const LocalSshd& server) {
            return QByteArray("Host ") + alias + "\n HostName " + server.address().toUtf8() + "\n Port " +
                   QByteArray::number(server.port()) + "\n User " + server.user().toUtf8() +
                   "\n IdentityFile " + server.identityFile().toUtf8() + "\n";
        };
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral(".ssh")));
        write(QStringLiteral(".ssh/config"),
              entry("gate", *m_servers[0]) + entry("inner", *m_servers[1]) + " ProxyJump gate\n");
        Experiment experiment = m_experiment;
        experiment.topology.hosts.erase(experiment.topology.hosts.begin());
        Host& inner = experiment.topology.hosts[0];
        inner.address = "inner";
        inner.user.clear();
        inner.port = Host().port;
        experiment.training.epochs = 1;
        const Output checked = check(experiment);
        QVERIFY2(checked.exitCode == 0 &&
                     checked.text.contains("In order: login, engine, devices, data, system."),
                 checked.errors.constData());
        const Output trained = program(QStringLiteral("run"), experiment);
        QVERIFY2(trained.exitCode == 0, trained.errors.constData());
        m_servers[0]->stop();
        const Output barred = check(experiment);
        QVERIFY(m_servers[0]->start());
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral(".ssh/config"))));
        QCOMPARE(barred.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY2(barred.errors.contains("127.0.0.2"), barred.errors.constData());
    }

    void aWrongUserIsAnError()
    {
        Experiment experiment = m_experiment;
        experiment.topology.hosts[1].user = "nobody-of-that-name";
        const Output output = check(experiment);
        QCOMPARE(output.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY2(output.errors.contains("topology.hosts.1.address") &&
                     output.errors.contains("refused the log-in"),
                 output.errors.constData());
        QVERIFY(!output.errors.contains("topology.hosts.0."));
        QVERIFY(!output.text.contains("can run"));
    }

    void aWrongPathIsOneErrorForAllHosts()
    {
        Experiment experiment = m_experiment;
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = "/nowhere";
        const Output output = check(experiment, {QStringLiteral("--json")});
        QCOMPARE(output.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        const QJsonArray errors =
            QJsonDocument::fromJson(output.text).object()[QStringLiteral("errors")].toArray();
        QCOMPARE(errors.size(), 1);
        QCOMPARE(errors[0][QStringLiteral("key")].toString(), QStringLiteral("data.path"));
        const QString message = errors[0][QStringLiteral("message")].toString();
        for (const Host& host : experiment.topology.hosts)
            QVERIFY2(message.contains(QString::fromStdString(host.name)), qPrintable(message));
        QVERIFY2(message.contains(QStringLiteral("/nowhere")), qPrintable(message));
    }

    void aChangedKeyIsAnError()
    {
        write(QStringLiteral("changed"),
              contentOf(m_servers[0]->knownHostsFile()) +
                  contentOf(m_servers[1]->knownHostsFile())
                      .replace(m_servers[1]->hostKey().toUtf8(), keyOf(*m_servers[0]).toUtf8()));
        const Output output = check(m_experiment, {}, QStringLiteral("changed"));
        QCOMPARE(output.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY2(output.errors.contains("topology.hosts.1.address"), output.errors.constData());
        QVERIFY(!output.errors.contains("topology.hosts.0."));
    }

    void aServerThatIsGoneIsAnError()
    {
        m_servers[1]->stop();
        const Output output = check(m_experiment);
        QVERIFY(m_servers[1]->start());
        QCOMPARE(output.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY2(output.errors.contains("topology.hosts.1.address"), output.errors.constData());
    }

    void offlineNobodyIsReached()
    {
        Experiment experiment = m_experiment;
        experiment.topology.hosts[1].port = 1;
        QCOMPARE(check(experiment, {QStringLiteral("--offline")}).exitCode, 0);
    }

private:
    QString keyOf(const LocalSshd& server) const
    {
        const QByteArray line = contentOf(server.identityFile() + QStringLiteral(".pub"));
        return QString::fromUtf8(line).section(u' ', 0, 1).trimmed();
    }

    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    Output check(const Experiment& experiment, const QStringList& options = {},
                 const QString& known = QStringLiteral("known")) const
    {
        return program(QStringLiteral("check"), experiment, options, known);
    }

    Output program(const QString& command, const Experiment& experiment, const QStringList& options = {},
                   const QString& known = QStringLiteral("known")) const
    {
        write(QStringLiteral("hosts.lockstep.json"), QByteArray::fromStdString(toJson(experiment)));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"HOME", "LOCKSTEP_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(QLatin1String(name), m_folder.path());
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        environment.remove(QStringLiteral("SSH_AUTH_SOCK"));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(LOCKSTEP_PROGRAM),
                      QStringList{command, m_folder.filePath(QStringLiteral("hosts.lockstep.json")),
                                  QStringLiteral("--identity"), m_servers[0]->identityFile(),
                                  QStringLiteral("--known-hosts"), m_folder.filePath(known)} +
                          options);
        if (!process.waitForFinished(kPatienceMs)) {
            process.kill();
            process.waitForFinished();
        }
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<LocalSshd>> m_servers;
    Experiment m_experiment;
};

QTEST_GUILESS_MAIN(CheckHostsTest)
#include "check_hosts_test.moc"
