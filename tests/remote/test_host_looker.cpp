// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks at data of a host, over a real SSH server and with the real engine.
#include "remote/host_looker.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QTemporaryDir>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 60'000;

LookRequest requestFor(DataKind kind, const QString& path = {})
{
    LookRequest request;
    request.data.kind = kind;
    request.data.path = path.toStdString();
    request.data.samples = 30;
    request.data.classes = 3;
    return request;
}

} // namespace

class HostLookerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY2(m_server.error().isEmpty(), qPrintable(m_server.error())); }
    void init()
    {
        m_scratch = std::make_unique<QTemporaryDir>();
        m_looker = std::make_unique<HostLooker>(
            hostFor(m_server, 1),
            remoteOptions(m_scratch->path(), QString(),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), &m_server));
        m_keys = 0;
        connect(m_looker.get(), &HostLooker::hostKeyUnknown, this, [this](const HostKeyQuestion& question) {
            ++m_keys;
            m_looker->answerHostKey(question.host, m_trust);
        });
    }
    void cleanup() { m_looker.reset(); }

    void looksOverOneConnection()
    {
        QSignalSpy deployed(m_looker.get(), &HostLooker::deploying);
        QSignalSpy answered(m_looker.get(), &HostLooker::answered);
        QSignalSpy failed(m_looker.get(), &HostLooker::failed);
        // A folder that is on the host under this name.
        m_looker->look(requestFor(DataKind::Mnist, QStringLiteral(LOCKSTEP_SHARED_DATA "/mnist")));
        QTRY_VERIFY_WITH_TIMEOUT(answered.count() + failed.count() == 1, kPatienceMs);
        QVERIFY(failed.isEmpty());
        QVERIFY(!deployed.isEmpty());
        const QByteArray json = answered.first().first().toByteArray();
        const Result<DataLook> look = parseDataLook(json.toStdString());
        QVERIFY2(look.ok(), json.left(200).constData());
        QCOMPARE(look->parts.at(0).counts.at(1), 6742);

        m_looker->look(requestFor(DataKind::Mnist, QStringLiteral("/nowhere")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        const auto error = failed.first().first().value<Error>();
        QCOMPARE(error.arguments, std::vector<std::string>{"/nowhere"});
        m_looker->look(requestFor(DataKind::Synthetic)); // longer than one frame
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 2, kPatienceMs);
        QVERIFY(answered.last().first().toByteArray().size() > qsizetype(kMaxFrameBytes));
        QCOMPARE(m_keys, 1);
    }

    void aRefusedKeyIsTheEnd()
    {
        m_trust = false;
        QSignalSpy failed(m_looker.get(), &HostLooker::failed);
        m_looker->look(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        QCOMPARE(m_keys, 1);
        m_trust = true;
        QSignalSpy answered(m_looker.get(), &HostLooker::answered);
        m_looker->look(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, kPatienceMs);
    }

    void whatIsCancelledIsNotAnswered()
    {
        QSignalSpy answered(m_looker.get(), &HostLooker::answered);
        QSignalSpy failed(m_looker.get(), &HostLooker::failed);
        m_looker->look(requestFor(DataKind::SyntheticDigits));
        m_looker->cancel(); // while it connects
        m_looker->look(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, kPatienceMs);
        LookRequest slow = requestFor(DataKind::Synthetic);
        slow.data.samples = 2147483647;
        slow.data.imageSize = 8;
        m_looker->look(slow);
        QTest::qWait(300);
        m_looker->cancel();
        m_looker->look(requestFor(DataKind::Synthetic));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 2, kPatienceMs);
        QVERIFY(failed.isEmpty());
        const Result<DataLook> look = parseDataLook(answered.last().first().toByteArray().toStdString());
        QCOMPARE(look->parts.at(0).samples, 30);
    }

private:
    static constexpr std::size_t kMaxFrameBytes = 1u << 20;
    LocalSshd m_server;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<HostLooker> m_looker;
    int m_keys = 0;
    bool m_trust = true;
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HostLookerTest)
#include "test_host_looker.moc"
