// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The look at data that lie on a host, over a real SSH server.
#include "app/document/document_edits.h"
#include "app/look/live_look.h"
#include "app/look/look_strip.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class HostLookTest : public QObject {
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
        LiveLook look(document,
                      remoteOptions(scratch.path(),
                                    QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                                    QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), &server));
        int questions = 0;
        connect(&look, &LiveLook::hostAsked, this, [&questions](HostLooker* looker) {
            connect(looker, &HostLooker::hostKeyUnknown, looker,
                    [&questions, looker](const HostKeyQuestion& question) {
                        ++questions;
                        looker->answerHostKey(question.host, true);
                    });
        });
        LookStrip strip(look);
        strip.show();
        auto* onHost = strip.findChild<QPushButton*>(QStringLiteral("lookOnHost"));
        auto* text = strip.findChild<QLabel*>(QStringLiteral("lookText"));
        QTRY_VERIFY(onHost->isVisible());
        QCOMPARE(onHost->text(),
                 QStringLiteral("Look on ") + QString::fromStdString(experiment.topology.hosts[0].name));
        onHost->click();
        QVERIFY(look.state() == LiveLook::State::Looking);
        QVERIFY(strip.findChild<QPushButton*>(QStringLiteral("lookStop"))->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(look.state() == LiveLook::State::Failed, kPatienceMs);
        QCOMPARE(questions, 1);
        QVERIFY2(text->text().contains(QStringLiteral("/only/there")), qPrintable(text->text()));
        QVERIFY(onHost->isVisible());
        // The path is corrected, which this computer knows too; it is looked at here, and the host on demand.
        experiment.data.path = LOCKSTEP_SHARED_DATA "/mnist";
        document.edit(QStringLiteral("test"), experiment);
        QTRY_VERIFY_WITH_TIMEOUT(look.data() && look.place().isEmpty(), kPatienceMs);
        look.lookOnHost();
        QTRY_VERIFY_WITH_TIMEOUT(look.data() && look.state() == LiveLook::State::Seen, kPatienceMs);
        QCOMPARE(look.data()->look.parts[0].counts[1], 6742);
        QCOMPARE(look.place(), look.host());
        QVERIFY2(text->text().contains(look.host()), qPrintable(text->text()));
        look.showPictures(7, 40);
        QTRY_VERIFY_WITH_TIMEOUT(look.state() == LiveLook::State::Seen, kPatienceMs);
        QCOMPARE(look.shown()->look.parts[0].pictures.front().label, 7);
    }
};

QTEST_MAIN(HostLookTest)
#include "host_look_test.moc"
