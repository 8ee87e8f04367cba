// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/language.h"
#include "app/theme/part_color.h"
#include "app/theme/theme.h"
#include "app/timeline/heat_colors.h"
#include "app/timeline/heat_map.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/lane_view.h"
#include "app/timeline/time_panel.h"
#include "tests/app/saved_picture.h"
#include "tests/app/timeline/told_run.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace lockstep;

namespace {

/// How many pixels of a widget have this colour.
int pixelsOf(const QImage& image, const QColor& color, const QRect& area)
{
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    }
    return count;
}

} // namespace

class TimePanelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    ToldRun m_run;
    MetricStore m_store;
    std::unique_ptr<TimePanel> m_panel;

    LaneView& lanes() { return *m_panel->findChild<LaneView*>(); }
    HeatMap& heat() { return *m_panel->findChild<HeatMap*>(); }
    QString figures() { return m_panel->findChild<QLabel*>(QStringLiteral("muted"))->text(); }
    void showView(int index) { m_panel->findChild<QComboBox*>()->setCurrentIndex(index); }

private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
        m_run.hosts = 4;
        m_run.ranksPerHost = 3;
        m_run.slowRank = 5;
        m_run.slowerMs = 30;
        for (int rank = 0; rank < 12; ++rank) {
            std::vector<Record> records = toldJournal(m_run, rank);
            std::int64_t step = 0; // every one, as journals hold them
            for (Record& record : records) {
                if (auto* finished = std::get_if<StepFinished>(&record.event))
                    finished->step = step++;
            }
            m_store.append(rank, records);
        }
    }

    void init()
    {
        const Result<RunFolder> folder = writeToldRun(m_folder.path(), m_run);
        QVERIFY(folder.ok());
        m_panel = std::make_unique<TimePanel>(m_store);
        m_panel->resize(1000, 420);
        m_panel->setFolder(*folder);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY(!lanes().textAt({500, kLaneHeaderHeight + 10}).isEmpty());
    }

    void cleanup() { m_panel.reset(); }

    /// The last step fills the lanes; the slow rank's forward is longer, the others wait for it.
    void lanesShowTheLastStepAndWhatWasNotHidden()
    {
        const QImage image = lanes().viewport()->grab().toImage();
        const ThemeColors& colors = themeColors(m_panel->palette());
        const auto lane = [&](int rank) {
            return QRect(kLaneNameWidth + 2, kLaneHeaderHeight + rank * kLaneHeight + kPartsTop + 4,
                         lanes().viewport()->width() - kLaneNameWidth - 4, 2);
        };
        const int waited = pixelsOf(image, partColor(StepPart::Network, colors), lane(0));
        const int waitedBySlow = pixelsOf(image, partColor(StepPart::Network, colors), lane(5));
        const int forwardOfSlow = pixelsOf(image, partColor(StepPart::Forward, colors), lane(5));
        const int forward = pixelsOf(image, partColor(StepPart::Forward, colors), lane(0));
        // 50 of 113 ms against 20; 49 ms of forward against 19.
        QVERIFY(std::abs(waited - 2.5 * waitedBySlow) < 0.1 * waited);
        QVERIFY(std::abs(forwardOfSlow - 49.0 / 19 * forward) < 0.1 * forwardOfSlow);
        const QRect buckets = lane(0).translated(0, kBucketsTop - kPartsTop);
        const auto both = bucketColors(colors);
        const int even = pixelsOf(image, both[0], buckets);
        QVERIFY(even > 20 && std::abs(even - pixelsOf(image, both[1], buckets)) < 0.1 * even + 4);
        savePicture(*m_panel, QStringLiteral("lanes-dark"));
    }

    /// One rank tells a step more, and the lane of the other stood empty.
    void theLastStepShownIsOneThatAllTell()
    {
        TimelineStore store(
            {RankTimeline{0, 0, QStringLiteral("a")}, RankTimeline{1, 1, QStringLiteral("b")}});
        for (int step = 0; step < 5; ++step) {
            for (int rank = 0; rank < 2; ++rank) {
                if (step < 4 || rank == 1)
                    store.append(static_cast<std::size_t>(rank), {toldStep(m_run, rank, step), 0});
            }
        }
        LaneView view;
        view.resize(800, 200);
        view.setStore(store);
        view.showLast();
        const QString number = QStringLiteral("step %1").arg(toldStep(m_run, 0, 3).step + 1);
        for (int lane = 0; lane < 2; ++lane) {
            const QString text =
                view.textAt({kLaneNameWidth + 200, kLaneHeaderHeight + lane * kLaneHeight + 8});
            QVERIFY2(text.contains(number) && text.contains(QStringLiteral("Forward")), qPrintable(text));
        }
    }

    void pointingTellsFiguresAndAClickTheMoment()
    {
        const QPoint inForward(kLaneNameWidth + 150, kLaneHeaderHeight + kLaneHeight + 8);
        const QString text = lanes().textAt(inForward);
        QVERIFY2(text.contains(QStringLiteral("Forward: 19")) && text.contains(QStringLiteral("step 369")) &&
                     text.contains(QStringLiteral("was not hidden")),
                 qPrintable(text));
        QSignalSpy chosen(m_panel.get(), &TimePanel::momentChosen);
        QTest::mouseClick(lanes().viewport(), Qt::LeftButton, {}, inForward);
        QCOMPARE(chosen.count(), 1);
        const Moment moment = chosen[0][0].value<Moment>();
        QCOMPARE(moment.rank, 1);
        QCOMPARE(moment.step, std::int64_t{369}); // counted from 1
        QVERIFY(std::abs(moment.wallMs - m_run.trueNs(23) / 1'000'000) <= 1);
        QVERIFY(figures().contains(QStringLiteral("step 369")));
    }

    void keysReachEverything()
    {
        lanes().setFocus();
        QSignalSpy chosen(m_panel.get(), &TimePanel::momentChosen);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_Return})
            QTest::keyClick(&lanes(), key);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Moment>().rank, 1);
        QCOMPARE(chosen[0][0].value<Moment>().step, std::int64_t{353});
        QVERIFY(lanes().accessibleDescription().contains(QStringLiteral("step 353")));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&lanes(), Qt::Key_Down);
        QVERIFY(lanes().verticalScrollBar()->value() > 0); // the last lane has come into sight
        QTest::keyClick(&lanes(), Qt::Key_Return);
        QCOMPARE(chosen[1][0].value<Moment>().rank, 11);
        QTest::keyClick(&lanes(), Qt::Key_Home);
        QVERIFY(
            lanes().textAt({kLaneNameWidth + 40, kLaneHeaderHeight + 4}).contains(QStringLiteral("step 1:")));
        savePicture(*m_panel, QStringLiteral("lanes-all"));
    }

    void showsTheMomentOfAnotherView()
    {
        m_panel->showMoment({7, 100, -1});
        QVERIFY2(figures().contains(QStringLiteral("step 113")), qPrintable(figures())); // the next one told
        QVERIFY(figures().contains(QStringLiteral("Rank 7")));
    }

    /// A click comes back as the moment that all views show.
    void aMomentInSightMovesNothing()
    {
        lanes().showAll();
        const QPoint place(kLaneNameWidth + 300, kLaneHeaderHeight + 8);
        const QString before = lanes().textAt(place);
        m_panel->showMoment({0, 17, -1});
        QCOMPARE(lanes().textAt(place), before);
        QVERIFY(figures().contains(QStringLiteral("step 17")));
    }

    /// The rank for which all others wait is the brightest by its own work, and they by their waiting.
    void theHeatMapMakesAStragglerObvious()
    {
        const auto colorOf = [&](int rank) {
            if (!QTest::qWaitFor([&] { return heat().isWhole(); }))
                QTest::qFail("the picture is never made", __FILE__, __LINE__);
            const QImage image = heat().grab().toImage();
            const int top = 10;
            const int height = heat().height() - 36;
            return image.pixel(300, top + (2 * rank + 1) * height / 24);
        };
        showView(3);
        QCOMPARE(colorOf(5), heatColor(1));
        QCOMPARE(colorOf(4), heatColor(0));
        savePicture(*m_panel, QStringLiteral("heat-own"));
        showView(2);
        QCOMPARE(colorOf(5), heatColor(0));
        QCOMPARE(colorOf(4), heatColor(1));
        QSignalSpy chosen(m_panel.get(), &TimePanel::momentChosen);
        QTest::mouseClick(&heat(), Qt::LeftButton, {}, {300, 10 + 11 * (heat().height() - 36) / 24});
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Moment>().rank, 5);
        QVERIFY(figures().contains(QStringLiteral("Rank 5")));
        heat().setFocus();
        QTest::keyClick(&heat(), Qt::Key_Up);
        QTest::keyClick(&heat(), Qt::Key_Return);
        QCOMPARE(chosen[1][0].value<Moment>().rank, 4);
        showView(0);
    }

    void speaksChineseAndFitsASmallCard()
    {
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        installLanguage(application, QStringLiteral("zh_CN"));
        applyTheme(application, ThemeKind::Light);
        m_panel->resize(640, 260);
        for (const int view : {0, 1, 3}) {
            showView(view);
            QCoreApplication::processEvents();
            savePicture(*m_panel, QStringLiteral("zh-light-%1").arg(view));
        }
        QCOMPARE(m_panel->windowTitle(), QStringLiteral("时间"));
        QVERIFY(m_panel->minimumSizeHint().width() <= 640);
        installLanguage(application, QStringLiteral("en"));
        applyTheme(application, ThemeKind::Dark);
    }

    /// What is pointed at is told in one line, and more where there is room.
    void aLowPageKeepsRoomForTheLanes()
    {
        showView(0);
        const auto* figures = m_panel->findChild<QLabel*>(QStringLiteral("muted"));
        const QSize before = m_panel->size();
        m_panel->resize(980, 210);
        QTRY_VERIFY2(lanes().height() >= 100, qPrintable(QString::number(lanes().height())));
        QVERIFY(figures->height() < 2 * figures->fontMetrics().lineSpacing());
        emit lanes().pointedAt(QStringLiteral("Rank 7\nstep 3"));
        QCOMPARE(figures->text(), QStringLiteral("Rank 7 · step 3"));
        m_panel->resize(980, 500);
        QTRY_COMPARE(figures->text(), QStringLiteral("Rank 7\nstep 3"));
        m_panel->resize(before);
    }
};

QTEST_MAIN(TimePanelTest)
#include "time_panel_test.moc"
