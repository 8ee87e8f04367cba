// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The language changes at once: a window that changed says what a window says that was opened in that
// language, and nothing else about it is another.
#include "app/catalogue/run_list.h"
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/runs/rank_table.h"
#include "app/runs/run_page.h"
#include "app/runs/run_view.h"
#include "app/settings/settings_dialog.h"
#include "app/start/start_strip.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/window_texts.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollBar>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <map>
#include <memory>

using namespace lockstep;

namespace {

const QString kEnglish = QStringLiteral("en");
const QString kChinese = QStringLiteral("zh_CN");

/// Lines of one list that the other lacks.
QString missing(QStringList from, const QStringList& other)
{
    for (const QString& text : other)
        from.removeOne(text);
    return from.join(u'\n');
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        const Result<RunFolder> run =
            writeRecordedRun(runs(), {.hosts = 2, .ranksPerHost = 2, .failingRank = 2});
        QVERIFY(run.ok());
        m_run = run->path();
    }

    void init() { say(kEnglish); }
    void cleanup() { m_window.reset(); }

    void aWindowThatChangedSaysWhatAFreshOneSays_data()
    {
        QTest::addColumn<QStringList>("languages");
        QTest::newRow("to Chinese") << QStringList{kEnglish, kChinese};
        QTest::newRow("to English") << QStringList{kChinese, kEnglish};
        QTest::newRow("there and back") << QStringList{kEnglish, kChinese, kEnglish};
        QTest::newRow("and there again") << QStringList{kChinese, kEnglish, kChinese};
    }
    void aWindowThatChangedSaysWhatAFreshOneSays()
    {
        QFETCH(QStringList, languages);
        say(languages.first());
        m_window = makeWindow();
        for (const QString& language : languages.mid(1))
            change(language);
        const std::unique_ptr<MainWindow> fresh = makeWindow();
        for (const MainWindow::Page page :
             {MainWindow::Page::Design, MainWindow::Page::Run, MainWindow::Page::Runs}) {
            for (MainWindow* window : {m_window.get(), fresh.get()})
                window->showPage(page);
            QTest::qWait(150); // lists are read, plots drawn, problems found
            QTRY_COMPARE(m_window->findChild<RunList*>()->findChild<QTableView*>()->model()->rowCount(),
                         fresh->findChild<RunList*>()->findChild<QTableView*>()->model()->rowCount());
            QStringList here, there;
            const auto same = [&] {
                here = textsOf(*m_window);
                there = textsOf(*fresh);
                return here == there;
            };
            static_cast<void>(QTest::qWaitFor(same)); // answers of the engine come when they come
            QVERIFY2(here == there, qPrintable(QStringLiteral("left over:\n%1\nlacking:\n%2")
                                                   .arg(missing(here, there), missing(there, here))));
            QVERIFY(here.size() > 800);
            // Texts that nobody sees would say the same.
            for (const QWidget* part :
                 {static_cast<QWidget*>(m_window->menuBar()), static_cast<QWidget*>(m_window->statusBar()),
                  static_cast<QWidget*>(m_window->findChild<QToolBar*>())})
                QVERIFY2(part->isVisible(), part->metaObject()->className());
        }
    }

    /// The pictures too: what is painted has no text to ask for.
    void theCanvasLooksAsAFreshOne()
    {
        m_window = makeWindow();
        change(kChinese);
        const std::unique_ptr<MainWindow> fresh = makeWindow();
        QTRY_COMPARE(m_window->designPage().view().viewport()->grab().toImage(),
                     fresh->designPage().view().viewport()->grab().toImage());
        const QImage chinese = m_window->designPage().view().viewport()->grab().toImage();
        change(kEnglish);
        QVERIFY(m_window->designPage().view().viewport()->grab().toImage() != chinese);
    }

