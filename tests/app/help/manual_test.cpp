// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the manual says is so: its words are those of the program, its commands are understood, its keys do
// something, and both languages say the same.
#include "app/headless/command_line.h"
#include "app/help/manual.h"
#include "app/settings/shortcuts.h"
#include "app/window/main_window.h"
#include "tests/app/help/manual_page.h"
#include "tests/app/private_settings.h"

#include <QDir>
#include <QFile>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockstep;

namespace {

const QString kManual = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/manual");
const QString kEngine = QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine");
const QString kEnglish = QStringLiteral("en");
const QString kChinese = QStringLiteral("zh_CN");

/// As it stands in a window: without the letter of its key and what leads on.
QString asShown(QString text)
{
    static const QRegularExpression key(QStringLiteral("\\(&.\\)"));
    return text.remove(key).remove(u'&').remove(u'…').remove(u':').remove(u'：').trimmed();
}

/// Every text of the program in a language.
QSet<QString> textsOfProgram(const QString& language)
{
    QSet<QString> texts;
    QFile file(QStringLiteral(LOCKSTEP_SOURCE_DIR "/translations/lockstep_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    const QLatin1String element(language == kEnglish ? "source" : "translation");
    for (QXmlStreamReader xml(&file); !xml.atEnd(); xml.readNext()) {
        if (xml.isStartElement() && xml.name() == element)
            texts.insert(asShown(xml.readElementText(QXmlStreamReader::IncludeChildElements)));
    }
    return texts;
}

WrittenPage written(const QString& language, Topic topic)
{
    return readWrittenPage(pagePath(kManual, language, topic));
}

/// Lines of code that begin with the name of a program of ours, without that.
QVector<QStringList> commands(const WrittenPage& page, const QString& program)
{
    QVector<QStringList> found;
    for (const QStringList& block : page.codeBlocks) {
        for (const QString& line : block) {
            if (line.startsWith(program + u' '))
                found.append(line.split(u' ', Qt::SkipEmptyParts).mid(1));
        }
    }
    return found;
}

void addPages()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<Topic>("topic");
    for (const QString& language : {kEnglish, kChinese}) {
        for (const Topic topic : kTopics)
            QTest::newRow(qPrintable(language + u' ' + pageFile(topic))) << language << topic;
    }
}

} // namespace

class ManualTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void everyPageIsRead_data() { addPages(); }
    void everyPageIsRead()
    {
        QFETCH(QString, language);
        QFETCH(Topic, topic);
        const WrittenPage page = written(language, topic);
        QVERIFY(!page.headings.isEmpty());
        QCOMPARE(page.headings.front().level, 1);
        // The program sees the headings that were written.
        const ManualPage shown = readManual(kManual, language).at(static_cast<qsizetype>(topic));
        QCOMPARE(shown.topic, topic);
        QCOMPARE(shown.title, page.headings.front().text);
        QCOMPARE(shown.sections.size(), page.headings.size() - 1);
    }

    void noPageIsForgotten()
    {
        for (const QString& language : {kEnglish, kChinese}) {
            for (const QString& file : QDir(kManual + u'/' + language).entryList(QDir::Files))
                QVERIFY2(topicOfFile(file), qPrintable(file));
        }
    }

    void bothLanguagesSayTheSame_data()
    {
        QTest::addColumn<Topic>("topic");
        for (const Topic topic : kTopics)
            QTest::newRow(qPrintable(pageFile(topic))) << topic;
    }
    void bothLanguagesSayTheSame()
    {
        QFETCH(Topic, topic);
        const WrittenPage english = written(kEnglish, topic);
        const WrittenPage chinese = written(kChinese, topic);
        QCOMPARE(chinese.headings.size(), english.headings.size());
        for (qsizetype i = 0; i < english.headings.size(); ++i)
            QCOMPARE(chinese.headings[i].level, english.headings[i].level);
        QCOMPARE(chinese.pictures, english.pictures);
        QCOMPARE(chinese.links, english.links);
        QCOMPARE(chinese.tableRows, english.tableRows);
        QCOMPARE(chinese.codeBlocks.size(), english.codeBlocks.size());
        for (const char* program : {"lockstep", "lockstep-engine", "ssh", "ssh-keygen", "rsync"})
            QCOMPARE(commands(chinese, QLatin1String(program)), commands(english, QLatin1String(program)));
    }

