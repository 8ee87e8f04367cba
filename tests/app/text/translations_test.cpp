// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The .ts files must hold every text of the sources, each with its translation.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

struct Message {
    QString context;
    QString source;
    QStringList forms;
    bool isUnfinished = false;
    QString place() const { return context + QStringLiteral(" | ") + source; }
};

Message readMessage(QXmlStreamReader& xml, const QString& context)
{
    Message message;
    message.context = context;
    QString comment;
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.isUnfinished = xml.attributes().hasAttribute(QStringLiteral("type"));
            message.forms << xml.readElementText(QXmlStreamReader::IncludeChildElements);
        } else {
            xml.skipCurrentElement();
        }
    }
    message.source += comment.isEmpty() ? QString() : QStringLiteral(" / ") + comment;
    return message;
}

QList<Message> readMessages(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages << readMessage(xml, context);
    }
    return messages;
}

QStringList placesOf(const QList<Message>& messages)
{
    QStringList places;
    for (const Message& message : messages)
        places << message.place();
    places.sort();
    return places;
}

QStringList placeholders(const QString& text)
{
    static const QRegularExpression kPlaceholder(QStringLiteral("%L?[1-9n]"));
    QSet<QString> found;
    for (auto match = kPlaceholder.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    QStringList sorted(found.begin(), found.end());
    sorted.sort();
    return sorted;
}

const auto kFolder = QStringLiteral(LOCKSTEP_SOURCE_DIR "/translations/");

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* name : {"lockstep_zh_CN.ts", "lockstep_en.ts"})
            QVERIFY(QFile::copy(kFolder + QLatin1String(name), m_folder.filePath(QLatin1String(name))));
        QProcess update;
        update.start(kFolder + QStringLiteral("update.sh"),
                     {QStringLiteral(LOCKSTEP_ERROR_TEXTS), QStringLiteral(LOCKSTEP_LUPDATE),
                      QStringLiteral(LOCKSTEP_SOURCE_DIR), m_folder.path()});
        QVERIFY(update.waitForFinished(60000));
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());
    }

    void theFilesHoldEveryTextOfTheSources_data() { addFiles(); }
    void theFilesHoldEveryTextOfTheSources()
    {
        QFETCH(QString, file);
        const QStringList fresh = placesOf(readMessages(m_folder.filePath(file)));
        const QStringList kept = placesOf(readMessages(kFolder + file));
        QVERIFY(fresh.size() >= 10);
        for (const QString& place : fresh)
            QVERIFY2(kept.contains(place), qPrintable(QStringLiteral("missing: ") + place));
        for (const QString& place : kept)
            QVERIFY2(fresh.contains(place), qPrintable(QStringLiteral("no longer in the sources: ") + place));
    }

    void everyTextIsTranslated_data() { addFiles(); }
    void everyTextIsTranslated()
    {
        QFETCH(QString, file);
        for (const Message& message : readMessages(kFolder + file)) {
            QVERIFY2(!message.isUnfinished, qPrintable(message.place()));
            for (const QString& form : message.forms)
                QVERIFY2(!form.trimmed().isEmpty(), qPrintable(message.place()));
        }
    }

    void placeholdersSurvive_data() { addFiles(); }
    void placeholdersSurvive()
    {
        QFETCH(QString, file);
        for (const Message& message : readMessages(kFolder + file)) {
            for (const QString& form : message.forms)
                QVERIFY2(placeholders(form) == placeholders(message.source), qPrintable(message.place()));
        }
    }

    /// "12,000 runs": for %n Qt writes a number without the separators of the language.
    void countsAreWrittenAsTheLanguageDoes_data() { addFiles(); }
    void countsAreWrittenAsTheLanguageDoes()
    {
        QFETCH(QString, file);
        for (const Message& message : readMessages(kFolder + file)) {
            for (const QString& text : message.forms + QStringList{message.source})
                QVERIFY2(!text.contains(QStringLiteral("%n")), qPrintable(message.place()));
        }
    }

    /// lupdate puts texts under a wrong name when it loses its way in a source; the program would not find
    /// them.
    void everyContextIsOneOfOurs()
    {
        const QSet<QString> plain = {
            QStringLiteral("Error"),      QStringLiteral("Template"), QStringLiteral("Edits"),
            QStringLiteral("Headless"),   QStringLiteral("Preview"),  QStringLiteral("PlotCurves"),
            QStringLiteral("PlotSpec"),   QStringLiteral("RunTexts"), QStringLiteral("GpuTexts"),
            QStringLiteral("MetricText"), QStringLiteral("Timeline"), QStringLiteral("ByHand"),
            QStringLiteral("Inventory"),  QStringLiteral("CopyTexts")};
        for (const Message& message : readMessages(kFolder + QStringLiteral("lockstep_zh_CN.ts")))
            QVERIFY2(message.context.startsWith(QStringLiteral("lockstep::")) ||
                         plain.contains(message.context),
                     qPrintable(message.place()));
    }

    void theErrorsOfTheEngineAreAmongThem()
    {
        const QStringList places = placesOf(readMessages(kFolder + QStringLiteral("lockstep_zh_CN.ts")));
        QVERIFY(places.contains(
            QStringLiteral("Error | found nothing, expected the path of the .json.gz file.")));
        QVERIFY(places.contains(QStringLiteral("Error | There is no file %1.")));
    }

private:
    static void addFiles()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("Chinese") << QStringLiteral("lockstep_zh_CN.ts");
        QTest::newRow("English") << QStringLiteral("lockstep_en.ts");
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TranslationsTest)
#include "translations_test.moc"