    void namesOfStepsAreSaidAnew()
    {
        m_window = makeWindow();
        ExperimentDocument& document = m_window->document();
        document.endGesture();
        const int before = document.undoStack().count();
        std::map<std::string, QPointF> places;
        for (const Host& host : document.experiment().topology.hosts)
            places[host.id] = QPointF(1000 + 300 * static_cast<double>(places.size()), 1000);
        moveNodes(document, {{document.experiment().topology.hosts.at(0).id, {7, 7}}});
        moveNodes(document, places);
        Host known;
        known.name = "Delete"; // a word of the program too
        const std::string added = addHostLike(document, known, {600, 600});
        addLink(document, document.experiment().topology.hosts.at(0).id, added);
        removeElements(document, {{added}, {}}, [] { return QStringLiteral("of another's"); });
        const QString first = QString::fromStdString(document.experiment().topology.hosts.at(0).name);
        const auto names = [&] {
            QStringList texts;
            for (int i = before; i < document.undoStack().count(); ++i)
                texts << document.undoStack().text(i);
            return texts;
        };
        const auto count = static_cast<int>(places.size());
        const QStringList english = {
            QStringLiteral("Move 1 element"), QStringLiteral("Move %1 elements").arg(count),
            QStringLiteral("Add Delete"), QStringLiteral("Link %1 to Delete").arg(first),
            QStringLiteral("of another's")};
        QCOMPARE(names(), english);
        change(kChinese);
        QCOMPARE(names(),
                 (QStringList{QStringLiteral("移动 1 个元素"), QStringLiteral("移动 %1 个元素").arg(count),
                              QStringLiteral("添加“Delete”"), QStringLiteral("连接 %1 与 Delete").arg(first),
                              QStringLiteral("of another's")}));
        change(kEnglish);
        QCOMPARE(names(), english);
    }

    void theDrawingSurvives()
    {
        m_window = makeWindow();
        TopologyView* view = &m_window->designPage().view();
        view->setZoom(0.73);
        view->centerOn(40, 25);
        const QPointF center = view->mapToScene(view->viewport()->rect().center());
        const Experiment experiment = m_window->document().experiment();
        const ElementSet selection = m_window->designPage().scene().selection();
        QVERIFY(!selection.isEmpty());
        const int steps = m_window->document().undoStack().count();
        change(kChinese);
        view = &m_window->designPage().view();
        QCOMPARE(view->zoom(), 0.73);
        QVERIFY((view->mapToScene(view->viewport()->rect().center()) - center).manhattanLength() < 3);
        QVERIFY(m_window->document().experiment() == experiment);
        QCOMPARE(m_window->designPage().scene().selection(), selection);
        QCOMPARE(m_window->document().undoStack().count(), steps);
        QVERIFY(m_window->document().isModified());
        QVERIFY(m_window->designPage().showsProblemList());
        m_window->designPage().view().setFocus();
        for (int i = 0; i < steps; ++i) {
            QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(m_window->document().undoStack().index(), steps - 1 - i);
        }
        QVERIFY(!m_window->document().isModified());
        for (int i = 0; i < steps; ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(m_window->document().experiment() == experiment);
    }

    /// What nobody has touched is the program's own, and a changed one its owner's.
    void theDemonstrationIsSaidAnew()
    {
        const QString demonstration =
            QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/digits-local.lockstep.json");
        m_window = makeWindow();
        QVERIFY(m_window->documentActions().openTemplate(demonstration));
        m_window->designPage().showStart(demonstration);
        const std::string english = m_window->document().experiment().name;
        change(kChinese);
        QCOMPARE(m_window->document().title(), QStringLiteral("本机训练手写数字"));
        QVERIFY(!m_window->document().isModified());
        QVERIFY(m_window->designPage().findChild<StartStrip*>());
        change(kEnglish);
        QCOMPARE(m_window->document().experiment().name, english);
        m_window->designPage().scene().selectAll();
        m_window->designPage().scene().nudgeSelected({8, 0});
        m_window->designPage().showStart(demonstration);
        change(kChinese);
        QCOMPARE(m_window->document().experiment().name, english);
    }

    /// A text that is no value yet is nobody's to drop.
    void whatWasTypedSurvives()
    {
        m_window = makeWindow();
        m_window->designPage().scene().select({});
        auto* batch = field("training.batch");
        batch->setFocus();
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("many"));
        for (auto* fold :
             m_window->designPage().inspector().panel().findChildren<QToolButton*>(QStringLiteral("fold")))
            fold->setChecked(true);
        change(kChinese);
        batch = field("training.batch");
        QCOMPARE(batch->text(), QStringLiteral("many"));
        QVERIFY(batch->hasFocus());
        QVERIFY(!m_window->designPage().isReadyToRun());
        const QString error = field("training.batch")->accessibleDescription();
        QVERIFY2(!error.isEmpty() && !error.contains(QStringLiteral("Expected")), qPrintable(error));
        for (const auto* fold :
             m_window->designPage().inspector().panel().findChildren<QToolButton*>(QStringLiteral("fold")))
            QVERIFY(fold->isChecked());
    }

