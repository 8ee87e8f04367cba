// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_file.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/interchange/exchanged_files.h"
#include "tests/app/summary/recorded_run.h"

#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace lockstep;

namespace {

/// What a browser, pdftotext, or somebody with the journals at hand sees.
QJsonObject seen(const char* as, const QString& path)
{
    QProcess reader;
    reader.start(QStringLiteral("python3"),
                 {QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/app/interchange/read_report.py"),
                  QLatin1String(as), path});
    if (!reader.waitForFinished(60'000) || reader.exitCode() != 0)
        qWarning("%s", reader.readAllStandardError().constData());
    return QJsonDocument::fromJson(reader.readAllStandardOutput()).object();
}

QVector<QStringList> rowsOf(const QJsonObject& page)
{
    QVector<QStringList> rows;
    for (const QJsonValue& row : page[u"rows"].toArray())
        rows.append(row.toVariant().toStringList());
    return rows;
}

/// The row that begins with this cell.
QStringList rowOf(const QJsonObject& page, const QString& first)
{
    const QVector<QStringList> rows = rowsOf(page);
    const auto found =
        std::ranges::find_if(rows, [&](const QStringList& row) { return row.value(0) == first; });
    return found == rows.end() ? QStringList() : *found;
}

QStringList textsOf(const QJsonObject& page)
{
    return page[u"text"].toVariant().toStringList();
}

/// With LOCKSTEP_PICTURES=FOLDER in the environment a copy is kept there, to be looked at.
QByteArray writtenReport(const RunFolder& run, const QString& file)
{
    const Result<void> saved = saveReport(makeRunReport(run, loadRun(run)), file);
    const QByteArray bytes = saved ? contents(file) : QByteArray();
    if (const QString pictures = qEnvironmentVariable("LOCKSTEP_PICTURES"); !pictures.isEmpty())
        put(pictures + u'/' + QLatin1String(QTest::currentTestFunction()) + u'-' + QFileInfo(file).fileName(),
            bytes);
    return bytes;
}

const RecordedRun kSmall{.epochs = 3, .stepsPerEpoch = 20};

} // namespace

class ReportTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        installLanguage(*qApp, QStringLiteral("en"));
        applyTheme(*qApp, ThemeKind::Dark);
    }

    void theFiguresOfThePageAreThoseOfTheJournals()
    {
        QTemporaryDir home;
        Result<RunFolder> run =
            writeRecordedRun(home.path(), {.hosts = 2, .epochs = 4, .stepsPerEpoch = 20, .failingRank = 3});
        RecordedRun again{.hosts = 2, .epochs = 4, .stepsPerEpoch = 20};
        again.firstStep = 40;
        again.attempt = 2;
        again.beginMs += 600'000;
        QVERIFY(bool(addRecordedAttempt(*run, again)));
        const QString file = home.filePath(QStringLiteral("report.html"));
        QVERIFY(!writtenReport(*run, file).isEmpty());
        const QJsonObject page = seen("page", file);
        const QJsonObject journal = seen("journal", run->path());
        const QJsonArray attempts = journal[u"attempts"].toArray();
        QCOMPARE(attempts.size(), 2);

        QCOMPARE(page[u"heading"].toString(), QStringLiteral("Digits on this computer"));
        const QString best = attempts[1][u"best"].toString();
        QVERIFY2(rowOf(page, QStringLiteral("Best")).value(1).contains(best), qPrintable(best));
        QVERIFY(rowOf(page, QStringLiteral("Last")).value(1).contains(attempts[1][u"top1"].toString()));
        QCOMPARE(rowOf(page, QStringLiteral("Steps")).value(1), QStringLiteral("80 of 80"));
        const QStringList first = rowOf(page, QStringLiteral("1"));
        QCOMPARE(first.value(1), QStringLiteral("Failed"));
        QCOMPARE(first.value(5), QString::number(attempts[0][u"steps"].toInt()));
        QCOMPARE(first.value(7), attempts[0][u"top1"].toString());
        QVERIFY(std::ranges::any_of(rowsOf(page), [](const QStringList& row) {
            return row.size() == 1 && row[0].contains(QStringLiteral("not enough memory"));
        }));
        const QStringList second = rowOf(page, QStringLiteral("2"));
        QCOMPARE(second.value(4), QString::number(attempts[1][u"first"].toInt()));
        QCOMPARE(second.value(7), attempts[1][u"top1"].toString());
        const QVector<QStringList> rows = rowsOf(page);
        const QStringList rank0 = {QStringLiteral("0"),   QStringLiteral("This computer"),
                                   QStringLiteral("cpu"), QStringLiteral("Finished"),
                                   QStringLiteral("80"),  attempts[1][u"loss"].toString()};
        QVERIFY(std::ranges::any_of(rows, [&](const QStringList& row) { return row.mid(0, 6) == rank0; }));
        QCOMPARE(rowOf(page, QStringLiteral("SHA-256 of the experiment")).value(1),
                 journal[u"experiment"].toString());
        QVERIFY(rowOf(page, QStringLiteral("SHA-256 of the weights"))
                    .value(1)
                    .startsWith(QString(64, u'a') + QStringLiteral(", on every rank")));
        QCOMPARE(rowOf(page, QStringLiteral("Epochs")).mid(1), (QStringList{"4", "2"}));
        // The pictures are drawings with the names of what they show.
        const QJsonArray drawn = page[u"drawn"].toArray();
        QCOMPARE(page[u"captions"].toArray().size(), 5);
        for (const QJsonValue& texts : drawn)
            QVERIFY(texts.toArray().size() > 3);
        QVERIFY(drawn.last().toArray().contains(QStringLiteral("gpu-1")));
        QVERIFY(drawn.last().toArray().contains(QStringLiteral("This computer")));
    }

