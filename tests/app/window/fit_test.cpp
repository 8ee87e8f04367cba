// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nothing is cut, nothing lies over anything: every page and dialog, in both languages, in a small and a
// large window. With LOCKSTEP_PICTURES=FOLDER in the environment each is also saved as a picture, to be
// looked at; with QT_SCALE_FACTOR=2 as a sharp screen shows it.
#include "app/catalogue/run_list.h"
#include "app/forecast/strategy_forecast.h"
#include "app/help/manual_window.h"
#include "app/inspector/inspector.h"
#include "app/inspector/strategy_row.h"
#include "app/interchange/share/archive_dialog.h"
#include "app/interchange/share/run_export.h"
#include "app/interchange/share/transfer_dialog.h"
#include "app/network/run_network_panel.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "app/runs/rank_table.h"
#include "app/runs/run_layout.h"
#include "app/runs/run_page.h"
#include "app/runs/run_view.h"
#include "app/settings/program_paths.h"
#include "app/settings/settings_dialog.h"
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/start/start_gallery.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "app/topology/keyboard/canvas_keys.h"
#include "app/topology/topology_scene.h"
#include "app/window/about_dialog.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/saved_picture.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/cut_texts.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <functional>
#include <memory>

using namespace lockstep;

namespace {

const QString kTemplates = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates");

} // namespace

class FitTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        const Result<RunFolder> run = writeRecordedRun(runs(), {.hosts = 3, .ranksPerHost = 2});
        QVERIFY(run.ok());
        m_run = run->path();
        const Result<RunFolder> restarted = writeRestartedRun(runs());
        QVERIFY(restarted.ok());
        m_restarted = restarted->path();
    }

    /// The judge can say no.
    void whatIsCutIsFound()
    {
        QWidget parent;
        auto* layout = new QVBoxLayout(&parent);
        auto* label = new QLabel(QStringLiteral("A text that is far too long for this"));
        auto* button = new QPushButton(QStringLiteral("A button with a long text"));
        layout->addWidget(label);
        layout->addWidget(button);
        parent.show();
        QCOMPARE(cutTexts(parent), QStringList());
        label->setFixedWidth(60);
        button->setFixedWidth(60);
        QTest::qWait(20);
        QCOMPARE(cutTexts(parent).size(), 2);
        button->setToolTip(QStringLiteral("<p>A button with a long text: here it is whole</p>"));
        QCOMPARE(cutTexts(parent).size(), 1);
        label->setWordWrap(true);
        label->setFixedHeight(label->heightForWidth(60) - 4);
        QTest::qWait(20);
        QCOMPARE(cutTexts(parent).size(), 1);
        label->setFixedHeight(label->heightForWidth(60));
        button->setFixedWidth(200);
        layout->setEnabled(false);
        button->move(label->pos() + QPoint(4, 4));
        QVERIFY(cutTexts(parent).join(u' ').contains(QStringLiteral("lies over")));
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            for (const QSize size : {QSize(1024, 700), QSize(3840, 2160)}) {
                const bool dark = (size.width() == 1024) == (language == QLatin1String("en"));
                QTest::newRow(qPrintable(
                    QStringLiteral("%1-%2-%3").arg(language, dark ? "dark" : "light").arg(size.width())))
                    << language << dark << size;
            }
        }
        if (!qEnvironmentVariableIsEmpty("LOCKSTEP_PICTURES")) {
            QTest::newRow("en-light-1024") << QStringLiteral("en") << false << QSize(1024, 700);
            QTest::newRow("zh_CN-dark-1024") << QStringLiteral("zh_CN") << true << QSize(1024, 700);
        }
    }
    void nothingIsCut()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        m_faults.clear();
        installLanguage(*qApp, language);
        applyTheme(*qApp, dark ? ThemeKind::Dark : ThemeKind::Light);
        RemoteOptions options;
        options.runsFolder = runs();
        options.engine = m_folder.filePath(QStringLiteral("no-engine"));
        m_window = std::make_unique<MainWindow>(options);
        m_window->resize(size);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCOMPARE(m_window->size(), size); // it can be as small as that
        lookAtDesigns();
        lookAtRuns();
        lookAtDialogs();
        m_window.reset();
        QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(u'\n')));
    }

