// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window never leaves in doubt what runs and what will run: the document, an earlier run, one that goes
// on.
#include "app/catalogue/run_list.h"
#include "app/comparison/comparison_panel.h"
#include "app/document/document_edits.h"
#include "app/runs/run_page.h"
#include "app/settings/settings.h"
#include "app/start/live_run_strip.h"
#include "app/summary/run_summary.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/main_window.h"
#include "tests/app/desktop/fake_desktop.h"
#include "tests/app/desktop/private_bus.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <memory>

using namespace lockstep;

class RunOffersTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<QTemporaryDir> m_runs;
    std::unique_ptr<MainWindow> m_window;

    void openFromList(const QString& folder)
    {
        m_window->showPage(MainWindow::Page::Runs);
        emit m_window->findChild<RunList*>()->openRequested(folder);
    }
    ComparisonPanel& comparison() const { return *m_window->runPage().findChild<ComparisonPanel*>(); }
    static QPushButton& buttonOf(const QWidget& widget) { return *widget.findChild<QPushButton*>(); }
    static RunSummary half(const RecordedRun& run)
    {
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < run.ranksPerHost; ++rank) {
            std::vector<Record> journal = recordedJournal(run, rank);
            const auto isHalf = [&](const Record& record) {
                const auto* step = std::get_if<StepFinished>(&record.event);
                return step && 2 * (step->step + 1) == run.epochs * run.stepsPerEpoch;
            };
            journal.erase(std::next(std::ranges::find_if(journal, isHalf)), journal.end());
            summary.take(rank, journal);
        }
        return summary;
    }
    void answerNext(QMessageBox::StandardButton answer)
    {
        QTimer::singleShot(0, m_window.get(), [this, answer] {
            auto* box = m_window->findChild<QMessageBox*>();
            QVERIFY(box);
            box->button(answer)->click();
        });
    }

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        QGuiApplication::setDesktopFileName(QStringLiteral("org.lockstep.Lockstep"));
    }

    void init()
    {
        m_runs = std::make_unique<QTemporaryDir>();
        RemoteOptions options;
        options.runsFolder = m_runs->path();
        options.engine = m_folder.filePath(QStringLiteral("no-engine"));
        m_window = std::make_unique<MainWindow>(options);
        QVERIFY(m_window->documentActions().openTemplate(
            QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/digits-local.lockstep.json")));
        m_window->resize(1280, 800);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void runNamesWhatItStarts()
    {
        const Result<RunFolder> old = writeRecordedRun(m_runs->path(), {.name = "Old run"});
        openFromList(old->path());
        const QPushButton& run = *m_window->findChild<QPushButton*>(QStringLiteral("runButton"));
        QVERIFY(run.text().contains(m_window->document().title().left(6)));
        QVERIFY(!run.text().contains(QStringLiteral("Old run")));
        QVERIFY(run.toolTip().contains(m_window->document().title()));
        Experiment other;
        other.name = "Plain & simple";
        m_window->document().reset(other);
        QCOMPARE(run.text(), QStringLiteral("Run “Plain && simple”"));
        // Of a file it says how the run will be called, not how the file is: that stood there cut in two.
        const QString file = m_runs->filePath(QStringLiteral("of a file.lockstep.json"));
        QVERIFY(m_window->document().save(file).ok());
        QCOMPARE(run.text(), QStringLiteral("Run “Plain && simple”"));
        Experiment nameless = m_window->document().experiment();
        nameless.name.clear();
        m_window->document().edit({}, nameless);
        QCOMPARE(run.text(), QStringLiteral("Run “of a file”"));
    }

    void theSettingsOfARunStandBesideThoseOfTheDocument()
    {
        const Result<RunFolder> old = writeRecordedRun(m_runs->path(), {.epochs = 7});
        openFromList(old->path());
        const auto cards = m_window->runPage().findChildren<QTabWidget*>();
        const auto card = std::ranges::find_if(
            cards, [this](const QTabWidget* each) { return each->indexOf(&comparison()) >= 0; });
        QVERIFY(card != cards.end());
        QTabWidget& tabs = **card;
        const int tab = tabs.indexOf(&comparison());
        QCOMPARE(tabs.tabText(tab), QStringLiteral("Settings"));
        tabs.setCurrentIndex(tab);
        QVERIFY(comparison().isVisible());
        const QAbstractItemModel& model = *comparison().findChild<QTableView*>()->model();
        const auto epochs = [&] {
            for (int row = 0; row < model.rowCount(); ++row) {
                if (model.index(row, ComparisonModel::kSettingColumn).data().toString() ==
                    QLatin1String("Epochs"))
                    return model.index(row, ComparisonModel::kSettingColumn + 1).data().toString() + u'/' +
                           model.index(row, ComparisonModel::kSettingColumn + 2).data().toString();
            }
            return QString();
        };
        Experiment next = m_window->document().experiment();
        next.training.epochs = 41;
        m_window->document().reset(next);
        m_window->showPage(MainWindow::Page::Run);
        QCOMPARE(epochs(), QStringLiteral("7/41"));
    }

    void aRunIsOpenedAsADocumentUnlessChangesWouldBeLost()
    {
        const RecordedRun recorded{.epochs = 7, .name = "Old run"};
        const Result<RunFolder> old = writeRecordedRun(m_runs->path(), recorded);
        openFromList(old->path());
        const Experiment before = m_window->document().experiment();
        addHost(m_window->document(), HostKind::CpuHost, {0, 200});
        QVERIFY(m_window->document().isModified());
        answerNext(QMessageBox::Cancel);
        buttonOf(comparison()).click();
        QVERIFY(m_window->document().isModified());
        QVERIFY(m_window->document().experiment().name == before.name);
        answerNext(QMessageBox::Discard);
        buttonOf(comparison()).click();
        QVERIFY(m_window->document().experiment() == recordedExperiment(recorded));
        QVERIFY(m_window->document().path().isEmpty());
        QVERIFY(!m_window->document().undoStack().canUndo());
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
    }

    void aRunThatGoesOnIsOfferedAtTheStart()
    {
        QVERIFY(writeRecordedRun(m_runs->path(), {}).ok()); // has ended
        Result<RunFolder> live = RunFolder::create(m_runs->path(), recordedExperiment({}));
        RunInfo info = live->info();
        info.phase = RunPhase::Training;
        QVERIFY(live->setInfo(info).ok());
        m_window->offerLiveRuns();
        const auto strip = [this] { return m_window->designPage().findChild<LiveRunStrip*>(); };
        QTRY_VERIFY(strip());
        QCOMPARE(strip()->findChildren<QPushButton*>().size(), 1);
        buttonOf(*strip()).click();
        QTRY_COMPARE(m_window->page(), MainWindow::Page::Run);
        QCOMPARE(m_window->runPage().title(), QString::fromStdString(recordedExperiment({}).name));
        QVERIFY(!strip());
    }

    void theTitleAndTheIconTellHowFarTheRunIs()
    {
        const PrivateBus bus(m_runs->path());
        const FakeDesktop desktop({});
        const RecordedRun recorded{.name = "digits"};
        openFromList(writeRecordedRun(m_runs->path(), recorded)->path());
        RunPage& page = m_window->runPage();
        QTRY_VERIFY(hasEnded(page.phase()));
        const QString without = m_window->windowTitle();
        QVERIFY2(!without.contains(u'%'), qPrintable(without));
        emit page.phaseChanged(RunPhase::Training);
        emit page.progressed(half(recorded));
        QCOMPARE(m_window->windowTitle(), QStringLiteral("50 % digits · %1").arg(without));
        emit page.phaseChanged(RunPhase::Finished);
        QCOMPARE(m_window->windowTitle(), without);
        QTRY_COMPARE(desktop.progress(), (QVector<double>{0.5, -1}));
    }

    void whatBecomesOfARunIsToldToWhoDoesNotLook()
    {
        const PrivateBus bus(m_runs->path());
        FakeDesktop desktop({QStringLiteral("actions"), QStringLiteral("body")});
        const RecordedRun recorded{.name = "digits"};
        const Result<RunFolder> folder = writeRecordedRun(m_runs->path(), recorded);
        openFromList(folder->path());
        RunPage& page = m_window->runPage();
        QTRY_VERIFY(hasEnded(page.phase()));
        m_window->showPage(MainWindow::Page::Design);
        RunInfo failed = folder->info();
        failed.phase = RunPhase::Failed;
        failed.exitCode = 1;
        failed.reason = Sentence("rank 1 is gone.");
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&*m_window));
        emit page.progressed(half(recorded));
        emit page.ended(failed); // seen as it happens
        QWindow other;           // as of another program
        other.show();
        QTRY_VERIFY(!QApplication::activeWindow());
        emit page.ended(failed);
        emit page.ended(folder->info());
        emit page.metricBroke(QStringLiteral("Training loss became NaN."));
        QTRY_COMPARE(desktop.notices().size(), 3);
        QCOMPARE(desktop.notices()[0].title, QStringLiteral("digits has failed"));
        QCOMPARE(desktop.notices()[0].text, QStringLiteral("Rank 1 is gone."));
        QCOMPARE(desktop.notices()[1].title, QStringLiteral("digits has finished"));
        QVERIFY(desktop.notices()[1].text.contains(QStringLiteral("best")));
        QCOMPARE(desktop.notices()[2].title, QStringLiteral("digits diverges"));
        desktop.click(1, {});
        QTRY_VERIFY(m_window->isActiveWindow());
        QTRY_COMPARE(m_window->page(), MainWindow::Page::Run);

        Settings silent = loadSettings();
        silent.notifies = false;
        saveSettings(silent);
        other.requestActivate();
        QTRY_VERIFY(!QApplication::activeWindow());
        emit page.ended(failed);
        saveSettings({});
        emit page.metricBroke(QStringLiteral("the next"));
        QTRY_COMPARE(desktop.notices().size(), 4);
        QCOMPARE(desktop.notices()[3].text, QStringLiteral("the next"));
    }

    void nothingIsOfferedWhereNothingGoesOn()
    {
        QVERIFY(writeRecordedRun(m_runs->path(), {}).ok());
        m_window->offerLiveRuns();
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!m_window->designPage().findChild<LiveRunStrip*>());
    }
};

QTEST_MAIN(RunOffersTest)
#include "run_offers_test.moc"