    /// Not by its looks, but by what a browser would do with it.
    void aHostileRunIsShownHarmlessly()
    {
        QTemporaryDir home;
        RecordedRun recorded = kSmall;
        recorded.name =
            "</title><script>alert(1)</script><img src=http://evil/ onerror=\"x()\">\u202egpj.exe\x1b[2J";
        recorded.failingRank = 1;
        Result<RunFolder> run = writeRecordedRun(home.path(), recorded);
        RunInfo info = run->info();
        info.reason = Sentence("<iframe src='javascript:x()'></iframe>");
        QVERIFY(bool(run->setInfo(info)));
        const QString file = home.filePath(QStringLiteral("report.html"));
        const QByteArray html = writtenReport(*run, file);
        const QJsonObject page = seen("page", file);
        const QStringList known = {"body",  "div",   "h1",    "h2", "head", "html",  "img",   "meta", "p",
                                   "style", "table", "tbody", "td", "th",   "thead", "title", "tr"};
        QCOMPARE(page[u"elements"].toVariant().toStringList(), [&] {
            QStringList sorted = known;
            sorted.sort();
            return sorted;
        }());
        for (const QString& attribute : page[u"attributes"].toVariant().toStringList())
            QVERIFY2(!attribute.startsWith(QStringLiteral("on")), qPrintable(attribute));
        QVERIFY(page[u"title"].toString().startsWith(QStringLiteral("</title><script>alert(1)")));
        QVERIFY(textsOf(page).join(u' ').contains(QStringLiteral("<iframe src='javascript:x()'>")));
        QVERIFY(!html.contains("\u202e"));
        QVERIFY(!html.contains('\x1b'));
        QVERIFY(html.contains("default-src 'none'"));
    }

    /// A report goes to others than the experiment does.
    void aReportNamesNoAddressesAndUsers()
    {
        QTemporaryDir home;
        const Result<RunFolder> run =
            writeRecordedRun(home.path(), {.hosts = 3, .epochs = 1, .stepsPerEpoch = 5});
        const QString file = home.filePath(QStringLiteral("report.html"));
        QVERIFY(!writtenReport(*run, file).isEmpty());
        const QString all = QString::fromUtf8(QJsonDocument(seen("page", file)).toJson());
        QVERIFY(all.contains(QStringLiteral("gpu-2")));
        QVERIFY(!all.contains(QStringLiteral("10.0.0.")));
        QVERIFY(!all.contains(QStringLiteral("anna")));
    }

