// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of all runs, and what is done there with several of them.
#include "app/catalogue/compare/parallel_plot.h"
#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/compare/run_curves.h"
#include "app/catalogue/compare/run_names.h"
#include "app/catalogue/compare/runs_csv.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_filter.h"
#include "app/catalogue/run_list.h"
#include "app/catalogue/run_list_model.h"
#include "app/catalogue/sweep/sweep_dialog.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace lockstep;

namespace {

CatalogueRun written(const QTemporaryDir& runs, const std::string& name)
{
    RunEntryReader reader({});
    return digestRun(writeRecordedRun(runs.path(), {.epochs = 2, .stepsPerEpoch = 10, .name = name})->path(),
                     reader, false);
}

/// A run with one parameter and one result.
CatalogueRun imagined(const QString& name, double rate, double accuracy,
                      const QString& optimizer = QStringLiteral("sgd"))
{
    CatalogueRun run;
    run.entry.folder = QStringLiteral("/runs/") + name;
    run.entry.info.id = name;
    run.entry.info.name = name;
    run.entry.info.phase = RunPhase::Finished;
    run.entry.info.created = QDateTime::fromMSecsSinceEpoch(1'795'219'200'000);
    run.fields =
        RunFields({{QStringLiteral("training.learning_rate"), QString::number(rate), rate},
                   {QStringLiteral("training.optimizer"), optimizer},
                   {QStringLiteral("training.epochs"), QStringLiteral("2"), 2},
                   {QStringLiteral("evaluated.validation.top1.best"), QString::number(accuracy), accuracy}});
    return run;
}

/// A page of runs, shown.
class Page : public RunList {
public:
    explicit Page(const QTemporaryDir& runs) : RunList(optionsOf(runs))
    {
        resize(1000, 500);
        show();
    }
    QTableView& table() { return *findChild<QTableView*>(); }
    QLineEdit& search() { return *findChildren<QLineEdit*>()[0]; }
    bool shows(int count)
    {
        return QTest::qWaitFor([&] { return table().model()->rowCount() == count; }, 20'000);
    }

private:
    static RemoteOptions optionsOf(const QTemporaryDir& runs)
    {
        RemoteOptions options;
        options.runsFolder = runs.path();
        return options;
    }
};

/// Answers the next message box by the button with this text; what it asked is kept.
class Answer {
public:
    explicit Answer(QString button) : m_button(std::move(button))
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { answer(); });
        m_timer.start(20);
    }
    QString asked;

private:
    void answer()
    {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        asked = box->text() + u'\n' + box->informativeText();
        for (QAbstractButton* button : box->buttons()) {
            if (button->text() == m_button)
                button->click();
        }
    }

    QString m_button;
    QTimer m_timer;
};

