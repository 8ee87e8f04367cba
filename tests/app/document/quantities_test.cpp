// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/quantities.h"

#include <QTest>

using namespace lockstep;

class QuantitiesTest : public QObject {
    Q_OBJECT

private slots:
    void ratesInBytes()
    {
        setRateUnit(RateUnit::Bytes);
        QCOMPARE(formatBandwidth(10), QStringLiteral("1.25 MB/s"));
        QCOMPARE(formatBandwidth(8000), QStringLiteral("1 GB/s"));
        for (const double mbps : {0.001, 10.0, 1000.0, 25'000.0})
            QCOMPARE(*parseBandwidth(formatBandwidth(mbps)), mbps);
        QCOMPARE(*parseBandwidth(QStringLiteral("2")), 16.0);
        QCOMPARE(*parseBandwidth(QStringLiteral("10 Mbps")), 10.0);
        QVERIFY(!parseBandwidth(QStringLiteral("2 xB/s")).ok());
        setRateUnit(RateUnit::Bits);
        QVERIFY(!parseBandwidth(QStringLiteral("2 MB/s")).ok()); // eight times wrong for many readers
    }

    void bandwidthIsRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("mbps");
        QTest::newRow("no unit") << "10" << 10.0;
        QTest::newRow("Mbps") << "10 Mbps" << 10.0;
        QTest::newRow("no space") << "10Mbps" << 10.0;
        QTest::newRow("lower case") << "10mbps" << 10.0;
        QTest::newRow("letter") << "10M" << 10.0;
        QTest::newRow("Mbit/s") << " 100 Mbit/s " << 100.0;
        QTest::newRow("Mb/s") << "100 Mb/s" << 100.0;
        QTest::newRow("Gbps") << "1 Gbps" << 1000.0;
        QTest::newRow("fraction") << "2.5 Gbps" << 2500.0;
        QTest::newRow("Tbps") << "1 Tbps" << 1e6;
        QTest::newRow("kbps") << "512 kbps" << 0.512;
        QTest::newRow("bps") << "9600 bps" << 0.0096;
    }
    void bandwidthIsRead()
    {
        QFETCH(QString, text);
        QFETCH(double, mbps);
        const Result<double> read = parseBandwidth(text);
        QVERIFY(read.ok());
        QCOMPARE(*read, mbps);
    }

    void noBandwidthIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "fast", "-1 Mbps", "0", "0 Gbps", "1e400", "nan", "inf Mbps", "10 MB/s",
                                 "10 GB", "10 parsecs", "1.2.3", "Mbps", "10 Mbps!", "٣ Mbps"})
            QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text);
    }
    void noBandwidthIsRefused()
    {
        QFETCH(QString, text);
        const Result<double> read = parseBandwidth(text);
        QVERIFY(!read.ok());
        QVERIFY(QString::fromStdString(read.error().message()).contains(text.trimmed()));
    }

    void bandwidthSurvivesItsText_data()
    {
        QTest::addColumn<double>("mbps");
        QTest::addColumn<QString>("text");
        QTest::newRow("10 Mbps") << 10.0 << "10 Mbps";
        QTest::newRow("1 Gbps") << 1000.0 << "1 Gbps";
        QTest::newRow("2.5 Gbps") << 2500.0 << "2.5 Gbps";
        QTest::newRow("999 Mbps") << 999.0 << "999 Mbps";
        QTest::newRow("500 kbps") << 0.5 << "500 kbps";
        QTest::newRow("1 bps") << 1e-6 << "1 bps";
        QTest::newRow("tiny") << 1e-9 << "0.001 bps";
    }
    void bandwidthSurvivesItsText()
    {
        QFETCH(double, mbps);
        QFETCH(QString, text);
        QCOMPARE(formatBandwidth(mbps), text);
        QCOMPARE(*parseBandwidth(text), mbps);
    }

    void latencyIsRead()
    {
        QCOMPARE(*parseLatency(QStringLiteral("0.5")), 0.5);
        QCOMPARE(*parseLatency(QStringLiteral("50 us")), 0.05);
        QCOMPARE(*parseLatency(QStringLiteral("50µs")), 0.05);
        QCOMPARE(*parseLatency(QStringLiteral("2 s")), 2000.0);
        QCOMPARE(*parseLatency(QStringLiteral("0 ms")), 0.0);
        for (const char* text : {"", "soon", "-1 ms", "5 min", "1 m"})
            QVERIFY2(!parseLatency(QString::fromLatin1(text)).ok(), text);
    }

    void latencyIsWrittenInItsUnit()
    {
        QCOMPARE(formatLatency(0), QStringLiteral("0 ms"));
        QCOMPARE(formatLatency(0.05), QStringLiteral("50 us"));
        QCOMPARE(formatLatency(28), QStringLiteral("28 ms"));
        QCOMPARE(formatLatency(1500), QStringLiteral("1.5 s"));
    }

    void ranksAreShortened()
    {
        QCOMPARE(formatRanks({}), QString());
        QCOMPARE(formatRanks({3}), QStringLiteral("3"));
        QCOMPARE(formatRanks({0, 1}), QStringLiteral("0, 1"));
        QCOMPARE(formatRanks({8, 9, 10, 11}), QStringLiteral("8–11"));
        QCOMPARE(formatRanks({0, 2, 3, 4, 7}), QStringLiteral("0, 2–4, 7"));
    }
};

QTEST_GUILESS_MAIN(QuantitiesTest)
#include "quantities_test.moc"
