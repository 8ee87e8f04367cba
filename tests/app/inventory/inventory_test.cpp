// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window on what hosts keep, with the real engine of this computer and runs of another desktop.
#include "app/inventory/chosen_hosts.h"
#include "app/inventory/holdings_texts.h"
#include "app/inventory/inventory_dialog.h"
#include "app/text/language.h"
#include "remote/run/run_controller.h"
#include "tests/app/private_settings.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

/// Clicks a button of the message box that comes next; what the box said.
void answerNext(const QString& button, QString* said)
{
    QTimer::singleShot(0, qApp, [button, said] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr)
            return answerNext(button, said);
        *said = box->text() + u'\n' + box->informativeText();
        for (QAbstractButton* one : box->buttons())
            if (one->text().remove(u'&') == button)
                return one->click();
        box->reject();
    });
}

} // namespace

class InventoryTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        installLanguage(*qApp, QStringLiteral("en"));
        qputenv("LOCKSTEP_HOME", m_folder.filePath(QStringLiteral("home")).toUtf8());
    }

    void hostsAreAskedOnce()
    {
        Topology topology;
        Host gpu;
        gpu.name = gpu.address = "gpu-1";
        Host again = gpu;
        again.name = "the same";
        Host otherUser = gpu;
        otherUser.user = "ada";
        Host nowhere;
        Host here;
        here.name = "desk";
        here.connection = Connection::Local;
        topology.hosts = {gpu, again, here, otherUser, nowhere, thisComputer()};
        const QVector<Host> hosts = hostsOf(topology);
        QCOMPARE(hosts.size(), 3);
        QCOMPARE(hosts[1].name, std::string("desk"));
        QCOMPARE(loginText(hosts[2]), QStringLiteral("ada@gpu-1:22"));
        QCOMPARE(hostsNamed(QStringLiteral("ada@gpu[1-3]:2222"))->size(), 3);
        QVERIFY(!hostsNamed(QStringLiteral("116")).ok());
    }

    void saysWhatIsKeptInWords()
    {
        KeptRun run;
        run.state.phase = RunPhase::Training;
        run.processes = 4;
        QCOMPARE(keptRunState(run), QStringLiteral("Training"));
        run.state.phase = RunPhase::Failed;
        QCOMPARE(keptRunState(run), QStringLiteral("Failed; 4 processes left"));
        run.bytes = 1'500'000;
        QVERIFY(!run.mayBeRemoved()); // while something of it runs
        Deployment engine;
        engine.reference.name = std::string(64, 'a');
        engine.bytes = 2'500'000;
        QCOMPARE(deploymentTitle(engine.reference), QStringLiteral("Engine aaaaaaaaaaaa"));
        QCOMPARE(deploymentUse(engine), QStringLiteral("not used"));
        engine.use = DeploymentUse::Running;
        QCOMPARE(deploymentUse(engine), QStringLiteral("in use"));
        engine.runs = {"a", "b"};
        QCOMPARE(deploymentUse(engine), QStringLiteral("used by 2 runs"));
        QCOMPARE(holdingsTotal({{run}, 1, {engine}}),
                 QStringLiteral("2 runs, 1.43 MiB; 1 deployment, 2.38 MiB"));
    }

    void aRunOfAnotherDesktopIsAdoptedEndedAndDeleted()
    {
        RunController theirs(options(QStringLiteral("theirs")));
        QSignalSpy ended(&theirs, &RunController::finished);
        QVERIFY(theirs.start(endless()).ok());
        QTRY_VERIFY_WITH_TIMEOUT(theirs.phase() == RunPhase::Training, kPatienceMs);
        const QString run = theirs.folder().info().id;

        InventoryDialog dialog(options(QStringLiteral("ours")));
        QSignalSpy wanted(&dialog, &InventoryDialog::runWanted);
        dialog.setHosts({thisComputer()});
        dialog.show();
        QTRY_VERIFY_WITH_TIMEOUT(choose(dialog, run), kPatienceMs);
        QVERIFY(!button(dialog, "removeKept")->isEnabled()); // it goes on
        QVERIFY(button(dialog, "endRun")->isEnabled());
        QCOMPARE(button(dialog, "adoptRun")->text(), QStringLiteral("&Adopt and open"));
        button(dialog, "adoptRun")->click();
        QTRY_COMPARE_WITH_TIMEOUT(wanted.count(), 1, kPatienceMs);
        QCOMPARE(wanted[0][0].toString(), m_folder.filePath("ours/" + run));
        QTRY_VERIFY(dialog.isHidden()); // it would cover what was opened
        QVERIFY(QFileInfo::exists(m_folder.filePath("ours/" + run + "/run.json")));
        QTRY_VERIFY_WITH_TIMEOUT(choose(dialog, run), kPatienceMs);
        QCOMPARE(button(dialog, "adoptRun")->text(), QStringLiteral("&Open"));

        QString said;
        answerNext(QStringLiteral("Cancel"), &said);
        button(dialog, "endRun")->click();
        QVERIFY2(said.contains(QStringLiteral("End “Endless”?")) &&
                     said.contains(QStringLiteral("all its hosts")),
                 qPrintable(said));
        QVERIFY(dialog.inventories().isOver()); // nothing was begun
        answerNext(QStringLiteral("End"), &said);
        button(dialog, "endRun")->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
        QCOMPARE(ended[0][0].value<RunInfo>().exitCode, int(ExitCode::Stopped));

        QTRY_VERIFY_WITH_TIMEOUT(dialog.inventories().isOver(), kPatienceMs);
        dialog.inventories().refresh(0);
        QTRY_VERIFY_WITH_TIMEOUT(choose(dialog, run) && button(dialog, "removeKept")->isEnabled(),
                                 kPatienceMs);
        answerNext(QStringLiteral("Delete"), &said);
        button(dialog, "removeKept")->click();
        QVERIFY2(said.contains(QStringLiteral("free ")), qPrintable(said));
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(m_folder.filePath("home/runs/" + run)).exists(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.inventories().isOver() && !choose(dialog, run), kPatienceMs);
        QVERIFY(QDir(m_folder.filePath("ours/" + run)).exists());
    }

    void theKeyboardStaysWithWhatAsksAgain()
    {
        InventoryDialog dialog(options(QStringLiteral("ours")));
        dialog.setHosts({thisComputer()});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTRY_VERIFY_WITH_TIMEOUT(dialog.inventories().isOver(), kPatienceMs);
        QPushButton* const refresh = button(dialog, "refreshKept");
        refresh->setFocus();
        QTest::keyClick(refresh, Qt::Key_Space);
        QVERIFY(!dialog.inventories().isOver());
        QCOMPARE(dialog.focusWidget(), button(dialog, "cancelAsking"));
        QTRY_VERIFY_WITH_TIMEOUT(dialog.inventories().isOver(), kPatienceMs);
        QTRY_COMPARE(dialog.focusWidget(), refresh);
    }

    void whatIsNoHostIsSaidAndAskedNobody()
    {
        InventoryDialog dialog(options(QStringLiteral("ours")));
        dialog.show();
        auto* other = dialog.findChild<QLineEdit*>(QStringLiteral("otherHost"));
        other->setText(QStringLiteral("116"));
        QTest::keyClick(other, Qt::Key_Return);
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("inventoryState"));
        QVERIFY2(state->text().contains(QStringLiteral("0.0.0.116")), qPrintable(state->text()));
        QCOMPARE(dialog.inventories().count(), 0);
    }

