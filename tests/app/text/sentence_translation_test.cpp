// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sentences that arrive from hosts in English are shown in the language of the program.
#include "app/text/language.h"
#include "app/text/sentence_translation.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;

namespace {

bool hasChinese(const QString& text)
{
    static const QRegularExpression chinese(QStringLiteral("\\p{Han}"));
    return text.contains(chinese);
}

} // namespace

class SentenceTranslationTest : public QObject {
    Q_OBJECT
private slots:
    /// First: once installed, a language stays.
    void inEnglishEverySentenceStaysAsItCame()
    {
        installLanguage(*QCoreApplication::instance(), QStringLiteral("en"));
        const QString sentence = QStringLiteral(
            "Rank 1 ended with exit code 2: The training set has 3 images, too few for 4 ranks. Use fewer "
            "devices or more data.");
        QCOMPARE(translatedSentence(sentence), sentence);
        installLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN"));
    }

    void textsAreFoundAgainByTheirFixedParts_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QStringList>("kept");
        const auto row = [](const char* sentence, const QStringList& kept) {
            QTest::newRow(sentence) << QString::fromUtf8(sentence) << kept;
        };
        row("Rank 3 lost another rank.", {QStringLiteral("3")});
        row("Rank 2 was killed by signal 9 (Killed).", {QStringLiteral("2"), QStringLiteral("9")});
        row("The training set has 3 images, too few for 4 ranks. Use fewer devices or more data.",
            {QStringLiteral("3"), QStringLiteral("4")});
        row("Rank 1 ended with exit code 2: The MNIST folder /data/mnist is not there, or is no folder. Give "
            "the folder "
            "that holds the four idx files on this host.",
            {QStringLiteral("1"), QStringLiteral("/data/mnist")});
        row("training.batch: found 0, expected a whole number from 1 to 65536.",
            {QStringLiteral("training.batch: "), QStringLiteral("65536")});
    }
    void textsAreFoundAgainByTheirFixedParts()
    {
        QFETCH(QString, sentence);
        QFETCH(QStringList, kept);
        const QString shown = translatedSentence(sentence);
        QVERIFY2(hasChinese(shown), qPrintable(shown));
        for (const QString& part : kept)
            QVERIFY2(shown.contains(part), qPrintable(shown));
        // Nothing of the English sentence is left over.
        static const QRegularExpression words(QStringLiteral("[A-Za-z]+ [a-z]+ [a-z]+"));
        QVERIFY2(!shown.contains(words), qPrintable(shown));
    }

    void strangersSentencesStayAsTheyCame()
    {
        for (const char* text :
             {"", "Segmentation fault (core dumped)", "terminate called after throwing", "x: y", "%1"})
            QCOMPARE(translatedSentence(QString::fromLatin1(text)), QString::fromLatin1(text));
    }
};

QTEST_MAIN(SentenceTranslationTest)
#include "sentence_translation_test.moc"