private:
    void lookAtDesigns()
    {
        DesignPage& design = m_window->designPage();
        QStringList names = QDir(kTemplates).entryList({QStringLiteral("*.lockstep.json")});
        for (const QString& name : names) {
            const QString path = kTemplates + u'/' + name;
            QVERIFY(m_window->documentActions().openTemplate(path));
            design.showStart(path);
            look(*m_window, QStringLiteral("design-") + name.section(u'.', 0, 0));
        }
        design.endStart();
        m_window->document().reset({});
        look(*m_window, QStringLiteral("design-empty"));
        QVERIFY(m_window->documentActions().openTemplate(kTemplates +
                                                         QStringLiteral("/ceni-resnet18.lockstep.json")));
        design.showProblemList(true);
        unfold();
        look(*m_window, QStringLiteral("problems-folds"));
        lookAtStrategies();
        design.showElementList(true);
        const Topology topology = m_window->document().experiment().topology;
        design.scene().select({{topology.hosts[0].id}, {}});
        unfold();
        look(*m_window, QStringLiteral("host"));
        design.scene().select({{topology.hosts[0].id, topology.hosts[1].id}, {}});
        look(*m_window, QStringLiteral("several"));
        design.scene().select({{}, {linkKeys(topology)[0]}});
        look(*m_window, QStringLiteral("link"));
        m_window->document().edit({}, [&] {
            Experiment broken = m_window->document().experiment();
            broken.topology.hosts[0].address.clear();
            return broken;
        }());
        QVERIFY(!design.isReadyToRun());
        look(*m_window, QStringLiteral("not-ready"));
        design.showProblemList(false);
        design.showElementList(false);
    }

    void lookAtRuns()
    {
        m_window->showPage(MainWindow::Page::Run);
        look(*m_window, QStringLiteral("run-none"));
        QVERIFY(m_window->runPage().open(m_run).ok());
        QTest::qWait(700); // the log is looked at twice a second
        look(*m_window, QStringLiteral("run-finished"));
        QVERIFY(m_window->runPage().open(m_restarted).ok()); // one more choice beside its logs
        QTest::qWait(700);
        look(*m_window, QStringLiteral("run-restarted"));
        auto* view = m_window->findChild<RunView*>();
        const RecordedRun run{.hosts = 3, .ranksPerHost = 4, .epochs = 6};
        const Result<RunFolder> folder = RunFolder::create(runs(), recordedExperiment(run));
        QVERIFY(folder.ok());
        view->showRun(*folder);
        view->setPhase(RunPhase::Training);
        for (int host = 0; host < run.hosts; ++host)
            view->setHost({host, host == 1 ? RunPhase::Reconnecting : RunPhase::Training, 0, 0, {}});
        for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            view->addRecords(rank, {journal.begin(), journal.begin() + 400});
        }
        view->addDamage(2);
        QTest::qWait(300);
        look(*m_window, QStringLiteral("run-training"));
        lookAtTroubles(*view);
        QTest::keyClick(view->findChild<RankTable*>(), Qt::Key_F, Qt::ControlModifier);
        view->findChild<RunLayout*>()->showPart(view->findChild<RunNetworkPanel*>());
        look(*m_window, QStringLiteral("run-network"));
        m_window->showPage(MainWindow::Page::Runs);
        auto* table = m_window->findChild<RunList*>()->findChild<QTableView*>();
        QTRY_VERIFY(table->model()->rowCount() >= 2);
        look(*m_window, QStringLiteral("runs"));
        m_window->showPage(MainWindow::Page::Design);
    }

    /// However much is said above them, a row of plots is seen as a whole, and the window stays as small.
    void lookAtTroubles(RunView& view)
    {
        const QSize before = m_window->size();
        for (const char* host : {"gpu-1", "gpu-2", "gpu-3"})
            view.showError(Error{"The log of %1 cannot be written to this computer: the disk is full. Make "
                                 "room on it, then open the run again.",
                                 {host},
                                 ""});
        look(*m_window, QStringLiteral("run-troubles"));
        const auto& page = *view.findChild<PlotPage*>();
        const auto* seen = page.findChild<QScrollArea*>()->viewport();
        QTRY_VERIFY(page.plots().first()->height() <= seen->height());
        QCOMPARE(m_window->size(), before);
    }

    void lookAtDialogs()
    {
        lookAtDialog(std::make_unique<SettingsDialog>(Settings(), m_window.get()),
                     QStringLiteral("settings"));
        lookAtDialog(std::make_unique<ShortcutDialog>(shortcutActions(*m_window->menuBar()), m_window.get()),
                     QStringLiteral("shortcuts"));
        lookAtDialog(std::make_unique<StartGallery>(kTemplates,
                                                    QStringList{QStringLiteral("/home/anna/a.lockstep.json")},
                                                    m_window.get()),
                     QStringLiteral("gallery"));
        auto manual = std::make_unique<ManualWindow>(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/manual"));
        manual->open(Topic::Drawing);
        lookAtDialog(std::move(manual), QStringLiteral("manual"));
        lookAtDialog(std::make_unique<CanvasKeysDialog>(m_window.get()), QStringLiteral("keys"));
        lookAtDialog(std::make_unique<ArchiveDialog>(
                         ArchiveSizes{.always = 52'000'000, .logs = 1'900'000, .checkpoints = 980'000'000},
                         m_window.get()),
                     QStringLiteral("archive"));
        lookAtTransfer();
        whenAsked(QStringLiteral("about"), [this] { showAboutDialog(*m_window); });
        m_window->document().edit({}, [&] {
            Experiment other = m_window->document().experiment();
            other.name += '!';
            return other;
        }());
        whenAsked(QStringLiteral("unsaved"), [this] { m_window->documentActions().mayLeave(); });
        lookAtSafety();
    }

    /// With what it offers at the end.
    void lookAtTransfer()
    {
        const QString file = m_folder.filePath(QStringLiteral("a-run-with-a-name-of-its-own.html"));
        auto transfer = std::make_unique<RunExport>(*RunFolder::open(m_run), ShareFormat::Html, file);
        auto dialog = std::make_unique<TransferDialog>(std::move(transfer), QStringLiteral("Share"), file,
                                                       TransferDialog::Offer::Open, m_window.get());
        dialog->begin();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), 60'000);
        lookAtDialog(std::move(dialog), QStringLiteral("written"));
        QFile::remove(file);
    }

    /// The questions about work that was rescued, and about a file that others changed or took away.
    void lookAtSafety()
    {
        const QString recovery = m_folder.filePath(QStringLiteral("recovery"));
        QDir().mkpath(recovery);
        const QByteArray experiment = QByteArray::fromStdString(toJson(m_window->document().experiment()));
        write(recovery + QStringLiteral("/x.recovery.json"),
              "{\"path\": \"\", \"title\": \"CENI: ResNet-18 on three machines with 10 Mbps\", \"document\": "
              "\"" +
                  QByteArray(experiment).replace("\n", "").replace("\"", "\\\"") + "\"}");
        const QString file = m_folder.filePath(QStringLiteral("mine.lockstep.json"));
        write(file, experiment);
        m_asked = 0;
        whenAsked(QStringLiteral("rescued"), [&] { m_window->keepSafe(recovery); });
        QCOMPARE(m_asked, 1);
        QVERIFY(m_window->documentActions().openFile(file));
        Experiment other = m_window->document().experiment();
        other.name += '?';
        whenAsked(QStringLiteral("file-changed"), [&] {
            write(file, QByteArray::fromStdString(toJson(other)));
            QTRY_COMPARE_WITH_TIMEOUT(m_asked, 2, 10'000);
        });
        whenAsked(QStringLiteral("file-gone"), [&] {
            QFile::remove(file);
            QTRY_COMPARE_WITH_TIMEOUT(m_asked, 3, 10'000);
        });
        QDir(recovery).removeRecursively();
    }

    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }

    void lookAtDialog(const std::unique_ptr<QWidget>& dialog, const QString& name)
    {
        dialog->show();
        look(*dialog, name);
    }

    /// Looks at the message box that `ask` waits in, and rejects it.
    void whenAsked(const QString& name, const std::function<void()>& ask)
    {
        QTimer asked;
        connect(&asked, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!box)
                return;
            asked.stop();
            look(*box, name);
            ++m_asked;
            box->reject();
        });
        asked.start(10);
        ask();
    }

    /// As they are compared for the drawing, with folds open.
    void lookAtStrategies()
    {
        ForecastInput input;
        input.topology = m_window->document().experiment().topology;
        input.training = m_window->document().experiment().training;
        input.training.optimizer = OptimizerKind::Adam; // which not every strategy takes
        input.work = {{{3.6e9, {{3000, 4000}}}}};
        input.rates.assign(placeRanks(input.topology).size(), {7e12, kTableUncertainty, false});
        input.samples = 1'281'167;
        auto& inspector = *m_window->findChild<Inspector*>();
        inspector.showForecast(forecastStrategies(input));
        QTest::qWait(120); // layouts settle
        const QList<StrategyRow*> rows = inspector.findChildren<StrategyRow*>();
        QVERIFY(rows.size() > 3);
        for (const int at : {0, 3, static_cast<int>(rows.size()) - 1}) {
            inspector.ensureWidgetVisible(rows[at], 0, 200);
            look(*m_window, QStringLiteral("strategies-%1").arg(at));
        }
    }

    void unfold()
    {
        for (auto* fold : m_window->designPage().findChildren<QToolButton*>(QStringLiteral("fold"))) {
            if (fold->isVisible())
                fold->setChecked(true);
        }
    }

    void look(QWidget& window, const QString& name)
    {
        for (const QString& fault : cutTextsAtRest(window))
            m_faults.append(name + QStringLiteral(": ") + fault);
        QVERIFY(savePicture(window, name + u'-' + QLatin1String(QTest::currentDataTag())));
    }

    QString runs() const { return m_folder.filePath(QStringLiteral("runs")); }

    QTemporaryDir m_folder;
    QString m_run;
    QString m_restarted;
    QStringList m_faults;
    int m_asked = 0;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(FitTest)
#include "fit_test.moc"