    void theSameNumbersAreOnThePagesForPrint()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.path(), kSmall);
        const QString file = home.filePath(QStringLiteral("report.pdf"));
        const QByteArray pdf = writtenReport(*run, file);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY2(pdf.size() < 1'000'000, qPrintable(QString::number(pdf.size())));
        const QJsonObject words = seen("words", file);
        const QJsonObject journal = seen("journal", run->path());
        const QString text =
            words[u"text"].toString().remove(u' '); // lines are broken where there is no room
        const QJsonObject attempt = journal[u"attempts"][0].toObject();
        for (const QString& wanted :
             {QStringLiteral("Digits on this computer"), attempt[u"best"].toString(),
              attempt[u"loss"].toString(), journal[u"experiment"].toString(), QStringLiteral("60 of 60"),
              QStringLiteral("Training loss")}) // the last one is said by a plot, too
            QVERIFY2(text.contains(QString(wanted).remove(u' ')), qPrintable(wanted + u'\n' + text));
        QVERIFY(words[u"pages"].toInt() >= 2 && words[u"pages"].toInt() <= 8);
    }

    /// As long as it takes for each section to come to the foot of a page once.
    void noHeadingStandsAtTheFootOfAPage()
    {
        QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("report.pdf"));
        for (int epochs = 3; epochs <= 48; epochs += 3) {
            const Result<RunFolder> run =
                writeRecordedRun(home.path(), {.ranksPerHost = epochs, .epochs = epochs, .stepsPerEpoch = 2});
            const RunReport report = makeRunReport(*run, loadRun(*run));
            QVERIFY(!writtenReport(*run, file).isEmpty());
            const QStringList feet = seen("words", file)[u"feet"].toVariant().toStringList();
            QVERIFY(feet.size() >= 2);
            for (const ReportSection& section : report.sections) {
                // The words of plots are drawn, and no text that is found below a heading.
                const bool isOfPlots = section.facts.isEmpty() && section.table.rows.isEmpty();
                QVERIFY2(isOfPlots || !feet.contains(section.title), qPrintable(section.title));
            }
        }
    }

    void aDayAndItsTimeStandInOneLine()
    {
        QTemporaryDir home;
        RecordedRun failed = kSmall;
        failed.failingRank = 1;
        const Result<RunFolder> run = writeRecordedRun(home.path(), failed);
        const QString file = home.filePath(QStringLiteral("report.pdf"));
        QVERIFY(!writtenReport(*run, file).isEmpty());
        const QStringList lines = seen("words", file)[u"lines"].toVariant().toStringList();
        static const QRegularExpression kAttempt(
            QStringLiteral("^1 +Failed +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d "));
        QVERIFY2(!lines.filter(kAttempt).isEmpty(), qPrintable(lines.join(u'\n')));
    }

    void warningsAndWhatIsDamagedAreTold()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.path(), kSmall);
        std::string lines;
        appendRecord(lines, {.sequence = 2 + 60 + 2 * 3,
                             .wallMs = 1'795'219'300'000,
                             .event = Warned{Sentence("The disk of %1 is nearly full.", {"gpu-1"})}});
        QFile journal(run->journalPath(1));
        QVERIFY(journal.open(QIODevice::Append));
        journal.write(QByteArray::fromStdString(lines) + "{\"seq\": nonsense}\n");
        journal.close();
        const QString file = home.filePath(QStringLiteral("report.html"));
        writtenReport(*run, file);
        const QJsonObject page = seen("page", file);
        const QVector<QStringList> rows = rowsOf(page);
        QVERIFY(std::ranges::any_of(rows, [](const QStringList& row) {
            return row.mid(1) == QStringList{"1", "1", "1", "The disk of gpu-1 is nearly full."};
        }));
        QVERIFY(textsOf(page).join(u' ').contains(QStringLiteral("1 record of the journals")));
    }

    void aLargeRunMakesNoLargePage()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(
            home.path(), {.hosts = 100, .ranksPerHost = 2, .epochs = 30, .stepsPerEpoch = 4});
        const QString file = home.filePath(QStringLiteral("report.html"));
        const QByteArray html = writtenReport(*run, file);
        qInfo("%lld bytes for 200 ranks", static_cast<long long>(html.size()));
        QVERIFY(html.size() < 4'000'000);
        QVERIFY(textsOf(seen("page", file)).contains(QStringLiteral("136 further ranks are not listed.")));
    }

    void aRunThatHasSaidNothingYetIsAPageToo()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = RunFolder::create(home.path(), recordedExperiment(kSmall));
        const QString file = home.filePath(QStringLiteral("report.html"));
        QVERIFY(!writtenReport(*run, file).isEmpty());
        QCOMPARE(seen("page", file)[u"heading"].toString(), QStringLiteral("Digits on this computer"));
        const Result<void> nowhere =
            saveReport(makeRunReport(*run, loadRun(*run)), home.filePath(QStringLiteral("no/where.html")));
        QVERIFY(!nowhere);
        QVERIFY(nowhere.error().message().find("where.html") != std::string::npos);
    }

    void thePageIsInTheLanguageOfTheProgram()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.path(), kSmall);
        installLanguage(*qApp, QStringLiteral("zh_CN"));
        const QString html = home.filePath(QStringLiteral("report.html"));
        const QString pdf = home.filePath(QStringLiteral("report.pdf"));
        writtenReport(*run, html);
        writtenReport(*run, pdf);
        installLanguage(*qApp, QStringLiteral("en"));
        const QJsonObject page = seen("page", html);
        QCOMPARE(page[u"language"].toString(), QStringLiteral("zh-CN"));
        QVERIFY(page[u"sections"].toVariant().toStringList().contains(QStringLiteral("结果")));
        for (const QJsonValue& caption : page[u"captions"].toArray())
            QVERIFY2(caption.toString()[0].unicode() >= 0x4e00, qPrintable(caption.toString()));
        const QString best = seen("journal", run->path())[u"attempts"][0][u"best"].toString();
        QVERIFY(seen("words", pdf)[u"text"].toString().contains(best));
    }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"
