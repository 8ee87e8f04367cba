// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_panel.h"
#include "app/runs/sparkline.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <limits>
#include <random>
#include <set>

using namespace lockstep;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class RankTableTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;
private slots:
    void initTestCase() { usePrivateSettings(m_settings); }

    void theRankTableFollowsARun()
    {
        const RecordedRun run{.ranksPerHost = 3};
        RunSummary summary(recordedExperiment(run));
        RankTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.update(summary);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 1, RankTableModel::Step), QString());
        const std::vector<Record> journal = recordedJournal(run, 1);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        summary.take(1, std::span(journal).first(2));
        model.update(summary);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(cell(model, 1, RankTableModel::Step), QStringLiteral("1"));
        QCOMPARE(cell(model, 1, RankTableModel::Epoch), QStringLiteral("1 of 3"));
        QCOMPARE(cell(model, 1, RankTableModel::Device), QStringLiteral("cpu"));
        model.update(summary);
        QCOMPARE(changed.count(), 1);
        summary.take(1, std::span(journal));
        model.update(summary);
        QCOMPARE(cell(model, 1, RankTableModel::State), QStringLiteral("Finished"));
        QCOMPARE(cell(model, 1, RankTableModel::Top1), QStringLiteral("98.0 %"));
        QCOMPARE(cell(model, 1, RankTableModel::Top5), QStringLiteral("99.9 %"));
        QCOMPARE(cell(model, 1, RankTableModel::LearningRate), QStringLiteral("0.0005014"));
        QCOMPARE(cell(model, 1, RankTableModel::DataTime), QStringLiteral("0.40 ms"));
        QCOMPARE(cell(model, 1, RankTableModel::ComputeTime), QStringLiteral("17.0 ms"));
        QCOMPARE(cell(model, 1, RankTableModel::NetworkTime), QStringLiteral("2.00 ms"));
        QCOMPARE(cell(model, 0, RankTableModel::NetworkTime), QString()); // no step yet
    }

    void columnsAreChosenAndRemembered()
    {
        const auto choose = [](RankTable& table, const QString& name) {
            emit table.horizontalHeader()->customContextMenuRequested({5, 5});
            const auto* menu = table.findChild<QMenu*>();
            for (QAction* action : menu->actions()) {
                if (action->text() == name)
                    action->trigger();
            }
            delete menu;
        };
        MetricStore store;
        RankTable table(store);
        QVERIFY(!table.isColumnHidden(RankTableModel::Top5));
        choose(table, QStringLiteral("Top-5"));
        QVERIFY(table.isColumnHidden(RankTableModel::Top5));
        RankTable next(store);
        QVERIFY(next.isColumnHidden(RankTableModel::Top5));
        QVERIFY(!next.isColumnHidden(RankTableModel::Top1));
        choose(next, QStringLiteral("Top-5"));
        QVERIFY(!RankTable(store).isColumnHidden(RankTableModel::Top5));
    }

    /// Rank 0 on a GPU of which all is known, rank 1 on one that tells nothing, rank 2 on the processor.
    /// It began at the edge of a narrow table, behind what all ranks share.
    void theLossIsSeenInANarrowTable()
    {
        MetricStore store;
        RankTable table(store);
        const QHeaderView& head = *table.horizontalHeader();
        table.setFixedSize(520, 200); // in a window of 1024 pixels
        table.show();
        const int end =
            head.sectionViewportPosition(RankTableModel::Loss) + head.sectionSize(RankTableModel::Loss);
        QVERIFY2(end <= table.viewport()->width(), qPrintable(QString::number(end)));
        QVERIFY(head.visualIndex(RankTableModel::Loss) < head.visualIndex(RankTableModel::Epoch));
    }

    void whatGpusDoStandsInTheTable()
    {
        Experiment experiment = recordedExperiment({.ranksPerHost = 3});
        experiment.topology.hosts[0].devices = {
            {DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {DeviceKind::Cpu, 0}};
        RunSummary summary(experiment);
        const GpuState gpu{0.97, 6.5 * (1 << 30), 64, 213, 1710, 9501, "power-cap heat"};
        summary.take(0, std::vector<Record>{{0, 0, 0, DeviceSampled{0.3, 1, gpu, 10.0 * (1 << 30)}}});
        summary.take(1, std::vector<Record>{{0, 0, 0, DeviceSampled{0.3, 1}}});
        summary.take(2, std::vector<Record>{{0, 0, 0, DeviceSampled{0.9, 1}}});
        RankTableModel model;
        model.update(summary);
        const auto row = [&](int rank) {
            QStringList texts;
            for (int column = RankTableModel::GpuLoad; column <= RankTableModel::GpuPower; ++column)
                texts << cell(model, rank, column);
            return texts.join(u'|');
        };
        QCOMPARE(row(0), QStringLiteral("97 %|6.5 of 10.0 GiB|64 °C|213 W"));
        QCOMPARE(row(1), QStringLiteral("–|–|–|–"));
        QCOMPARE(row(2), QStringLiteral("|||"));
        const QString tip = model.index(0, RankTableModel::GpuLoad).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("1,710 MHz")) &&
                     tip.contains(QStringLiteral("its power limit, heat")),
                 qPrintable(tip));
    }

    void columnsAboutGpusAreThereForRanksOnGpus()
    {
        Experiment experiment = recordedExperiment({});
        MetricStore store;
        RankTable table(store);
        table.setSummary(RunSummary(experiment));
        QVERIFY(table.isColumnHidden(RankTableModel::GpuLoad));
        experiment.topology.hosts[0].devices[1] = {DeviceKind::Cuda, 2};
        table.setSummary(RunSummary(experiment));
        QVERIFY(!table.isColumnHidden(RankTableModel::GpuLoad) &&
                !table.isColumnHidden(RankTableModel::GpuPower));
        QVERIFY(!table.isColumnHidden(RankTableModel::NetworkTime));
    }

    void aLossThatIsNoNumberIsNotAChange()
    {
        RunSummary summary(recordedExperiment({}));
        StepFinished step;
        step.loss = std::nan("");
        summary.take(0, std::vector<Record>{{0, 0, 0, step}});
        RankTableModel model;
        model.update(summary);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.update(summary);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(cell(model, 0, RankTableModel::Loss), QStringLiteral("NaN"));
    }

    void aSmallLossIsNotShownAsNone_data()
    {
        QTest::addColumn<double>("loss");
        QTest::addColumn<QString>("shown");
        QTest::newRow("usual") << 0.35119 << QStringLiteral("0.3512");
        QTest::newRow("small") << 0.00023415 << QStringLiteral("0.00023");
        QTest::newRow("tiny") << 9.8428e-06 << QStringLiteral("9.8e-06");
        QTest::newRow("none") << 0.0 << QStringLiteral("0.0000");
        QTest::newRow("below zero") << -std::numeric_limits<double>::infinity() << QStringLiteral("-∞");
    }

    void aSmallLossIsNotShownAsNone()
    {
        QFETCH(double, loss);
        RunSummary summary(recordedExperiment({}));
        StepFinished step;
        step.loss = loss;
        summary.take(0, std::vector<Record>{{0, 0, 0, step}});
        RankTableModel model;
        model.update(summary);
        QTEST(cell(model, 0, RankTableModel::Loss), "shown");
    }

    void theTableSortsNumbersAsNumbersAndKeepsTheSelection()
    {
        const RecordedRun run{.ranksPerHost = 12, .epochs = 1, .stepsPerEpoch = 40};
        RunSummary summary(recordedExperiment(run));
        MetricStore store;
        RankTable table(store);
        table.setSummary(summary);
        for (int rank = 0; rank < 12; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            summary.take(rank, std::span(journal).first(static_cast<std::size_t>(2 + rank)));
        }
        table.setSummary(summary);
        table.sortByColumn(RankTableModel::Step, Qt::DescendingOrder);
        QCOMPARE(cell(*table.model(), 0, RankTableModel::Rank), QStringLiteral("11"));
        QCOMPARE(cell(*table.model(), 11, RankTableModel::Rank), QStringLiteral("0"));
        table.toggleRank(10);
        QCOMPARE(table.selectedRanks(), QVector<int>{10});
        summary.take(10, recordedJournal(run, 10));
        table.setSummary(summary);
        QCOMPARE(table.selectedRanks(), QVector<int>{10});
        QCOMPARE(cell(*table.model(), 0, RankTableModel::Rank), QStringLiteral("10"));
        table.toggleRank(10);
        QVERIFY(table.selectedRanks().isEmpty());
    }

    /// 3000 ranks, whose losses fall with their number but for two that are no numbers.
    void thousandsOfRanksAreSortedAndFiltered()
    {
        const RecordedRun run{.hosts = 3, .ranksPerHost = 1000};
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < 3000; ++rank) {
            StepFinished step;
            step.loss = rank % 1500 == 7 ? std::nan("") : 10 - rank * 0.001;
            summary.take(rank, std::vector<Record>{{0, 0, 0, step}});
        }
        MetricStore store;
        RankTable table(store);
        table.setSummary(summary);
        table.sortByColumn(RankTableModel::Loss, Qt::AscendingOrder);
        const auto rankAt = [&](int row) { return cell(*table.model(), row, RankTableModel::Rank).toInt(); };
        QVector<int> order;
        for (int row = 0; row < 3000; ++row)
            order.append(rankAt(row));
        QVector<int> expected;
        for (int rank = 2999; rank >= 0; --rank)
            if (rank % 1500 != 7)
                expected.append(rank);
        expected << 7 << 1507; // no number stands behind all numbers
        QCOMPARE(order, expected);
        table.setFilter(RankFilter(QStringLiteral("gpu-1 990-1010"), {}, {}));
        QCOMPARE(table.shownRanks(), 11);
        QCOMPARE(rankAt(0), 1010);
        table.selectRanks({5, 1003});
        QCOMPARE(table.selectedRanks(), QVector<int>{1003});
        // An update of all rows is announced at once, and the order follows soon.
        StepFinished best;
        best.loss = 0.5;
        summary.take(1000, std::vector<Record>{{1, 0, 0, best}});
        best.loss = 0.1;
        summary.take(1001, std::vector<Record>{{1, 0, 0, best}});
        QSignalSpy changed(table.model(), &QAbstractItemModel::dataChanged);
        table.setSummary(summary);
        QCOMPARE(changed.count(), 1);
        QTRY_COMPARE(rankAt(0), 1001);
        QCOMPARE(rankAt(1), 1000);
        QCOMPARE(table.selectedRanks(), QVector<int>{1003});
    }

    void ranksAreFilteredByWordsStateAndHost()
    {
        Experiment experiment = recordedExperiment({.hosts = 3, .ranksPerHost = 4});
        experiment.topology.hosts[2].devices[1] = {DeviceKind::Cuda, 3};
        RunSummary summary(experiment);
        summary.take(6, std::vector<Record>{{0, 0, 0, StepFinished{}}});
        const auto accepted = [&](const RankFilter& filter) {
            QVector<int> ranks;
            for (const auto& [number, rank] : summary.ranks())
                if (filter.accepts(rank))
                    ranks.append(number);
            return ranks;
        };
        const auto words = [](const char* text) { return RankFilter(QString::fromLatin1(text), {}, {}); };
        QCOMPARE(accepted({}).size(), 12);
        QVERIFY(RankFilter().acceptsAll() && words("  ").acceptsAll());
        QCOMPARE(accepted(words("6")), QVector<int>{6});
        QCOMPARE(accepted(words("3-5")), (QVector<int>{3, 4, 5}));
        QCOMPARE(accepted(words("CUDA")), QVector<int>{9});
        QCOMPARE(accepted(words("gpu-1 trai")), QVector<int>{6});
        QCOMPARE(accepted(words("gpu-2")), (QVector<int>{8, 9, 10, 11}));
        QCOMPARE(accepted(words("nowhere")), QVector<int>());
        QCOMPARE(accepted(RankFilter({}, RunPhase::Training, {})), QVector<int>{6});
        QCOMPARE(accepted(RankFilter({}, RunPhase::Waiting, 1)), (QVector<int>{4, 5, 7}));
    }

    void theFilterLineComesWithCtrlF()
    {
        MetricStore store;
        RankPanel panel(store);
        panel.setSummary(RunSummary(recordedExperiment({.hosts = 2, .ranksPerHost = 3})));
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* words = panel.findChild<QLineEdit*>(QStringLiteral("rankWords"));
        QVERIFY(!words->isVisible());
        QTest::keyClick(&panel.table(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(words->isVisible() && words->hasFocus());
        QTest::keyClicks(words, QStringLiteral("4"));
        QCOMPARE(panel.table().shownRanks(), 1);
        QTest::keyClick(words, Qt::Key_Escape);
        QVERIFY(!words->isVisible());
        QCOMPARE(panel.table().shownRanks(), 6);
        auto* hosts = panel.findChild<QComboBox*>(QStringLiteral("rankHosts"));
        hosts->setCurrentIndex(2);
        QCOMPARE(panel.table().shownRanks(), 3);
        panel.setSummary(RunSummary(recordedExperiment({.hosts = 3, .ranksPerHost = 10})));
        QVERIFY(words->isVisible()); // many are not seen at once
    }

    /// Against a loop over all points.
    void aSparklineHoldsWhatLiesInEachOfItsColumns()
    {
        constexpr std::size_t kColumns = 60;
        std::mt19937 random(7);
        for (const std::size_t points : {1U, 5U, 60U, 61U, 5000U, 100'003U}) {
            Series series;
            std::vector<std::pair<std::int64_t, float>> all;
            std::int64_t key = 3;
            for (std::size_t i = 0; i < points; ++i, key += 1 + random() % 2) {
                const float value = random() % 50 == 1 ? NAN : static_cast<float>(random() % 1000);
                all.emplace_back(key, value);
                QVERIFY(series.append(key, static_cast<double>(value)));
            }
            const Sparkline line = sparkline(series, kColumns);
            QCOMPARE(line.columns.size(), kColumns);
            const auto lower = static_cast<double>(all.front().first);
            const double width = (static_cast<double>(all.back().first) + 1 - lower) / kColumns;
            std::vector<Extent> expected(kColumns);
            std::set<std::size_t> broken;
            for (const auto& [at, value] : all) {
                std::size_t column = 0;
                while (column + 1 < kColumns &&
                       lower + static_cast<double>(column + 1) * width <= static_cast<double>(at))
                    ++column;
                if (std::isfinite(value))
                    expected[column].add(value);
                else
                    broken.insert(column);
            }
            for (std::size_t column = 0; column < kColumns; ++column) {
                QCOMPARE(line.columns[column].count, expected[column].count);
                QCOMPARE(line.columns[column].low, expected[column].low);
                QCOMPARE(line.columns[column].high, expected[column].high);
            }
            QCOMPARE(std::set(line.broken.begin(), line.broken.end()), broken);
            QCOMPARE(line.broken.size(), broken.size());
        }
        QVERIFY(sparkline(Series(), kColumns).columns.empty());
    }

    /// A rising curve stands in the lower left and the upper right of its cell, and what is no number at the
    /// foot.
    void aSparklineIsDrawnFromItsLowestToItsHighest()
    {
        Series series;
        for (int step = 1; step <= 100; ++step)
            QVERIFY(series.append(step, step == 50 ? std::nan("") : step));
        QImage picture(100, 20, QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        paintSparkline(painter, picture.rect(), sparkline(series, 100), Qt::blue, Qt::red);
        painter.end();
        const auto inked = [&](const QRect& room, auto isInk) {
            for (int y = room.top(); y <= room.bottom(); ++y)
                for (int x = room.left(); x <= room.right(); ++x)
                    if (isInk(QColor(picture.pixel(x, y))))
                        return true;
            return false;
        };
        const auto isBlue = [](const QColor& ink) { return ink.blue() > ink.red() + 60; };
        const auto isRed = [](const QColor& ink) { return ink.red() > ink.blue() + 60; };
        QVERIFY(inked({0, 15, 10, 5}, isBlue) && inked({90, 0, 10, 5}, isBlue));
        QVERIFY(!inked({0, 0, 30, 8}, isBlue) && !inked({70, 12, 30, 8}, isBlue));
        QVERIFY(inked({47, 16, 6, 4}, isRed) && !inked({0, 0, 100, 14}, isRed));
    }
};

QTEST_MAIN(RankTableTest)
#include "rank_table_test.moc"
