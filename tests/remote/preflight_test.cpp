// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests hosts over real SSH servers and with the real engine.
#include "remote/preflight/preflight.h"
#include "tests/remote/controller_helpers.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class PreflightTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        for (int i = 0; i < 2; ++i) {
            LocalSshd::Options options;
            options.address = QStringLiteral("127.0.0.%1").arg(i + 2);
            m_servers.push_back(std::make_unique<LocalSshd>(options));
            QVERIFY2(m_servers.back()->error().isEmpty(), qPrintable(m_servers.back()->error()));
        }
        m_servers[1]->authorize(
            QString::fromUtf8(contentOf(m_servers[0]->identityFile() + ".pub")).section(' ', 0, 1));
        m_scratch = std::make_unique<QTemporaryDir>();
        m_experiment = {};
        m_experiment.topology.hosts = {hostFor(*m_servers[0], 1), hostFor(*m_servers[1], 1), localHost(1)};
        m_experiment.data.kind = DataKind::Mnist;
        m_experiment.data.path = LOCKSTEP_SHARED_DATA "/mnist";
        m_preflight = std::make_unique<Preflight>(
            remoteOptions(m_scratch->path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), m_servers[0].get()));
        m_keys.clear();
        connect(m_preflight.get(), &Preflight::hostKeyUnknown, this, [this](const HostKeyQuestion& question) {
            m_keys.append(question.host);
            if (m_answers)
                m_preflight->answerHostKey(question.host, true);
        });
    }
    void cleanup()
    {
        m_preflight.reset();
        m_servers.clear();
        m_answers = true;
    }

    void testsAllHostsAndKeepsWhatTheySay()
    {
        QSignalSpy finished(m_preflight.get(), &Preflight::finished);
        QSignalSpy reported(m_preflight.get(), &Preflight::hostReported);
        m_preflight->begin(m_experiment, {0, 1, 2});
        QVERIFY(!m_preflight->isOver());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
        for (const int host : {0, 1, 2})
            QVERIFY2(havePassed(m_preflight->checks(host)), qPrintable(said(host)));
        QCOMPARE(m_preflight->checks(0).size(), 5);
        QCOMPARE(m_preflight->checks(2).size(), 4); // there is no log-in to this computer
        QVERIFY2(said(0).contains("60000 samples"), qPrintable(said(0)));
        QCOMPARE(reported.count(), 3);
        QCOMPARE(m_keys.size(), 2);
        QVERIFY(m_servers[0]->sessions().isEmpty() ||
                QTest::qWaitFor([this] { return m_servers[0]->sessions().isEmpty(); }));
    }

    void oneHostThatFailsLeavesTheOthersBe()
    {
        m_experiment.topology.hosts[0].port = 1;
        QSignalSpy finished(m_preflight.get(), &Preflight::finished);
        m_preflight->begin(m_experiment, {0, 2});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
        QCOMPARE(failureOf(m_preflight->checks(0))->what, CheckKind::Login);
        QVERIFY(havePassed(m_preflight->checks(2)));
        QVERIFY(m_preflight->checks(1).isEmpty());
    }

    /// While a question waits for its answer.
    void givingUpIsPossibleAtAnyTime()
    {
        m_answers = false;
        QSignalSpy finished(m_preflight.get(), &Preflight::finished);
        m_preflight->begin(m_experiment, {0});
        QTRY_COMPARE_WITH_TIMEOUT(m_keys.size(), 1, kPatienceMs);
        m_preflight->cancel();
        QCOMPARE(finished.count(), 1);
        QVERIFY(m_preflight->isOver() && !failureOf(m_preflight->checks(0)));
        m_preflight->answerHostKey(0, true); // too late
        m_answers = true;
        m_preflight->begin(m_experiment, {0});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatienceMs);
        QVERIFY2(havePassed(m_preflight->checks(0)), qPrintable(said(0)));
    }

    /// Whoever shares the options shares what was typed: a run after a test, a look at data after a run.
    /// Of a run that is no more: told, with who lists and ends them, and no reason not to begin.
    void processesOfEarlierRunsAreTold()
    {
        QProcess left;
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("LOCKSTEP_RUN_FOLDER"),
                           m_servers[0]->home() + QStringLiteral("/.lockstep/runs/earlier/host-0"));
        left.setProcessEnvironment(environment);
        left.start(QStringLiteral("/bin/sleep"), {QStringLiteral("300")});
        QVERIFY(left.waitForStarted());
        QSignalSpy finished(m_preflight.get(), &Preflight::finished);
        m_preflight->begin(m_experiment, {0, 1});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
        QVERIFY2(said(0).contains(QStringLiteral("still there: 1, of earlier")), qPrintable(said(0)));
        QVERIFY2(!said(1).contains(QStringLiteral("still there")), qPrintable(said(1)));
        QVERIFY(havePassed(m_preflight->checks(0)) && remarkOf(m_preflight->checks(0)));
        left.kill();
        left.waitForFinished();
    }

    void aPassphraseIsAskedForOnce()
    {
        const QString key = m_servers[0]->scratch(QStringLiteral("locked"));
        QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", "ed25519", "-N", "pass phrase", "-a", "4", "-f", key}),
                 0);
        m_servers[0]->authorize(QString::fromUtf8(contentOf(key + ".pub")).section(' ', 0, 1));
        RemoteOptions options =
            remoteOptions(m_scratch->path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), m_servers[0].get());
        options.identityFiles = QStringList{key};
        int asked = 0;
        for (int purpose = 0; purpose < 2; ++purpose) {
            Preflight preflight(options);
            connect(&preflight, &Preflight::hostKeyUnknown, this,
                    [&](const HostKeyQuestion& question) { preflight.answerHostKey(question.host, true); });
            connect(&preflight, &Preflight::secretNeeded, this, [&](const SecretQuestion& question) {
                ++asked;
                preflight.answerSecret(question.host, "pass phrase");
            });
            QSignalSpy finished(&preflight, &Preflight::finished);
            preflight.begin(m_experiment, {0});
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
            QVERIFY(!failureOf(preflight.checks(0)));
            QCOMPARE(asked, 1);
        }
    }

private:
    QString said(int host) const
    {
        QStringList lines;
        for (const HostCheck& check : m_preflight->checks(host))
            lines << QString::fromStdString(check.found.english());
        return lines.join(u'|');
    }

    std::vector<std::unique_ptr<LocalSshd>> m_servers;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<Preflight> m_preflight;
    Experiment m_experiment;
    QVector<int> m_keys;
    bool m_answers = true;
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::PreflightTest)
#include "preflight_test.moc"