    void aRunGoesOn()
    {
        m_window = makeWindow();
        m_window->showPage(MainWindow::Page::Run);
        RunPage* page = &m_window->runPage();
        auto* view = page->findChild<RunView*>();
        const RecordedRun run{.ranksPerHost = 2};
        const Result<RunFolder> folder = RunFolder::create(runs(), recordedExperiment(run));
        view->showRun(*folder);
        view->setPhase(RunPhase::Training);
        const std::vector<Record> journal = recordedJournal(run, 0);
        const auto half = static_cast<std::ptrdiff_t>(journal.size() / 2);
        view->addRecords(0, {journal.begin(), journal.begin() + half});
        change(kChinese);
        QCOMPARE(&m_window->runPage(), page);
        QCOMPARE(m_window->page(), MainWindow::Page::Run);
        QCOMPARE(page->findChild<RunView*>(), view);
        view->addRecords(0, {journal.begin() + half, journal.end()});
        const auto* table = view->findChild<RankTable*>();
        QTRY_COMPARE(table->model()->index(0, RankTableModel::Step).data().toString(), QStringLiteral("360"));
        QCOMPARE(table->model()->headerData(RankTableModel::Host, Qt::Horizontal).toString(),
                 QStringLiteral("主机"));
    }

    /// While the dialog is open, by its Apply.
    void theSettingsDialogChangesIt()
    {
        m_window = makeWindow();
        for (QAction* action : m_window->findChildren<QAction*>()) {
            if (action->text().startsWith(QLatin1String("S&ettings")))
                action->trigger();
        }
        auto* dialog = m_window->findChild<SettingsDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* box = dialog->findChild<QComboBox*>();
        box->setCurrentIndex(box->findData(kChinese));
        dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Apply)->click();
        QTRY_COMPARE(dialog->windowTitle(), QStringLiteral("设置"));
        QVERIFY(dialog->isVisible());
        SettingsDialog fresh(dialog->settings());
        fresh.show();
        const QStringList here = textsOf(*dialog);
        const QStringList there = textsOf(fresh);
        QVERIFY2(here == there,
                 qPrintable(missing(here, there) + QStringLiteral("\n--\n") + missing(there, here)));
        QCOMPARE(QApplication::font().families().first(), QStringLiteral("Noto Sans CJK SC"));
        QVERIFY(m_window->menuBar()->actions().first()->text().contains(QStringLiteral("文件")));
        dialog->reject();
    }

private:
    QString runs() const { return m_folder.filePath(QStringLiteral("runs")); }

    QLineEdit* field(const char* key)
    {
        return m_window->designPage().inspector().panel().findChild<QLineEdit*>(QLatin1String(key));
    }

    static void say(const QString& language)
    {
        installLanguage(*qApp, language);
        applyTheme(*qApp, ThemeKind::Dark);
    }
    static void change(const QString& language)
    {
        say(language);
        QTest::qWait(50); // the windows are told by an event
    }

    /// The same work in any language: every page seen, things done, things open.
    std::unique_ptr<MainWindow> makeWindow()
    {
        RemoteOptions options;
        options.runsFolder = runs();
        options.engine = m_folder.filePath(QStringLiteral("no-engine"));
        auto window = std::make_unique<MainWindow>(options);
        window->resize(1280, 800);
        if (!window->documentActions().openFile(
                QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/mxnet-lenet.lockstep.json")))
            qFatal("no template");
        window->show();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("no window");
        if (!window->runPage().open(m_run))
            qFatal("no run");
        window->showPage(MainWindow::Page::Runs);
        window->showPage(MainWindow::Page::Run);
        QTest::qWait(200);
        window->showPage(MainWindow::Page::Design);
        work(*window);
        return window;
    }

    static void work(MainWindow& window)
    {
        ExperimentDocument& document = window.document();
        const std::string id = document.experiment().topology.hosts.at(0).id;
        const std::string other = document.experiment().topology.hosts.at(1).id;
        moveNodes(document, {{id, {-240, 40}}, {other, {0, 80}}});
        Host known;
        known.name = "Network"; // also a word of the program, which a host's name is not
        addHostLike(document, known, {300, 300});
        addLink(document, id, other, Parallel::Allow);
        window.designPage().scene().select({});
        auto* batch =
            window.designPage().inspector().panel().findChild<QLineEdit*>(QStringLiteral("training.batch"));
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("77"));
        for (QAction* action : window.designPage().canvasActions().findChildren<QAction*>()) {
            if (action->isCheckable())
                action->setChecked(true); // the list of all elements among them
        }
        window.designPage().showProblemList(true);
        window.designPage().scene().select({{other}, {}});
        window.designPage().view().zoomToFit();
        // A run of this drawing, of which a card has something to say.
        emit window.runPage().runShown(document.experiment());
        emit window.runPage().hostChanged(
            {0, RunPhase::Failed, 0, 0, Error{"There is no file %1.", {"x"}, {}}});
        QTest::qWait(100);
    }

    QTemporaryDir m_folder;
    QString m_run;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(LanguageTest)
#include "language_test.moc"