private:
    RemoteOptions options(const QString& runs) const
    {
        RemoteOptions answer;
        answer.runsFolder = m_folder.filePath(runs);
        answer.engine = QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine");
        return answer;
    }
    static Experiment endless()
    {
        Experiment experiment;
        experiment.name = "Endless";
        experiment.training.epochs = 1000;
        Host host = thisComputer();
        host.id = "here";
        host.devices.resize(1);
        experiment.topology.hosts = {host};
        return experiment;
    }
    static QPushButton* button(const InventoryDialog& dialog, const char* name)
    {
        return dialog.findChild<QPushButton*>(QLatin1String(name));
    }
    /// Selects the row of a run, once the host has told of it and nothing is under way.
    static bool choose(InventoryDialog& dialog, const QString& run)
    {
        auto* tree = dialog.findChild<QTreeView*>(QStringLiteral("inventoryTree"));
        const QAbstractItemModel& model = *tree->model();
        const QModelIndex host = model.index(0, 0);
        if (!dialog.inventories().isOver())
            return false;
        for (int row = 0; row < model.rowCount(host); ++row) {
            const QModelIndex name = model.index(row, InventoryModel::Detail, host);
            if (name.data().toString() != run)
                continue;
            tree->setCurrentIndex(name);
            return true;
        }
        return false;
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(InventoryTest)
#include "inventory_test.moc"
