// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A failure that a host recorded is shown in the language of the program, with all that stands in it.
#include "app/text/error_text.h"
#include "app/text/language.h"
#include "app/text/list_text.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/journal.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>
#include <cerrno>
#include <cstring>
#include <netdb.h>

Q_DECLARE_METATYPE(lockstep::Sentence)

using namespace lockstep;

namespace {

bool hasChinese(const QString& text)
{
    static const QRegularExpression chinese(QStringLiteral("\\p{Han}"));
    return text.contains(chinese);
}

/// What stands on the disk of the host after this sentence has ended a rank.
Sentence fromJournal(const Sentence& sentence)
{
    RankFinished finished;
    finished.exitCode = 4;
    finished.message = sentence;
    std::string line;
    appendRecord(line, {.event = finished});
    JournalReader reader;
    const auto records = reader.feed(line).records;
    return records.empty() ? Sentence() : std::get<RankFinished>(records.front().event).message;
}

Sentence fromState(const Sentence& sentence)
{
    RunState state;
    state.run = "a";
    state.message = sentence;
    const Result<RunState> read = parseMessage<RunState>(toJson(state));
    return read ? read->message : Sentence();
}

Sentence fromRefusal(const Sentence& sentence)
{
    return parseError(toJson(Error{sentence.text, sentence.arguments, {}}));
}

} // namespace

class RecordedSentenceTest : public QObject {
    Q_OBJECT
private slots:
    /// First: once installed, a language stays.
    void inEnglishItIsTheSentenceThatWasMeant()
    {
        installLanguage(*QCoreApplication::instance(), QStringLiteral("en"));
        const Sentence sentence("Rank %1 ended with exit code %2: %3",
                                {"1", "4", {"The folder %1 cannot be read: %2.", {"/data", "x"}}});
        QCOMPARE(sentenceText(fromJournal(sentence)),
                 QStringLiteral("Rank 1 ended with exit code 4: The folder /data cannot be read: x."));
        installLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN"));
    }

    void everyPartIsShownInChinese_data()
    {
        QTest::addColumn<Sentence>("sentence");
        QTest::addColumn<QStringList>("kept");
        const auto row = [](const char* name, const Sentence& sentence, const QStringList& kept) {
            QTest::newRow(name) << sentence << kept;
        };
        row("a number", {"Rank %1 lost another rank.", {"3"}}, {QStringLiteral("3")});
        row("a signal", {"Rank %1 was killed by signal %2 (%3).", {"2", "9", "Killed"}},
            {QStringLiteral("2"), QStringLiteral("9")});
        row("a sentence in a sentence",
            {"Host %1: %2",
             {"gpu-1",
              {"Rank %1 ended with exit code %2: %3",
               {"1",
                "4",
                {"The training set has %1 images, too few for %2 ranks. Use fewer devices or more data.",
                 {"3", "4"}}}}}},
            {QStringLiteral("gpu-1"), QStringLiteral("3"), QStringLiteral("4")});
        row("an error in an error",
            Error{"%1 is damaged: %2",
                  {"manifest.json",
                   Error{"found %1, expected a whole number from %2 to %3.", {"0", "1", "2"}, "version"}},
                  {}},
            {QStringLiteral("manifest.json"), QStringLiteral("version：")});
        row("files that are damaged",
            {"Host %1: %2",
             {"gpu-1",
              {"Rank %1 ended with exit code %2: %3",
               {"1",
                "4",
                {"%1 of the %2 images are damaged, more than the limit of %3 % (data.damaged_limit). Replace "
                 "them or raise the limit. %4",
                 {"3", "100", "2",
                  inARow({{"The image %1 is damaged: %2.", {"a.jpg", {"libjpeg says \"%1\"", {"x"}}}},
                          {"The image %1 is damaged: %2.", {"b.jpg", "the file is empty"}}})}}}}}},
            {QStringLiteral("a.jpg"), QStringLiteral("b.jpg"), QStringLiteral("data.damaged_limit")});
        row("names in a row", {"Rank %1 lost another rank.", {inARow({"3", "4", "7"}, ", ")}},
            {QStringLiteral("3、4、7")});
        row("an error about a key",
            Error{"found %1, expected a whole number from %2 to %3.", {"0", "1", "65536"}, "training.batch"},
            {QStringLiteral("training.batch："), QStringLiteral("65536")});
    }
    void everyPartIsShownInChinese()
    {
        QFETCH(Sentence, sentence);
        QFETCH(QStringList, kept);
        for (const Sentence& read : {fromJournal(sentence), fromState(sentence), fromRefusal(sentence)}) {
            QVERIFY(read == sentence);
            const QString shown = sentenceText(read);
            QVERIFY2(hasChinese(shown), qPrintable(shown));
            for (const QString& part : kept)
                QVERIFY2(shown.contains(part), qPrintable(shown));
            // Nothing of the English sentence is left over.
            static const QRegularExpression words(QStringLiteral("[A-Za-z]+ [a-z]+ [a-z]+"));
            QVERIFY2(!shown.contains(words), qPrintable(shown));
        }
    }

    void theReasonThatTheSystemGivesIsShownInChinese()
    {
        QStringList reasons{QString::fromUtf8(gai_strerror(EAI_NONAME)),
                            QString::fromUtf8(gai_strerror(EAI_AGAIN))};
        for (const int code : {ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ECONNRESET, EPIPE, EACCES,
                               ENOENT, ENOSPC, EROFS, EDQUOT, EMFILE, ENOMEM, EADDRINUSE, EIO})
            reasons << QString::fromUtf8(std::strerror(code));
        for (const QString& reason : reasons) {
            const Sentence sentence(
                "Cannot connect to %1: %2. Check that an SSH server answers on this port.",
                {"10.0.0.1:22", reason.toStdString()});
            const QString shown = sentenceText(fromState(sentence));
            QVERIFY2(!shown.contains(reason) && hasChinese(shown), qPrintable(shown));
        }
    }

    void sentencesStandInARowAsTheirLanguageHasThem()
    {
        const Sentence silent("Rank %1 lost another rank.", {"3"});
        const QString one = sentenceText(silent);
        QVERIFY(one.endsWith(u'。'));
        QCOMPARE(sentenceText(inARow({silent, silent, "It said so."})),
                 one + one + QStringLiteral("It said so."));
        QCOMPARE(sentencesText({QStringLiteral("So it is."), one, one}),
                 QStringLiteral("So it is. ") + one + one);
        QCOMPARE(listText({}), QString());
        QCOMPARE(listText({QStringLiteral("100 %1")}), QStringLiteral("100 %1"));
        QCOMPARE(listText({QStringLiteral("a"), QStringLiteral("%2"), QStringLiteral("c")})
                     .count(QStringLiteral("%2")),
                 1);
    }

    void wordsOfOthersStayAsTheyCame()
    {
        for (const char* text :
             {"", "Segmentation fault (core dumped)", "terminate called after throwing", "x: y", "%1"})
            QCOMPARE(sentenceText(fromJournal(text)), QString::fromLatin1(text));
        // As in a journal that was written before sentences had arguments.
        QCOMPARE(sentenceText(Sentence("Rank 3 lost another rank.")),
                 QStringLiteral("Rank 3 lost another rank."));
    }
};

QTEST_MAIN(RecordedSentenceTest)
#include "recorded_sentence_test.moc"
