// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Previews data of a host, over a real SSH server and with the real engine.
#include "remote/hosts/host_previewer.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 60'000;

PreviewRequest requestFor(DataKind kind, const QString& path = {})
{
    PreviewRequest request;
    request.data.kind = kind;
    request.data.path = path.toStdString();
    request.data.samples = 30;
    request.data.classes = 3;
    return request;
}

} // namespace

class HostPreviewerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY2(m_server.error().isEmpty(), qPrintable(m_server.error())); }
    void init()
    {
        m_scratch = std::make_unique<QTemporaryDir>();
        m_previewer = std::make_unique<HostPreviewer>(
            hostFor(m_server, 1),
            remoteOptions(m_scratch->path(), QString(),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), &m_server));
        m_keys = 0;
        connect(m_previewer.get(), &HostPreviewer::hostKeyUnknown, this,
                [this](const HostKeyQuestion& question) {
                    ++m_keys;
                    m_previewer->answerHostKey(question.host, m_trust);
                });
    }
    void cleanup() { m_previewer.reset(); }

    void previewsOverOneConnection()
    {
        QSignalSpy deployed(m_previewer.get(), &HostPreviewer::deploying);
        QSignalSpy reported(m_previewer.get(), &HostPreviewer::hostReported);
        QSignalSpy answered(m_previewer.get(), &HostPreviewer::answered);
        QSignalSpy failed(m_previewer.get(), &HostPreviewer::failed);
        // A folder that is on the host under this name.
        m_previewer->preview(requestFor(DataKind::Mnist, QStringLiteral(LOCKSTEP_SHARED_DATA "/mnist")));
        QTRY_VERIFY_WITH_TIMEOUT(answered.count() + failed.count() == 1, kPatienceMs);
        QVERIFY(failed.isEmpty());
        QVERIFY(!deployed.isEmpty());
        const QByteArray json = answered.first().first().toByteArray();
        const Result<DataPreview> preview = parseDataPreview(json.toStdString());
        QVERIFY2(preview.ok(), json.left(200).constData());
        QCOMPARE(preview->parts.at(0).counts.at(1), 6742);

        m_previewer->preview(requestFor(DataKind::Mnist, QStringLiteral("/nowhere")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        const auto error = failed.first().first().value<Error>();
        QVERIFY(error.arguments == std::vector<Sentence>{"/nowhere"});
        m_previewer->preview(requestFor(DataKind::Synthetic)); // longer than one frame
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 2, kPatienceMs);
        QVERIFY(answered.last().first().toByteArray().size() > qsizetype(kMaxFrameBytes));
        QCOMPARE(m_keys, 1);
        QCOMPARE(reported.count(), 1);
        QCOMPARE(reported.first().at(0).value<Host>().address, hostFor(m_server, 1).address);
        QCOMPARE(reported.first().at(1).value<HostReport>().hostName,
                 QSysInfo::machineHostName().toStdString());
    }

    void aRefusedKeyIsTheEnd()
    {
        m_trust = false;
        QSignalSpy failed(m_previewer.get(), &HostPreviewer::failed);
        m_previewer->preview(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        QCOMPARE(m_keys, 1);
        m_trust = true;
        QSignalSpy answered(m_previewer.get(), &HostPreviewer::answered);
        m_previewer->preview(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, kPatienceMs);
    }

    void whatIsCancelledIsNotAnswered()
    {
        QSignalSpy answered(m_previewer.get(), &HostPreviewer::answered);
        QSignalSpy failed(m_previewer.get(), &HostPreviewer::failed);
        m_previewer->preview(requestFor(DataKind::SyntheticDigits));
        m_previewer->cancel(); // while it connects
        m_previewer->preview(requestFor(DataKind::SyntheticDigits));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, kPatienceMs);
        PreviewRequest slow = requestFor(DataKind::Synthetic);
        slow.data.samples = 2147483647;
        slow.data.imageSize = 8;
        m_previewer->preview(slow);
        QTest::qWait(300);
        m_previewer->cancel();
        m_previewer->preview(requestFor(DataKind::Synthetic));
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 2, kPatienceMs);
        QVERIFY(failed.isEmpty());
        const Result<DataPreview> preview =
            parseDataPreview(answered.last().first().toByteArray().toStdString());
        QCOMPARE(preview->parts.at(0).samples, 30);
    }

private:
    static constexpr std::size_t kMaxFrameBytes = 1u << 20;
    LocalSshd m_server;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<HostPreviewer> m_previewer;
    int m_keys = 0;
    bool m_trust = true;
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HostPreviewerTest)
#include "host_previewer_test.moc"
