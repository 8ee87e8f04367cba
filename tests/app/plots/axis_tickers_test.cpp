// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis_tickers.h"

#include <QTest>
#include <qcustomplot.h>

using namespace lockstep;

class AxisTickersTest : public QObject {
    Q_OBJECT

private slots:
    void figuresAreWrittenAsTheLanguageDoes()
    {
        QLocale::setDefault(QLocale(QLocale::English));
        QCustomPlot plot;
        plot.resize(400, 300);
        applyTicker(*plot.yAxis, false);
        plot.yAxis->setRange(0, 6000);
        plot.replot();
        QVERIFY2(plot.yAxis->tickVectorLabels().contains(QStringLiteral("6,000")),
                 qPrintable(plot.yAxis->tickVectorLabels().join(u' ')));
    }
};

QTEST_MAIN(AxisTickersTest)
#include "axis_tickers_test.moc"
