// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_canvas.h"
#include "app/theme/part_color.h"
#include "app/theme/theme.h"
#include "tests/app/plots/plotted_run.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <set>

using namespace lockstep;

namespace {

/// A plot of so many ranks, on the screen at a size.
struct ShownPlot {
    ShownPlot(const PlotSpec& plotSpec, int ranks, QSize size) : spec(plotSpec)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            addSteps(store, rank, 0, 2000, 1.0 + rank);
            addEpochs(store, rank, 6);
        }
        canvas.resize(size);
        canvas.show();
        canvas.replot();
    }
    PlotLegend& legend() { return canvas.curveLegend(); }
    QImage drawn() { return canvas.toPixmap(canvas.width(), canvas.height()).toImage(); }

    MetricStore store;
    PlotSpec spec;
    PlotCanvas canvas{store, spec};
};

/// Where two pictures differ.
QRegion difference(const QImage& first, const QImage& second)
{
    QRegion region;
    for (int y = 0; y < first.height(); ++y) {
        for (int x = 0; x < first.width(); ++x) {
            if (first.pixel(x, y) != second.pixel(x, y))
                region += QRect(x, y, 1, 1);
        }
    }
    return region;
}

} // namespace

class PlotLegendTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Light);
    }

    void neverStandsOverTheData_data()
    {
        QTest::addColumn<bool>("perRank");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QSize>("size");
        for (const QSize size :
             {QSize(240, 140), QSize(420, 220), QSize(300, 700), QSize(900, 500), QSize(1600, 300)}) {
            for (const int ranks : {1, 2, 8, 64})
                QTest::addRow("%d ranks, %dx%d", ranks, size.width(), size.height()) << true << ranks << size;
            QTest::addRow("epochs, %dx%d", size.width(), size.height()) << false << 2 << size;
        }
    }
    void neverStandsOverTheData()
    {
        QFETCH(bool, perRank);
        QFETCH(int, ranks);
        QFETCH(QSize, size);
        ShownPlot shown(perRank ? lossPlotSpec() : epochPlotSpec(), ranks, size);
        shown.canvas.setSelectedRanks({3, 5, 60});
        shown.canvas.replot();
        QCOMPARE(shown.canvas.size(), size);
        const QImage with = shown.drawn();
        shown.legend().setVisible(false);
        const QRegion legend = difference(with, shown.drawn());
        const QRect data = shown.canvas.axisRect()->rect();
        QVERIFY(!legend.isEmpty());
        QVERIFY2(!legend.intersects(data),
                 qPrintable(
                     QStringLiteral("over %1 pixels of the data").arg(legend.intersected(data).rectCount())));
        // What is left is a plot still.
        QVERIFY2(data.width() >= size.width() * 2 / 5 && data.height() >= size.height() / 4,
                 qPrintable(QStringLiteral("%1x%2 left").arg(data.width()).arg(data.height())));
    }

    /// In a small window; what is lost around the curves is lost to them.
    void aLowPlotLeavesItsHeightToTheCurves()
    {
        ShownPlot losses(lossPlotSpec(), 4, {460, 130});
        QVERIFY2(losses.canvas.axisRect()->height() >= 85,
                 qPrintable(QString::number(losses.canvas.axisRect()->height())));
        ShownPlot epochs(epochPlotSpec(), 4, {460, 130});
        QVERIFY2(epochs.canvas.axisRect()->height() >= 65,
                 qPrintable(QString::number(epochs.canvas.axisRect()->height())));
        // The keys are named in the corner, clear of their figures.
        QVERIFY(losses.canvas.xAxis->label().isEmpty());
        const QFontMetrics metrics(losses.canvas.xAxis->tickLabelFont());
        QVERIFY(losses.canvas.axisRect()->left() >= metrics.horizontalAdvance(losses.spec.keyTitle) + 20);
        ShownPlot high(lossPlotSpec(), 4, {460, 300});
        QCOMPARE(high.canvas.xAxis->label(), high.spec.keyTitle);
    }

    void figuresOfAValueAxisStandClear()
    {
        for (const int height : {140, 160, 185, 240, 400}) {
            ShownPlot shown(epochPlotSpec(), 2, {390, height});
            for (const QCPAxis* axis : {shown.canvas.yAxis, shown.canvas.yAxis2}) {
                QVector<double> ticks;
                axis->ticker()->generate(axis->range(), QLocale::c(), u'g', 6, ticks, nullptr, nullptr);
                for (qsizetype i = 1; i < ticks.size(); ++i) {
                    const double apart = axis->coordToPixel(ticks[i - 1]) - axis->coordToPixel(ticks[i]);
                    QVERIFY2(
                        apart >= QFontMetrics(axis->tickLabelFont()).ascent(),
                        qPrintable(QStringLiteral("%1 pixels at a height of %2").arg(apart).arg(height)));
                }
            }
        }
    }

    void namesThatFindNoRoomAreCountedAndToldByTheToolTip()
    {
        ShownPlot shown(lossPlotSpec(), 8, {240, 140});
        QVERIFY(QTest::qWaitForWindowExposed(&shown.canvas));
        const int hidden = shown.legend().hiddenCount();
        QVERIFY(hidden > 1 && hidden < 8);
        const QPoint middle = shown.legend().rect().center();
        QHelpEvent help(QEvent::ToolTip, middle, shown.canvas.mapToGlobal(middle));
        QCoreApplication::sendEvent(&shown.canvas, &help);
        for (int rank = 0; rank < 8; ++rank)
            QVERIFY(QToolTip::text().contains(QStringLiteral("Rank %1").arg(rank)));
        QToolTip::hideText();
    }

    void aClickOnANameTellsItsRank()
    {
        for (const QSize size : {QSize(900, 500), QSize(1600, 200)}) {
            ShownPlot shown(lossPlotSpec(), 4, size);
            QSignalSpy clicked(&shown.canvas, &PlotCanvas::rankClicked);
            const QRect legend = shown.legend().rect();
            for (int y = legend.top(); y <= legend.bottom(); ++y) {
                for (int x = legend.left(); x <= legend.right(); x += 6) {
                    if (shown.legend().rankAt({x, y}) == 2) {
                        QTest::mouseClick(&shown.canvas, Qt::LeftButton, {}, {x, y});
                        y = legend.bottom();
                        break;
                    }
                }
            }
            QCOMPARE(clicked.count(), 1);
            QCOMPARE(clicked[0][0].toInt(), 2);
        }
    }

    void takesTheSideThatCostsLess()
    {
        const QSize cell(80, 16);
        const auto sideIn = [&](QSize plot, int names) {
            return layoutLegend(names, cell, plot, LegendExtent::Bounded).side;
        };
        // 16 rows of 1000 pixels, or 80 columns of 150.
        QCOMPARE(sideIn({1000, 150}, 2), LegendLayout::Side::Right);
        QCOMPARE(sideIn({1000, 400}, 2), LegendLayout::Side::Above);
        // A column of 8 does not fit.
        QCOMPARE(sideIn({1000, 120}, 8), LegendLayout::Side::Above);
    }

    void onPaperEveryNameHasAPlace()
    {
        const LegendLayout few = layoutLegend(40, {80, 16}, {400, 200}, LegendExtent::Bounded);
        QCOMPARE(few.rows * 16, 48);
        QCOMPARE(few.shown, few.rows * few.columns - 1);
        const LegendLayout all = layoutLegend(40, {80, 16}, {400, 200}, LegendExtent::Whole);
        QCOMPARE(all.shown, 40);
        QVERIFY(all.rows * all.columns >= 40);
    }

    /// As in the lanes of a step.
    void partsOfAStepHaveOneColourEverywhere()
    {
        ShownPlot plot(plotSpec(stepTimeChoice()), 1, {600, 300});
        const ThemeColors& colors = themeColors(plot.canvas.palette());
        QCOMPARE(plot.canvas.graphCount(), 5);
        for (const StepPart part : kStepParts)
            QCOMPARE(plot.canvas.graph(static_cast<int>(part))->pen().color(), partColor(part, colors));
        ShownPlot compressed(plotSpec(stepTimeChoice(true)), 1, {600, 300});
        QCOMPARE(compressed.canvas.graphCount(), 6);
        std::set<QRgb> different;
        for (int i = 0; i < 6; ++i)
            different.insert(compressed.canvas.graph(i)->pen().color().rgb());
        QCOMPARE(different.size(), std::size_t{6});
        QCOMPARE(compressed.canvas.graph(4)->pen().color(), partColor(StepPart::Network, colors));
    }

    /// Cut with dots it would say nothing.
    void theTitleOfAnAxisIsWholeOrItsUnit()
    {
        PlotChoice choice = choiceOf(Metric::ForwardSeconds);
        choice.left += {Metric::BackwardSeconds, Metric::OptimizerSeconds};
        ShownPlot plot(plotSpec(choice), 1, {400, 400});
        const PlotAxisSpec& axis = plot.spec.left;
        QVERIFY(!axis.unit.isEmpty() && axis.title != axis.unit);
        for (const auto& [height, told] : {std::pair{400, axis.title}, {110, axis.unit}, {400, axis.title}}) {
            plot.canvas.setViewport({QPoint(), QSize(400, height)});
            plot.canvas.replot();
            QCOMPARE(plot.canvas.yAxis->label(), told);
        }
    }
};

QTEST_MAIN(PlotLegendTest)
#include "plot_legend_test.moc"
