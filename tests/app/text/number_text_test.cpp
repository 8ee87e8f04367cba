// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures as people read them.
#include "app/text/number_text.h"

#include "app/text/moment_text.h"

#include <QLocale>
#include <QTest>

namespace lockstep {

class NumberTextTest : public QObject {
    Q_OBJECT
private slots:
    /// 3/4 is a day in March or in April; 11 PM is the evening for some alone.
    void aDayIsReadAlikeEverywhere()
    {
        const QDateTime moment(QDate(2026, 3, 4), {23, 5, 59});
        const QLocale before;
        for (const char* english : {"en_US", "en_GB"}) {
            QLocale::setDefault(QLocale(QString::fromLatin1(english)));
            QCOMPARE(momentText(moment), QStringLiteral("4 Mar 2026, 23:05"));
            QCOMPARE(momentText(moment.toMSecsSinceEpoch()), momentText(moment));
            QCOMPARE(momentText(moment.toUTC()), momentText(moment));
        }
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        QCOMPARE(momentText(moment), QStringLiteral("2026/3/4 23:05"));
        QLocale::setDefault(before);
    }

    void whatIsNotWholeDoesNotReadAsWhole_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("percent");
        QTest::addColumn<QString>("accuracy");
        const auto row = [](double share, const char* percent, const char* accuracy) {
            QTest::addRow("%.9g", share)
                << share << QString::fromLatin1(percent) << QString::fromLatin1(accuracy);
        };
        row(1, "100.0 %", "100.00 %");
        row(0, "0.0 %", "0.00 %");
        row(0.975, "97.5 %", "97.50 %");
        row(0.9996, "99.96 %", "99.96 %");
        row(0.9994, "99.9 %", "99.94 %");
        row(49'999.0 / 50'000, "99.998 %", "99.998 %"); // one mistake in ImageNet's validation set
        row(1 - 1e-7, "> 99.999 %", "> 99.999 %");
        row(0.0004, "0.04 %", "0.04 %");
        row(0.0006, "0.1 %", "0.06 %");
        row(1e-7, "< 0.001 %", "< 0.001 %");
        row(0.1 + 0.2 + 0.7, "100.0 %", "100.00 %"); // as far as doubles go
        row(1 - 1e-16 * 4, "100.0 %", "100.00 %");
    }
    void whatIsNotWholeDoesNotReadAsWhole()
    {
        QFETCH(double, share);
        QTEST(percentText(share), "percent");
        QTEST(accuracyText(share), "accuracy");
    }

    void countsAreGroupedAsTheLanguageDoes()
    {
        const QLocale before;
        for (const char* language : {"en_US", "zh_CN"}) {
            QLocale::setDefault(QLocale(QString::fromLatin1(language)));
            QCOMPARE(countText(999), QStringLiteral("999"));
            QCOMPARE(countText(12'000), QStringLiteral("12,000"));
            QCOMPARE(countText(1'281'167), QStringLiteral("1,281,167"));
        }
        QLocale::setDefault(before);
    }

    void sizesAreInOneSystemOfUnits()
    {
        QCOMPARE(sizeText(81'400), QStringLiteral("79.5 KiB"));
        QCOMPARE(sizeText(5'630'000), QStringLiteral("5.37 MiB"));
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::NumberTextTest)
#include "number_text_test.moc"