QAction* actionOf(QTableView& table, const QString& text)
{
    for (QAction* action : table.actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

} // namespace

class RunListTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { usePrivateSettings(m_settings); }

    void theModelFollowsTheCatalogue()
    {
        RunListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFields(
            {QStringLiteral("training.learning_rate"), QStringLiteral("evaluated.validation.top1.best")});
        model.setRuns({imagined("a", 0.1, 0.5), imagined("b", 0.2, 0.6), imagined("c", 0.3, 0.7)});
        model.update({imagined("c", 0.4, 0.9), imagined("d", 0.5, 0.8)},
                     {QStringLiteral("/runs/a"), QStringLiteral("/runs/none")});
        QCOMPARE(model.rowCount(), 3);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(1, RunListModel::Name), QStringLiteral("c"));
        QCOMPARE(cell(1, RunListModel::FixedColumns), QStringLiteral("0.4"));
        // As the inspector and the plots call them, in the units of the plots.
        QCOMPARE(cell(2, RunListModel::FixedColumns + 1), QStringLiteral("80"));
        const auto head = [&](int column) {
            return model.headerData(RunListModel::FixedColumns + column, Qt::Horizontal, Qt::DisplayRole)
                .toString();
        };
        QCOMPARE(head(0), QStringLiteral("Learning rate"));
        QCOMPARE(head(1), QStringLiteral("Validation accuracy, best (%)"));
        QVERIFY(model.isBefore(RunListModel::FixedColumns, 0, 1));
        QVERIFY(!model.isBefore(RunListModel::FixedColumns + 1, 1, 2));
    }

    /// Groups ascend and their runs descend; the value of a group stands beside its first run.
    void runsThatAreAlikeStandTogether()
    {
        RunListModel model;
        model.setFields(
            {QStringLiteral("training.optimizer"), QStringLiteral("evaluated.validation.top1.best")});
        model.setRuns({imagined("a", 0.1, 0.5), imagined("b", 0.1, 0.6, "adam"), imagined("c", 0.1, 0.7),
                       imagined("d", 0.1, 0.8, "adam")});
        RunFilter filter(model);
        filter.sort(RunListModel::FixedColumns + 1, Qt::DescendingOrder);
        filter.groupBy(RunListModel::FixedColumns);
        QStringList rows;
        for (int row = 0; row < filter.rowCount(); ++row)
            rows.append(filter.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() + u'/' +
                        filter.index(row, RunListModel::Name).data().toString());
        QCOMPARE(rows, (QStringList{"Adam/d", "/b", "SGD/c", "/a"}));
        filter.groupBy(-1);
        QCOMPARE(filter.index(0, 0).data().toString(), QStringLiteral("d"));
        QCOMPARE(filter.index(1, 0).data().toString(), QStringLiteral("c"));
    }

    void searchingLeavesTheRunsThatAreMeant()
    {
        QTemporaryDir runs;
        written(runs, "Alpha");
        written(runs, "Beta");
        Page page(runs);
        QVERIFY(page.shows(2));
        page.search().setText(QStringLiteral("beta epochs=2"));
        QCOMPARE(page.table().model()->rowCount(), 1);
        page.search().setText(QStringLiteral("beta epochs>"));
        QCOMPARE(page.table().model()->rowCount(), 1); // as it was, until the query is whole
        page.search().setText(QStringLiteral("epochs>2"));
        QCOMPARE(page.table().model()->rowCount(), 0);
        page.search().clear();
        QCOMPARE(page.table().model()->rowCount(), 2);
    }

    void tagsAreTypedBesideTheListAndFound()
    {
        QTemporaryDir runs;
        const CatalogueRun run = written(runs, "Alpha");
        written(runs, "Beta");
        {
            Page page(runs);
            QVERIFY(page.shows(2));
            page.search().setText(QStringLiteral("alpha"));
            page.table().selectRow(0);
            auto* tags = page.findChildren<QLineEdit*>().last();
            tags->setFocus();
            QTest::keyClicks(tags, QStringLiteral("keep, good"));
            QTest::keyClick(tags, Qt::Key_Return);
            page.findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("the one"));
            page.search().clear();
            page.table().clearSelection();
            QTRY_COMPARE(readLabels(run.folder()).notes, QStringLiteral("the one"));
        }
        QCOMPARE(readLabels(run.folder()).tags, (QStringList{"keep", "good"}));
        Page page(runs);
        QVERIFY(page.shows(2));
        page.search().setText(QStringLiteral("tag:keep"));
        QCOMPARE(page.table().model()->rowCount(), 1);
    }

    void deletingSaysWhatItFreesAndIsConfirmed()
    {
        QTemporaryDir runs;
        const CatalogueRun run = written(runs, "Alpha");
        Page page(runs);
        QVERIFY(page.shows(1));
        page.table().selectRow(0);
        QAction* remove = actionOf(page.table(), QStringLiteral("Delete…"));
        {
            Answer no(QStringLiteral("Cancel"));
            remove->trigger();
            QVERIFY2(no.asked.contains(QLatin1String("Alpha")) && no.asked.contains(QLatin1String("KiB")),
                     qPrintable(no.asked));
            QVERIFY(no.asked.contains(QLatin1String("checkpoints")));
        }
        QVERIFY(QFileInfo::exists(run.folder()));
        Answer yes(QStringLiteral("Delete"));
        remove->trigger();
        QVERIFY(page.shows(0));
        QVERIFY(!QFileInfo::exists(run.folder()));
    }

    void anExperimentIsBegunFromARun()
    {
        QTemporaryDir runs;
        written(runs, "Alpha");
        Page page(runs);
        QVERIFY(page.shows(1));
        page.table().selectRow(0);
        QSignalSpy wanted(&page, &RunList::experimentWanted);
        actionOf(page.table(), QStringLiteral("New experiment from this run"))->trigger();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].value<Experiment>().name, std::string("Alpha"));
    }

    void runsAreComparedSideBySide()
    {
        QTemporaryDir runs;
        const QVector<CatalogueRun> both{written(runs, "Alpha"), written(runs, "Beta")};
        RunComparison comparison(both);
        auto* curves = comparison.findChild<RunCurves*>();
        QTRY_VERIFY(curves->table().find(Metric::Loss, 0) && curves->table().find(Metric::Loss, 1));
        QCOMPARE(curves->table().find(Metric::Loss, 1)->size(), 20u);
        // Any metric, each run by its name.
        auto& page = *comparison.findChild<PlotPage*>();
        QCOMPARE(page.plots().size(), 2);
        const PlotSpec& added = page.add(choiceOf(Metric::SamplesPerSecond)).spec();
        QCOMPARE(added.curveName(1), QStringLiteral("Beta"));
        const auto tables = comparison.findChildren<QTableView*>();
        QVERIFY(std::ranges::any_of(tables, [](const QTableView* table) {
            return table->model()->columnCount() > RunListModel::FixedColumns &&
                   table->model()->rowCount() == 2;
        }));
    }

    /// Curves of runs that are called the same could not be told apart.
    void runsOfOneNameHaveNamesOfTheirOwn()
    {
        CatalogueRun later = imagined(QStringLiteral("a"), 0.1, 0.5);
        later.entry.info.created = later.entry.info.created.addDays(1);
        CatalogueRun copy = later;
        copy.entry.folder += QStringLiteral("-2");
        const QVector<CatalogueRun> runs{imagined(QStringLiteral("a"), 0.1, 0.5), later, copy,
                                         imagined(QStringLiteral("b"), 0.1, 0.5)};
        const QStringList names = distinctNames(runs);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 4);
        QCOMPARE(names[3], QStringLiteral("b"));
        QVERIFY(names[2].startsWith(QStringLiteral("a · ")) && names[2].endsWith(QStringLiteral("a-2")));
    }

    /// Every run that comes is read as a whole where there is room, until a person gives the columns widths.
    void columnsGrowWithWhatTheyShow()
    {
        QTemporaryDir runs;
        written(runs, "A");
        Page page(runs);
        page.resize(1400, 500);
        QVERIFY(page.shows(1));
        const auto isWhole = [&](int row) {
            const QModelIndex index = page.table().model()->index(row, RunListModel::Name);
            return page.table().sizeHintForIndex(index).width() <=
                   page.table().columnWidth(RunListModel::Name);
        };
        QTRY_VERIFY(isWhole(0));
        const int before = page.table().columnWidth(RunListModel::Name);
        written(runs, "A name that is much longer than the first");
        page.refresh();
        QVERIFY(page.shows(2));
        QTRY_VERIFY(isWhole(0) && isWhole(1));
        QVERIFY(page.table().columnWidth(RunListModel::Name) > before);
        QVERIFY(!page.table().horizontalScrollBar()->isVisible());
    }

    /// As any reader of RFC 4180 takes it, and no spreadsheet takes a name for a formula.
    void runsBecomeATable()
    {
        CatalogueRun odd = imagined(QStringLiteral("=a,\"b\""), 0.5, 0.25);
        odd.labels.tags = {QStringLiteral("x")};
        const QByteArray csv = runsCsv({imagined(QStringLiteral("a"), 0.1, 0.5), odd});
        QCOMPARE(csv,
                 QByteArray(
                     "run,name,started,state,attempt,ranks,tags,training.learning_rate,evaluated.validation."
                     "top1.best\r\n"
                     "a,a,2026-11-21T00:00:00Z,finished,1,0,,0.1,0.5\r\n"
                     "\"'=a,\"\"b\"\"\",\"'=a,\"\"b\"\"\",2026-11-21T00:00:00Z,finished,1,0,x,0.5,0.25\r\n"));
    }

    void axesAreOfNumbersLogarithmsAndWords()
    {
        const ParallelAxes picture = parallelAxes(
            {imagined("a", 0.0001, 0.5), imagined("b", 0.01, 0.75, "adam"), imagined("c", 1, 1.0)});
        QCOMPARE(picture.axes.size(), 3);
        QVERIFY(picture.axes[0].isLogarithmic);
        QCOMPARE(picture.axes[0].places[1], 0.5);
        QCOMPARE(picture.axes[1].labels, (QStringList{"Adam", "SGD"}));
        QCOMPARE(picture.axes[1].places, (QVector<double>{1, 0, 1}));
        QVERIFY(!picture.axes[2].isLogarithmic);
        QCOMPARE(picture.axes[2].places, (QVector<double>{0, 0.5, 1}));
    }

    void longNamesOfValuesStayWithinThePicture()
    {
        const QString name = QStringLiteral("a long name of an optimiser that nobody knows");
        const QVector<CatalogueRun> runs{imagined("a", 0.1, 0.5, name), imagined("b", 0.1, 0.6)};
        ParallelPlot plot;
        plot.resize(600, 300);
        plot.setAxes(parallelAxes(runs));
        const QImage picture = plot.grab().toImage();
        const auto isEmpty = [&](int column) {
            const QImage strip = picture.copy(column, 0, 1, picture.height());
            QImage ground = strip;
            ground.fill(picture.pixel(0, 0));
            return strip == ground;
        };
        for (const int column : {0, 1, 2, 597, 598, 599})
            QVERIFY2(isEmpty(column), qPrintable(QString::number(column)));
    }

    void brushesAndKeysChooseRuns()
    {
        ParallelPlot plot;
        plot.resize(600, 300);
        plot.setAxes(
            parallelAxes({imagined("a", 0.1, 0.5), imagined("b", 0.2, 0.75), imagined("c", 0.3, 1.0)}));
        plot.show();
        const auto at = [&](int axis, double place) { return plot.pointOn(axis, place).toPoint(); };
        QTest::mouseMove(&plot, at(1, 1));
        QTRY_COMPARE(plot.shownRun(), 2);
        QTest::mousePress(&plot, Qt::LeftButton, {}, at(1, 0.4));
        QTest::mouseMove(&plot, at(1, 0.9));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(1, 0.9));
        QVERIFY(!plot.isWithin(0) && plot.isWithin(1) && !plot.isWithin(2));
        QTest::keyClick(&plot, Qt::Key_Down);
        QCOMPARE(plot.shownRun(), 1); // the only one that is left
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.colorAxis(), 0);
        QTest::keyClick(&plot, Qt::Key_Escape);
        QVERIFY(plot.isWithin(0) && plot.isWithin(2));
    }

    void theSweepDialogCountsRunsOrSaysWhatIsWrong()
    {
        SweepDialog dialog(recordedExperiment({.hosts = 2}));
        auto* values = dialog.findChildren<QLineEdit*>().last();
        auto buttons = dialog.findChildren<QPushButton*>();
        const auto start =
            std::ranges::find_if(buttons, [](const QPushButton* button) { return button->isDefault(); });
        QVERIFY(start != buttons.end() && !(*start)->isEnabled());
        values->setText(QStringLiteral("1e-4..0.1:4:log"));
        QVERIFY((*start)->isEnabled());
        QCOMPARE(sweepPoints(dialog.sweep())->size(), 4);
        values->setText(QStringLiteral("0.1, fast"));
        QVERIFY(!(*start)->isEnabled());
    }
};

QTEST_MAIN(RunListTest)
#include "run_list_test.moc"
