// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pictures of the manual show the program as it is: what each shows is made anew and compared, roughly,
// for fonts differ from computer to computer. With LOCKSTEP_RENEW_PICTURES=1 in the environment they are
// stored instead, to be looked at and kept with the change that made them old.
#include "app/help/manual.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/help/manual_page.h"
#include "tests/app/help/picture_subjects.h"
#include "tests/app/private_settings.h"

#include <QApplication>
#include <QFileInfo>
#include <QHash>
#include <QImageWriter>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdlib>

using namespace lockstep;

namespace {

const QString kManual = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/manual");
constexpr qint64 kLargestFile = 120'000;
constexpr QSize kThumbnail{40, 30};
constexpr double kSizeDifference = 0.15;
constexpr double kMeanDifference = 20; // of 255

QString pictureFile(const QString& language, const QString& name, ThemeKind theme)
{
    return kManual + u'/' + language + QLatin1String("/pictures/") + name +
           QLatin1String(theme == ThemeKind::Dark ? "-dark.png" : ".png");
}

bool isNear(int one, int other)
{
    return std::abs(one - other) <= kSizeDifference * std::max(one, other);
}

/// How much two pictures differ, from 0 to 255, seen from afar.
double difference(const QImage& one, const QImage& other)
{
    const auto fromAfar = [](const QImage& picture) {
        return picture.scaled(kThumbnail, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage first = fromAfar(one);
    const QImage second = fromAfar(other);
    double sum = 0;
    for (int y = 0; y < kThumbnail.height(); ++y) {
        for (int x = 0; x < kThumbnail.width(); ++x)
            sum += std::abs(qGray(first.pixel(x, y)) - qGray(second.pixel(x, y)));
    }
    return sum / (kThumbnail.width() * kThumbnail.height());
}

/// With its most frequent colours alone, so that areas keep theirs exactly: a much smaller file, and nobody
/// sees it.
QImage withFewColors(const QImage& picture)
{
    constexpr qsizetype kColors = 256;
    const QImage whole = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < whole.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(whole.constScanLine(y));
        for (int x = 0; x < whole.width(); ++x)
            ++counts[line[x]];
    }
    QList<QRgb> colors = counts.keys();
    std::sort(colors.begin(), colors.end(),
              [&](QRgb one, QRgb other) { return counts[one] > counts[other]; });
    return whole.convertToFormat(QImage::Format_Indexed8, colors.first(std::min(kColors, colors.size())));
}

bool store(const QImage& picture, const QString& file)
{
    QImageWriter writer(file, "png");
    writer.setCompression(100);
    return writer.write(withFewColors(picture));
}

} // namespace

class ManualPicturesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    /// The judge can say no.
    void otherPicturesDiffer()
    {
        QImage one(400, 300, QImage::Format_RGB32);
        one.fill(Qt::white);
        QImage other = one;
        QCOMPARE(difference(one, other), 0.);
        for (int y = 0; y < 150; ++y) {
            for (int x = 0; x < 400; ++x)
                other.setPixelColor(x, y, Qt::darkGray);
        }
        QVERIFY(difference(one, other) > kMeanDifference);
    }

    void pagesShowWhatThereArePicturesOf()
    {
        QSet<QString> named;
        for (const Topic topic : kTopics) {
            for (const QString& picture :
                 readWrittenPage(pagePath(kManual, QStringLiteral("en"), topic)).pictures)
                named.insert(QFileInfo(picture).completeBaseName());
        }
        const QStringList names = PictureSubjects::names();
        QCOMPARE(named, QSet<QString>(names.begin(), names.end()));
    }

    void picturesShowTheProgramAsItIs_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("isDark");
        for (const char* language : {"en", "zh_CN"}) {
            for (const bool isDark : {false, true})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(language, isDark ? "dark" : "light")))
                    << QString::fromLatin1(language) << isDark;
        }
    }
    void picturesShowTheProgramAsItIs()
    {
        QFETCH(QString, language);
        QFETCH(bool, isDark);
        const ThemeKind theme = isDark ? ThemeKind::Dark : ThemeKind::Light;
        installLanguage(*qApp, language);
        applyTheme(*qApp, theme);
        const QTemporaryDir folder;
        PictureSubjects subjects(folder.path());
        const bool isRenewed = qEnvironmentVariableIntValue("LOCKSTEP_RENEW_PICTURES") != 0;
        for (const QString& name : PictureSubjects::names()) {
            const QString file = pictureFile(language, name, theme);
            const QImage now = subjects.take(name);
            QVERIFY2(!now.isNull(), qPrintable(name));
            if (isRenewed)
                QVERIFY(store(now, file));
            const QImage stored(file);
            QVERIFY2(!stored.isNull(), qPrintable(file));
            QVERIFY2(QFileInfo(file).size() <= kLargestFile, qPrintable(file));
            const bool fits = isNear(stored.width(), now.width()) && isNear(stored.height(), now.height()) &&
                              difference(stored, now) <= kMeanDifference;
            QVERIFY2(fits, qPrintable(file + QLatin1String(" is out of date: renew it")));
        }
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(ManualPicturesTest)
#include "manual_pictures_test.moc"
