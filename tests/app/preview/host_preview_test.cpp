// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The preview data that lie on a host, over a real SSH server.
#include "app/document/document_edits.h"
#include "app/preview/live_preview.h"
#include "app/preview/preview_strip.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class HostPreviewTest : public QObject {
    Q_OBJECT

private slots:
    void dataOnAHostAreSeenThere()
    {
        LocalSshd server;
        QVERIFY2(server.error().isEmpty(), qPrintable(server.error()));
        QTemporaryDir scratch;
        Experiment experiment;
        experiment.topology.hosts = {hostFor(server, 1)};
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = "/only/there";
        ExperimentDocument document;
        document.reset(experiment);
        LivePreview preview(
            document,
            remoteOptions(scratch.path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), &server));
        int questions = 0;
        connect(&preview, &LivePreview::hostAsked, this, [&questions](HostPreviewer* previewer) {
            connect(previewer, &HostPreviewer::hostKeyUnknown, previewer,
                    [&questions, previewer](const HostKeyQuestion& question) {
                        ++questions;
                        previewer->answerHostKey(question.host, true);
                    });
        });
        PreviewStrip strip(preview);
        strip.show();
        auto* onHost = strip.findChild<QPushButton*>(QStringLiteral("previewOnHost"));
        auto* text = strip.findChild<QLabel*>(QStringLiteral("previewText"));
        QTRY_VERIFY(onHost->isVisible());
        QCOMPARE(onHost->text(),
                 QStringLiteral("Preview on ") + QString::fromStdString(experiment.topology.hosts[0].name));
        onHost->click();
        QVERIFY(preview.state() == LivePreview::State::Previewing);
        QVERIFY(strip.findChild<QPushButton*>(QStringLiteral("previewStop"))->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(preview.state() == LivePreview::State::Failed, kPatienceMs);
        QCOMPARE(questions, 1);
        QVERIFY2(text->text().contains(QStringLiteral("/only/there")), qPrintable(text->text()));
        QVERIFY(onHost->isVisible());
        // The path is corrected, which this computer knows too; it is previewed here, and the host on demand.
        experiment.data.path = LOCKSTEP_SHARED_DATA "/mnist";
        document.edit({}, experiment);
        QTRY_VERIFY_WITH_TIMEOUT(preview.data() && preview.place().isEmpty(), kPatienceMs);
        preview.previewOnHost();
        QTRY_VERIFY_WITH_TIMEOUT(preview.data() && preview.state() == LivePreview::State::Seen, kPatienceMs);
        QCOMPARE(preview.data()->preview.parts[0].counts[1], 6742);
        QCOMPARE(preview.place(), preview.host());
        QVERIFY2(text->text().contains(preview.host()), qPrintable(text->text()));
        preview.showPictures(7, 40);
        QTRY_VERIFY_WITH_TIMEOUT(preview.state() == LivePreview::State::Seen, kPatienceMs);
        QCOMPARE(preview.shown()->preview.parts[0].pictures.front().label, 7);
    }
};

QTEST_MAIN(HostPreviewTest)
#include "host_preview_test.moc"
