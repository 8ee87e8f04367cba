// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_file.h"
#include "app/logs/log_view.h"
#include "app/text/inert_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <random>

using namespace lockstep;

namespace {

void write(const QString& path, const QByteArray& text, QIODevice::OpenMode mode = QIODevice::WriteOnly)
{
    QFile file(path);
    if (!file.open(mode) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// The rows of a file, first to last.
QVector<LogFile::Row> rowsOf(LogFile& file)
{
    QVector<LogFile::Row> rows;
    for (qint64 at = 0; at < file.size();) {
        rows.append(file.rowAt(at));
        at = rows.last().next;
    }
    return rows;
}

} // namespace

class LogViewTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

private slots:
    void hostileTextIsShownAndDoesNothing_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("loss is: 0.35") << QStringLiteral("loss is: 0.35");
        QTest::newRow("colour") << QByteArray("\x1b[31mred\x1b[0m") << QStringLiteral("␛[31mred␛[0m");
        QTest::newRow("title") << QByteArray("\x1b]0;pwned\x07") << QStringLiteral("␛]0;pwned␇");
        QTest::newRow("link") << QByteArray("\x1b]8;;http://x\x1b\\here")
                              << QStringLiteral("␛]8;;http://x␛\\here");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QStringLiteral("a␀b");
        QTest::newRow("delete") << QByteArray("a\x7f") << QStringLiteral("a␡");
        QTest::newRow("carriage return") << QByteArray("50%\r100%") << QStringLiteral("50%␍100%");
        QTest::newRow("tab") << QByteArray("ab\tc") << QStringLiteral("ab      c");
        QTest::newRow("override") << QByteArray("a\u202Ecod.exe") << QStringLiteral("a<U+202E>cod.exe");
        QTest::newRow("isolate") << QByteArray("\u2066x\u2069") << QStringLiteral("<U+2066>x<U+2069>");
        QTest::newRow("zero width") << QByteArray("a\u200Bb") << QStringLiteral("a<U+200B>b");
        QTest::newRow("mark") << QByteArray("\uFEFFa") << QStringLiteral("<U+FEFF>a");
        QTest::newRow("separator") << QByteArray("a\u2028b") << QStringLiteral("a<U+2028>b");
        QTest::newRow("tag") << QByteArray("\U000E0041") << QStringLiteral("<U+E0041>");
        QTest::newRow("c1") << QByteArray("\u009B31m") << QStringLiteral("<U+009B>31m");
        QTest::newRow("invalid") << QByteArray("a\xff\xfe\x80z") << QStringLiteral("a\uFFFD\uFFFD\uFFFDz");
        QTest::newRow("cut") << QByteArray("\xe4\xbd") << QStringLiteral("\uFFFD\uFFFD");
        QTest::newRow("chinese") << QByteArray("训练节点-03") << QStringLiteral("训练节点-03");
        QTest::newRow("emoji") << QByteArray("ok 🚀!") << QStringLiteral("ok 🚀!");
        QTest::newRow("markup") << QByteArray("<b>bold</b>") << QStringLiteral("<b>bold</b>");
    }
    void hostileTextIsShownAndDoesNothing()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(inertText(bytes), shown);
    }

    void noRandomBytesGetThrough()
    {
        std::mt19937 random(5);
        for (int trial = 0; trial < 300; ++trial) {
            QByteArray bytes(200, Qt::Uninitialized);
            for (char& byte : bytes)
                byte = static_cast<char>(random());
            for (const QChar character : inertText(bytes)) {
                QVERIFY(character.unicode() >= 0x20 && character.unicode() != 0x7f);
                QVERIFY(character.unicode() < 0x80 || character.unicode() > 0x9f);
                QVERIFY(character.category() != QChar::Other_Format);
            }
        }
    }

    void rowsAreTheLinesAndAreFoundFromAnyOffset_data()
    {
        QTest::addColumn<qint64>("rowBytes");
        QTest::newRow("long") << LogFile::kRowBytes;
        QTest::newRow("as wide as a panel") << qint64{60};
        QTest::newRow("the shortest") << qint64{8};
    }
    void rowsAreTheLinesAndAreFoundFromAnyOffset()
    {
        QFETCH(qint64, rowBytes);
        std::mt19937 random(23);
        QByteArray text;
        for (int line = 0; line < 400; ++line) {
            const int length = random() % 20 == 0 ? 3000 + static_cast<int>(random() % 6000)
                                                  : static_cast<int>(random() % 200);
            for (int i = 0; i < length; ++i)
                text += random() % 9 == 0 ? QByteArray("训") : QByteArray(random() % 7 == 0 ? " " : "x");
            text += random() % 3 == 0 ? "\r\n" : "\n";
        }
        text += "no newline at the end";
        write(path("rows"), text);
        LogFile file;
        file.setRowBytes(rowBytes);
        file.setPath(path("rows"));
        const QVector<LogFile::Row> rows = rowsOf(file);
        QByteArray joined;
        for (const LogFile::Row& row : rows) {
            const QByteArray bytes = file.read(row.begin, row.end - row.begin).toByteArray();
            QVERIFY(bytes.size() <= rowBytes);
            QVERIFY(!bytes.contains('\n'));
            QVERIFY(!inertText(bytes).contains(QChar::ReplacementCharacter));
            joined += bytes + (row.lineEnds ? "\n" : "");
        }
        QCOMPARE(joined, text.replace("\r\n", "\n"));
        for (const LogFile::Row& row : rows) {
            QCOMPARE(file.rowStart(row.begin), row.begin);
            QCOMPARE(file.rowStart((row.begin + row.next) / 2), row.begin);
            QCOMPARE(file.rowStart(row.next - 1), row.begin);
        }
        QCOMPARE(file.lastRows(3), rows[rows.size() - 3].begin);
        QCOMPARE(file.lastRows(100'000), qint64{0});
    }

    void aLineOfTenMegabytesIsManyRowsInLittleMemory()
    {
        write(path("long"), QByteArray("first\n") + QByteArray(10'000'000, 'x') + "\nlast\n");
        LogView view;
        view.setWraps(false);
        view.resize(600, 300);
        view.setPath(path("long"));
        QCOMPARE(view.visibleRows().last(), QStringLiteral("last"));
        view.setFollowing(false);
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(view.visibleRows().first(), QStringLiteral("first"));
        QCOMPARE(view.visibleRows()[1].size(), qsizetype{LogFile::kRowBytes});
        QImage image(600, 300, QImage::Format_RGB32);
        view.render(&image);
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 2);
        QVERIFY(view.visibleRows().first().startsWith(QStringLiteral("xxxx")));
    }

    void aSparseFileOfAThousandGigabytesOpensAtOnce()
    {
        constexpr qint64 kSize = 1'000'000'000'000;
        write(path("sparse"), "begin\n");
        QFile file(path("sparse"));
        QVERIFY(file.resize(kSize));
        write(path("sparse"), "\nend\n", QIODevice::Append);
        LogView view;
        view.resize(600, 300);
        view.setPath(path("sparse"));
        QCOMPARE(view.visibleRows().last(), QStringLiteral("end"));
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(view.visibleRows().first(), QStringLiteral("begin"));
        for (int part = 1; part < 10; ++part) {
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 10 * part);
            QVERIFY(view.visibleRows().first().startsWith(QChar(0x2400)));
        }
        QTest::keyClick(&view, Qt::Key_PageUp);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.visibleRows().last(), QStringLiteral("end"));
        QVERIFY(QFile::remove(path("sparse")));
    }

    void followsTheEndUntilScrolledAwayAndAgainWhenBack()
    {
        QByteArray text;
        for (int i = 0; i < 500; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        write(path("live"), text);
        LogView view;
        view.resize(500, 200);
        view.setPath(path("live"));
        QSignalSpy following(&view, &LogView::followingChanged);
        QVERIFY(view.following());
        write(path("live"), "line 500\n", QIODevice::Append);
        view.refresh();
        QCOMPARE(view.visibleRows().last(), QStringLiteral("line 500"));
        QTest::keyClick(&view, Qt::Key_PageUp);
        QVERIFY(!view.following());
        const QStringList before = view.visibleRows();
        write(path("live"), "line 501\n", QIODevice::Append);
        view.refresh();
        QCOMPARE(view.visibleRows(), before);
        view.setFollowing(true);
        QCOMPARE(view.visibleRows().last(), QStringLiteral("line 501"));
        QTest::keyClick(&view, Qt::Key_Up);
        QVERIFY(!view.following());
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.following());
        QCOMPARE(following.count(), 4);
    }

    void aLineThatGrowsInPiecesIsCompletedInPlace()
    {
        write(path("pieces"), "epoch: 0, ba");
        LogView view;
        view.resize(500, 200);
        view.setPath(path("pieces"));
        QCOMPARE(view.visibleRows(), QStringList{QStringLiteral("epoch: 0, ba")});
        write(path("pieces"), "tch: 200\nnext", QIODevice::Append);
        view.refresh();
        QCOMPARE(view.visibleRows(),
                 (QStringList{QStringLiteral("epoch: 0, batch: 200"), QStringLiteral("next")}));
    }

    void aMissingOrShrunkenFileIsEmptyNotAnError()
    {
        LogView view;
        view.resize(500, 200);
        view.setPath(path("missing"));
        view.setEmptyText(QStringLiteral("nothing yet"));
        QVERIFY(view.visibleRows().isEmpty());
        write(path("missing"), "now\n");
        view.refresh();
        QCOMPARE(view.visibleRows(), QStringList{QStringLiteral("now")});
        write(path("missing"), "");
        view.refresh();
        QVERIFY(view.visibleRows().isEmpty());
    }

    /// The program's own sentences may be read without scrolling sideways.
    void longLinesGoOnInTheNextRow()
    {
        QByteArray line = "2026-11-21 09:08:07.123";
        for (int word = 0; word < 80; ++word)
            line += " word" + QByteArray::number(word);
        write(path("wrap"), "first\n" + line + '\n');
        LogView view;
        view.resize(420, 600);
        view.show();
        view.setPath(path("wrap"));
        const QString shown = QStringLiteral("09:08:07") + QString::fromLatin1(line.mid(23));
        const QStringList rows = view.visibleRows();
        QVERIFY(rows.size() > 5);
        QCOMPARE(rows.mid(1).join(QString()), shown);
        const QFontMetrics metrics = view.viewport()->fontMetrics();
        for (const QString& row : rows) {
            QVERIFY(metrics.horizontalAdvance(row.trimmed()) <= view.viewport()->width());
            QVERIFY(row == rows.last() || row == rows.first() || row.endsWith(u' ')); // whole words
        }
        QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {1, 1});
        QMouseEvent move(QEvent::MouseMove, QPointF(410, 590), QPointF(410, 590), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QCOMPARE(view.selectedText(), QStringLiteral("first\n") + shown);
        view.setWraps(false);
        QCOMPARE(view.visibleRows(), (QStringList{QStringLiteral("first"), shown}));
        QVERIFY(view.horizontalScrollBar()->maximum() > 0);
    }

    void theEndOfALongLastLineIsInView()
    {
        write(path("end"), "first\n" + QByteArray(6000, 'x') + "-end");
        LogView view;
        view.resize(300, 150);
        view.show();
        view.setPath(path("end"));
        QVERIFY(view.following());
        QVERIFY(view.visibleRows().last().endsWith(QStringLiteral("-end")));
        QVERIFY(view.visibleRows().size() <= 150 / view.viewport()->fontMetrics().lineSpacing() + 1);
    }

    void timesAreShortAndTheDayIsInTheToolTip()
    {
        write(path("times"), "2026-11-21 09:08:07.123 epoch: 1\n2026-11-22 00:00:01 next day\n"
                             "2026-11-22 no time\n2026-11-22 09:08:07.12x odd\n");
        LogView view;
        view.resize(500, 200);
        view.setPath(path("times"));
        view.show();
        QCOMPARE(view.visibleRows(),
                 (QStringList{QStringLiteral("09:08:07 epoch: 1"), QStringLiteral("00:00:01 next day"),
                              QStringLiteral("2026-11-22 no time"),
                              QStringLiteral("2026-11-22 09:08:07.12x odd")}));
        QTRY_VERIFY((view.refresh(), view.known() >= 1));
        view.refresh();
        const QPoint first(20, view.viewport()->fontMetrics().lineSpacing() / 2);
        QHelpEvent help(QEvent::ToolTip, first, view.viewport()->mapToGlobal(first));
        QCoreApplication::sendEvent(view.viewport(), &help);
        QCOMPARE(QToolTip::text(), QStringLiteral("2026-11-21 09:08:07.123\nline 1"));
        QToolTip::hideText();
    }

    void copiesWhatIsSelectedInItsInertForm()
    {
        write(path("copy"), "one \x1b[1mtwo\nthree\n");
        LogView view;
        view.resize(500, 200);
        view.setPath(path("copy"));
        view.show();
        const int line = view.viewport()->fontMetrics().lineSpacing();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {0, line / 2});
        QMouseEvent move(QEvent::MouseMove, QPointF(480, line * 1.5), QPointF(480, line * 1.5), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QCOMPARE(view.selectedText(), QStringLiteral("one ␛[1mtwo\nthree"));
        QTest::keySequence(&view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("one ␛[1mtwo\nthree"));
    }

    void aMatchIsBroughtIntoView()
    {
        QByteArray text;
        for (int i = 0; i < 5000; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        write(path("match"), text);
        LogView view;
        view.resize(500, 200);
        view.setPath(path("match"));
        view.setHighlight(QRegularExpression(QStringLiteral("line 77")));
        view.showMatch(text.indexOf("line 2500\n"));
        QVERIFY(view.visibleRows().contains(QStringLiteral("line 2500")));
        QVERIFY(!view.following());
        QTRY_VERIFY((view.refresh(), view.currentLine()->number == 2501));
        QImage image(500, 200, QImage::Format_RGB32);
        view.render(&image);
    }

    void aMatchNearTheEndStaysInViewWhileTheLogGrows()
    {
        QByteArray text;
        for (int i = 0; i < 100; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        write(path("near"), text);
        LogView view;
        view.resize(500, 200);
        view.setPath(path("near"));
        view.showMatch(text.indexOf("line 97\n"));
        QVERIFY(view.visibleRows().contains(QStringLiteral("line 97")));
        QVERIFY(!view.following());
        for (int i = 100; i < 130; ++i)
            write(path("near"), "line " + QByteArray::number(i) + '\n', QIODevice::Append);
        view.refresh();
        QVERIFY(view.visibleRows().contains(QStringLiteral("line 97")));
        view.resize(500, 60);
        view.refresh();
        QVERIFY(!view.following());
    }

    /// How many lines a line stands for is told beside its text, not on it.
    void aFoldedLineIsReadToItsEnd()
    {
        QByteArray line = "words";
        for (int word = 0; word < 40; ++word)
            line += " word" + QByteArray::number(word);
        write(path("folded"), (line + '\n').repeated(3));
        LogView view;
        view.resize(420, 400);
        view.show();
        view.setLogs({{path("folded"), 0}}, {LogLevel::Debug, true});
        QTRY_VERIFY((view.refresh(), view.known() >= 1));
        view.refresh();
        const QFontMetrics metrics = view.viewport()->fontMetrics();
        const int beside = metrics.horizontalAdvance(QStringLiteral("× 3 ")) +
                           metrics.horizontalAdvance(QStringLiteral("0000"));
        QVERIFY(view.visibleRows().size() > 3);
        for (const QString& row : view.visibleRows())
            QVERIFY(metrics.horizontalAdvance(row.trimmed()) <= view.viewport()->width() - beside);
    }
};

QTEST_MAIN(LogViewTest)
#include "log_view_test.moc"