    void boldWordsAreThoseOfTheProgram_data() { addPages(); }
    void boldWordsAreThoseOfTheProgram()
    {
        QFETCH(QString, language);
        QFETCH(Topic, topic);
        const QSet<QString> texts = textsOfProgram(language);
        QVERIFY(texts.size() > 500);
        for (const QString& word : written(language, topic).boldWords)
            QVERIFY2(texts.contains(asShown(word)), qPrintable(word));
    }

    void linksAndPicturesLeadSomewhere_data() { addPages(); }
    void linksAndPicturesLeadSomewhere()
    {
        QFETCH(QString, language);
        QFETCH(Topic, topic);
        const WrittenPage page = written(language, topic);
        for (const QString& link : page.links)
            QVERIFY2(topicOfFile(link), qPrintable(link));
        QVERIFY(!page.pictures.isEmpty());
        for (const QString& picture : page.pictures)
            QVERIFY2(QFile::exists(kManual + u'/' + language + u'/' + picture), qPrintable(picture));
    }

    void commandsAreUnderstood_data() { addPages(); }
    void commandsAreUnderstood()
    {
        QFETCH(QString, language);
        QFETCH(Topic, topic);
        for (const QStringList& words : commands(written(language, topic), QStringLiteral("lockstep"))) {
            const Result<CommandLine> line = parseCommandLine(words);
            QVERIFY2(line.ok(), qPrintable(words.join(u' ')));
            QVERIFY2(line->command != Command::Window, qPrintable(words.join(u' ')));
        }
        for (const QStringList& words :
             commands(written(language, topic), QStringLiteral("lockstep-engine"))) {
            const QString help = helpOfEngine(words.front());
            QVERIFY2(!help.isEmpty(), qPrintable(words.front()));
            for (const QString& word : words.mid(1))
                QVERIFY2(!word.startsWith(QLatin1String("--")) || help.contains(word), qPrintable(word));
        }
    }

    /// Menus and canvas answer to every key that is written with a modifier, and to those with an F.
    void keysDoSomething_data() { addPages(); }
    void keysDoSomething()
    {
        QFETCH(QString, language);
        QFETCH(Topic, topic);
        MainWindow window(RemoteOptions{});
        QSet<QKeySequence> known;
        for (const QAction* action : shortcutActions(*window.menuBar())) {
            for (const QKeySequence& keys : action->shortcuts())
                known.insert(keys);
        }
        static const QRegularExpression keysPattern(
            QStringLiteral("(?:(?:Ctrl|Alt|Shift)\\+)+\\w+|\\bF\\d+\\b"));
        const QString prose = written(language, topic).prose;
        for (auto match = keysPattern.globalMatch(prose); match.hasNext();) {
            const QString keys = match.next().captured();
            QVERIFY2(known.contains(QKeySequence(keys, QKeySequence::PortableText)), qPrintable(keys));
        }
    }

private:
    /// What an engine says of one of its commands, or of itself; empty: it does not know it.
    static QString helpOfEngine(const QString& command)
    {
        QProcess engine;
        engine.start(kEngine, command.startsWith(u'-') ? QStringList{command}
                                                       : QStringList{command, QStringLiteral("--help")});
        const bool isUnderstood = engine.waitForFinished() && engine.exitCode() == 0;
        return isUnderstood ? QString::fromUtf8(engine.readAllStandardOutput()) : QString();
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(ManualTest)
#include "manual_test.moc"
