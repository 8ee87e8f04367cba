// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sums of gradients that are under way at once, as they are where round trips are long.
#include "app/timeline/told_step.h"
#include "app/timeline/trace_writer.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QTest>

using namespace lockstep;

class SumsAtOnceTest : public QObject {
    Q_OBJECT

private slots:
    void sumsThatAreUnderWayAtOnceCountOnce()
    {
        StepTimeline timeline;
        timeline.bucketUs = {0, 40, 10, 30, 35, 60, 80, 90}; // from 0 to 60, and 10 more
        timeline.networkUs = {50, 100};
        const Overlap overlap = overlapOf(timeline);
        QCOMPARE(overlap.summing, 70.0);
        QCOMPARE(overlap.shown, 20.0);
    }

    /// Slices of a thread must nest or stand apart.
    void aTraceHasSumsThatAreUnderWayAtOnceSideBySide()
    {
        StepTimeline timeline;
        timeline.bucketUs = {0, 40, 10, 30, 35, 60, 60, 90};
        timeline.bucketBytes = {1, 2, 3, 4};
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        TraceWriter writer(buffer, 0);
        writer.begin("run");
        writer.addStep(0, timeline, 1'000'000);
        QVERIFY(writer.end());
        QMap<int, QList<QPair<double, double>>> byThread;
        for (const QJsonValue& event : QJsonDocument::fromJson(buffer.data())["traceEvents"].toArray())
            if (event["name"].toString() == QLatin1String("all-reduce"))
                byThread[event["tid"].toInt()].append(
                    {event["ts"].toDouble() - 1000, event["ts"].toDouble() + event["dur"].toDouble() - 1000});
        QCOMPARE(byThread.size(), 2);
        QCOMPARE(byThread.first(), (QList<QPair<double, double>>{{0, 40}, {60, 90}}));
        QCOMPARE(byThread.last(), (QList<QPair<double, double>>{{10, 30}, {35, 60}}));
    }
};

QTEST_GUILESS_MAIN(SumsAtOnceTest)
#include "sums_at_once_test.moc"
