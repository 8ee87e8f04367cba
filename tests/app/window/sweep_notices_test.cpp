// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a sweep have no page: what becomes of them is told to whoever does not look.
#include "app/catalogue/run_list.h"
#include "app/catalogue/run_table.h"
#include "app/catalogue/sweep/sweep_file.h"
#include "app/catalogue/sweep/sweep_window.h"
#include "app/runs/run_page.h"
#include "app/text/language.h"
#include "app/window/main_window.h"
#include "tests/app/desktop/fake_desktop.h"
#include "tests/app/desktop/private_bus.h"
#include "tests/app/private_settings.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>
#include <functional>
#include <memory>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

Sweep twoSeeds()
{
    Sweep sweep;
    sweep.id = QStringLiteral("sweep-20261120-120000-0001");
    sweep.experiment.name = "Digits";
    sweep.experiment.data.kind = DataKind::Synthetic;
    sweep.experiment.data.samples = 64;
    sweep.experiment.data.imageSize = 28;
    sweep.experiment.training.epochs = 1;
    sweep.experiment.training.batch = 32;
    Host host;
    host.id = "host-1";
    host.name = "here";
    host.connection = Connection::Local;
    host.devices = {Device{}};
    sweep.experiment.topology.hosts = {host};
    sweep.axes = {sweepAxisIn(QStringLiteral("training.seed=1,2")).value()};
    return sweep;
}

} // namespace

class SweepNoticesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_home);
        installLanguage(*qobject_cast<QApplication*>(QCoreApplication::instance()), QStringLiteral("en"));
        QGuiApplication::setDesktopFileName(QStringLiteral("org.lockstep.Lockstep"));
        qputenv("HOME", m_home.path().toUtf8()); // of the engine that trains nothing
    }

    void endsAndNaNsAreTold()
    {
        const PrivateBus bus(m_home.path());
        const FakeDesktop desktop({});
        carryOut("records=5 seconds=0.1 nan_step=3"); // people count from one
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notices().size(), 5, kPatienceMs);
        QStringList titles;
        for (const FakeDesktop::Shown& notice : desktop.notices())
            titles << notice.title;
        QCOMPARE(titles, (QStringList{"Digits [seed=1] diverges", "Digits [seed=1] has finished",
                                      "Digits [seed=2] diverges", "Digits [seed=2] has finished",
                                      "The sweep of “Digits” has ended"}));
        QVERIFY2(desktop.notices()[0].text.contains(QStringLiteral("NaN at step 4")),
                 qPrintable(desktop.notices()[0].text));
        QCOMPARE(desktop.notices()[4].text, QStringLiteral("2 of 2 runs have finished."));
    }

    void failuresAreTold()
    {
        const PrivateBus bus(m_home.path());
        const FakeDesktop desktop({});
        carryOut("records=5 seconds=0.1 exit=5");
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notices().size(), 3, kPatienceMs);
        QCOMPARE(desktop.notices()[0].title, QStringLiteral("Digits [seed=1] has failed"));
        QCOMPARE(desktop.notices()[2].text, QStringLiteral("0 of 2 runs have finished."));
        const auto* table = m_window->findChild<SweepWindow*>()->findChild<QTableView*>();
        const QString state = table->model()->index(0, 1).data().toString();
        QVERIFY2(state.startsWith(QStringLiteral("Failed: ")), qPrintable(state));
    }

    /// Nothing of it runs, so its end tells why.
    void runsThatCannotBeginAreTold()
    {
        const PrivateBus bus(m_home.path());
        const FakeDesktop desktop({});
        carryOut("records=5 seconds=0.1", [this] {
            QVERIFY(m_runs->remove());
            QFile inTheWay(m_runs->path());
            QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        });
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notices().size(), 1, kPatienceMs);
        const QString text = desktop.notices()[0].text;
        QVERIFY2(text.startsWith(QStringLiteral("0 of 2 runs have finished. 2 runs could not begin: ")),
                 qPrintable(text));
        const auto* window = m_window->findChild<SweepWindow*>();
        const auto* hint = window->findChild<QLabel*>(QStringLiteral("sweepHint"));
        QVERIFY2(hint->text().startsWith(text), qPrintable(hint->text()));
        auto* table = window->findChild<QTableView*>();
        const QString reason = table->model()->index(0, 1).data().toString();
        const auto needed = [&] {
            const QRect room(0, 0, table->columnWidth(1), QWIDGETSIZE_MAX);
            return table->fontMetrics().boundingRect(room, Qt::TextWordWrap, reason).height();
        };
        QTRY_VERIFY(table->rowHeight(0) >= needed());
        QVERIFY(QFile::remove(m_runs->path()));
    }

    /// A click on a notice shows the run on the page, which then tells of it itself.
    void whatThePageShowsIsToldOnce()
    {
        const PrivateBus bus(m_home.path());
        FakeDesktop desktop({QStringLiteral("actions")});
        carryOut("records=5 seconds=0.1");
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notices().size(), 3, kPatienceMs);
        desktop.click(desktop.notices()[0].id, {});
        QTRY_COMPARE(m_window->page(), MainWindow::Page::Run);
        QCOMPARE(m_window->runPage().title(), QStringLiteral("Digits [seed=1]"));
        m_window->showPage(MainWindow::Page::Runs);
        desktop.click(desktop.notices()[2].id, {}); // of the sweep: no run of its own
        QTest::qWait(200);
        QCOMPARE(m_window->page(), MainWindow::Page::Runs);
    }

    void cleanup()
    {
        m_window.reset();
        m_runs.reset();
    }

private:
    /// Behind another program. `begun`: what happens before its first run begins.
    void carryOut(const char* engine, const std::function<void()>& begun = {})
    {
        QFile file(m_home.filePath(QStringLiteral("fake.conf")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(engine);
        file.close();
        m_runs = std::make_unique<QTemporaryDir>();
        QVERIFY(writeSweep(m_runs->path(), twoSeeds()).ok());
        RemoteOptions options;
        options.runsFolder = m_runs->path();
        options.engine = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine");
        m_window = std::make_unique<MainWindow>(options);
        m_window->show();
        m_window->showPage(MainWindow::Page::Runs);
        emit m_window->findChild<RunTable*>()->sweepWanted(twoSeeds().id);
        QVERIFY(m_window->findChild<SweepWindow*>());
        if (begun)
            begun();
        m_other.show();
        m_other.requestActivate();
        QTRY_VERIFY(!QApplication::activeWindow());
    }

    QTemporaryDir m_home;
    QWindow m_other;
    std::unique_ptr<QTemporaryDir> m_runs;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(SweepNoticesTest)
#include "sweep_notices_test.moc"
