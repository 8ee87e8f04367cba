// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_finder.h"
#include "app/logs/log_match_model.h"
#include "app/logs/log_panel.h"
#include "app/logs/log_view.h"

#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <random>

using namespace lockstep;

class LogSearchTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString write(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
        return file.fileName();
    }

    static QVector<qint64> linesFound(const LogQuery& query, const QByteArray& text)
    {
        QVector<qint64> lines;
        LogMatcher(query).match(text, [&](qsizetype at) { lines.append(text.first(at).count('\n') + 1); });
        return lines;
    }

    static QByteArray line(const QDateTime& time, const QByteArray& text)
    {
        return time.toString(QStringLiteral("yyyy-MM-dd hh:mm:ss.zzz ")).toLatin1() + text + '\n';
    }

private slots:
    /// The same lines as GNU grep finds, for texts and patterns, with and without letters beyond ASCII.
    void findsTheLinesThatGrepFinds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isPattern");
        QTest::addColumn<bool>("matchesCase");
        const auto row = [](const char* text, bool isPattern, bool matchesCase) {
            QTest::addRow("%s %d %d", text, isPattern, matchesCase)
                << QString::fromUtf8(text) << isPattern << matchesCase;
        };
        for (const bool matchesCase : {false, true}) {
            row("loss", false, matchesCase);
            row("Loss is: [0.1", false, matchesCase);
            row("x", false, matchesCase);
            row("训练", false, matchesCase);
            row("ÜBUNG", false, matchesCase);
            row("Übung .*rank", true, matchesCase);
            row("rank [0-3]$", true, matchesCase);
            row("^epoch: .*0\\.1", true, matchesCase);
            row("[^a-z ]{6}", true, matchesCase);
            row("loss\\s+is", true, matchesCase);
            row("(warning|loss)", true, matchesCase);
            row("训.*rank", true, matchesCase);
            row("^$", true, matchesCase);
            row("xyzzy .*loss", true, matchesCase);
            row("rank [0-3].*WARN", true, matchesCase);
            row("lox?ss|xyzzy", true, matchesCase);
            row("rankx*.[2]", true, matchesCase);
            row("los{2}", true, matchesCase);
            row("epoch: 1.{0,9}0\\.1$", true, matchesCase);
            row("[]x]yzzy", true, matchesCase);
            row("[\\]x]yzzy", true, matchesCase);
            row("[[:alpha:]]yzzy", true, matchesCase);
            row("2[[:space:]]+rank", true, matchesCase); // a newline is a space, but of no line
        }
    }
    void findsTheLinesThatGrepFinds()
    {
        QFETCH(QString, text);
        QFETCH(bool, isPattern);
        QFETCH(bool, matchesCase);
        std::mt19937 random(17);
        const QByteArrayList words = {"loss",    "Loss is: [0.1", "rank 2", "rank 7", "训练", "epoch: 1",
                                      "WARNING", "xyzzy",         "123456", "",       "LOSS", " ",
                                      "0.1",     "übung"};
        for (const bool isAscii : {true, false}) {
            QByteArray lines;
            for (int line = 0; line < 4000; ++line) {
                for (auto word = random() % 4; word > 0; --word) {
                    const QByteArray& next = words[static_cast<qsizetype>(random() % 14)];
                    lines += isAscii && (next == "训练" || next == "übung") ? QByteArray("train") : next;
                    lines += word > 1 ? " " : "";
                }
                lines += '\n';
            }
            QProcess grep;
            grep.setProcessEnvironment([] {
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
                return environment;
            }());
            QStringList arguments{QStringLiteral("-n"),
                                  isPattern ? QStringLiteral("-P") : QStringLiteral("-F")};
            if (!matchesCase)
                arguments.append(QStringLiteral("-i"));
            grep.start(QStringLiteral("grep"), arguments + QStringList{QStringLiteral("-e"), text});
            grep.write(lines);
            grep.closeWriteChannel();
            QVERIFY(grep.waitForFinished());
            QVector<qint64> expected;
            for (const QByteArray& found : grep.readAllStandardOutput().split('\n')) {
                if (!found.isEmpty())
                    expected.append(found.first(found.indexOf(':')).toLongLong());
            }
            QCOMPARE(linesFound({text, isPattern, matchesCase}, lines), expected);
        }
    }

    /// Bytes that are no UTF-8 stand beside what is found, and are never found themselves.
    void brokenTextIsSearchedAllTheSame()
    {
        const QByteArray lines = "\xff\xfe loss\n\xc3\n\xe8\xae loss \xe8\n\xe8\xae\xad loss\nlos\xffs\n";
        const QVector<qint64> found{1, 3, 4};
        QCOMPARE(linesFound({QStringLiteral("loss"), false, true}, lines), found);
        QCOMPARE(linesFound({QStringLiteral("LOSS"), false, false}, lines), found);
        QCOMPARE(linesFound({QStringLiteral("lo[s]{2}"), true, true}, lines), found);
        QCOMPARE(linesFound({QStringLiteral("训"), false, true}, lines),
                 QVector<qint64>{4}); // not half of it
    }

    void whatIsNoPatternSaysWhy()
    {
        const LogMatcher broken({QStringLiteral("(unclosed"), true, false});
        QVERIFY(!broken.isValid());
        QVERIFY(!broken.error().isEmpty());
        QVERIFY(!LogMatcher({QString(), false, false}).isValid());
        QVERIFY(!LogMatcher({QString(2000, u'x'), false, false}).isValid());
        QVERIFY(LogMatcher({QStringLiteral("(unclosed"), false, false}).isValid());
    }

    void allLogsAreSearchedAndCounted()
    {
        QByteArray text(3'000'000, 'x'); // one line, longer than what is read at once
        text.replace(1'048'574, 6, "NEEDLE");
        text.replace(2'500'000, 6, "needle");
        text += "\n2026-11-21 09:08:07.000 needle\n  below needle\n2026-11-21 09:08:08.000 WARNING needle\n";
        const QVector<LogSource> sources{{write("one", text), 0},
                                         {write("two", "2026-11-21 09:08:07.500 Needle without end"), 1},
                                         {m_folder.filePath(QStringLiteral("missing")), 2}};
        LogSearch search;
        QSignalSpy finished(&search, &LogSearch::finished);
        search.start(sources, {QStringLiteral("Needle"), false, false});
        QVERIFY(finished.wait());
        QCOMPARE(search.countIn(0), 5);
        QCOMPARE(search.countIn(1), 1);
        QCOMPARE(search.countIn(2), 0);
        QCOMPARE(search.count(), 6);
        QVector<std::pair<int, qint64>> found; // by their times
        for (const LogMatch& match : search.matches())
            found.append({match.source, match.offset});
        const qint64 first = text.indexOf("needle", 3'000'000);
        const qint64 below = text.indexOf("needle", first + 1);
        const qint64 last = text.indexOf("needle", below + 1);
        QCOMPARE(found, (QVector<std::pair<int, qint64>>{
                            {0, 1'048'574}, {0, 2'500'000}, {0, first}, {0, below}, {1, 24}, {0, last}}));
        search.start(sources, {QStringLiteral("needle"), false, false}, LogLevel::Warning);
        QVERIFY(finished.wait());
        QCOMPARE(search.count(), 1);
        search.start(sources, {QStringLiteral("nowhere"), false, false});
        QVERIFY(finished.wait());
        QVERIFY(search.matches().empty());
        search.start(sources, {QStringLiteral("x"), false, false});
        search.cancel();
        QVERIFY(!search.isRunning());
    }

    void matchesAreListedAndShownOneAfterTheOther()
    {
        QByteArray text;
        for (int i = 0; i < 5000; ++i)
            text += (i % 1000 == 500 ? "needle " : "line ") + QByteArray::number(i) + '\n';
        LogPanel panel;
        panel.resize(900, 500);
        panel.setLogs({{write("list", text), 0}}, QStringLiteral("list"));
        panel.show();
        auto& view = *panel.findChild<LogView*>();
        auto& finder = *panel.findChild<LogFinder*>();
        auto& list = *panel.findChild<QTableView*>();
        view.showPlace(0, 0);
        auto& field = *finder.findChild<QLineEdit*>();
        QTest::keyClicks(&field, QStringLiteral("needle"));
        QTRY_COMPARE(list.model()->rowCount(), 5);
        QTRY_VERIFY(view.visibleRows().contains(QStringLiteral("needle 500")));
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(view.visibleRows().contains(QStringLiteral("needle 1500")));
        QCOMPARE(finder.findChild<QLabel*>()->text(), QStringLiteral("2 of 5"));
        for (QToolButton* button : finder.findChildren<QToolButton*>()) {
            if (button->arrowType() == Qt::UpArrow) {
                button->click();
                button->click();
            }
        }
        QVERIFY(view.visibleRows().contains(QStringLiteral("needle 4500"))); // around the end
        QVERIFY(!list.isVisible());
        QCOMPARE(list.model()->index(2, LogMatchModel::Text).data().toString(),
                 QStringLiteral("needle 2500"));
        emit list.clicked(list.model()->index(2, LogMatchModel::Text));
        QVERIFY(view.visibleRows().contains(QStringLiteral("needle 2500")));
    }

    void aLineLeadsToItsMomentAndBack()
    {
        const QDateTime begin(QDate(2026, 11, 21), QTime(9, 0));
        QByteArray one;
        QByteArray two;
        for (int i = 0; i < 3000; ++i) {
            one += line(begin.addSecs(i), "one");
            two += line(begin.addMSecs(i * 1000 + 500), "two");
        }
        LogPanel panel;
        panel.resize(900, 500);
        panel.setLogs({{write("m1", one), 0}, {write("m2", two), 1}}, QString());
        panel.showRank(1);
        panel.show();
        auto& view = *panel.findChild<LogView*>();
        QTRY_VERIFY(view.known() >= 1);
        Moment moment;
        moment.rank = 0;
        moment.wallMs = begin.addSecs(1200).toMSecsSinceEpoch();
        panel.showMoment(moment);
        QVERIFY(view.path().endsWith(QStringLiteral("m1")));
        QTRY_COMPARE(view.currentLine()->number, 1201);
        QSignalSpy chosen(&panel, &LogPanel::momentChosen);
        emit view.lineActivated();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<Moment>(), moment);
    }

    /// In a card of a window of 1024 x 700, too.
    void aNarrowPanelSaysHowFarItHasReadAndWhatItCannotFind()
    {
        const QString large = write("large", "begin\n");
        QVERIFY(QFile::resize(large, 1'000'000'000'000)); // of holes, which are read for hours
        LogPanel panel;
        panel.resize(440, 300);
        const auto tells = [&panel](const QString& text) {
            const QList<QLabel*> labels = panel.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&text](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(text) &&
                       label->width() >= label->sizeHint().width();
            });
        };
        panel.setLogs({{large, 0}}, QString());
        panel.show();
        QTRY_VERIFY(tells(QStringLiteral("Reading: 0 %")));
        panel.setLogs({{write("small", "one\ntwo\n"), 0}}, QString());
        QTRY_VERIFY(!tells(QStringLiteral("Reading")));
        const auto goTo = [&panel](const QString& goal) {
            const QList<QToolButton*> buttons = panel.findChildren<QToolButton*>();
            (*std::ranges::find(buttons, QStringLiteral("Go to…"), &QToolButton::text))->click();
            auto& dialog = *panel.findChild<QInputDialog*>();
            dialog.setTextValue(goal);
            dialog.accept();
        };
        goTo(QStringLiteral("somewhere"));
        QTRY_VERIFY(tells(QStringLiteral("Neither a line nor a time")));
        QTest::qWait(700); // the panel looks at its logs meanwhile
        QVERIFY(tells(QStringLiteral("Neither a line nor a time")));
        goTo(QStringLiteral("2"));
        QVERIFY(!tells(QStringLiteral("Neither")));
        QVERIFY(QFile::remove(large));
    }

    void keysMarkALineAndLeadToItsMoment()
    {
        const QDateTime begin(QDate(2026, 11, 21), QTime(14, 5));
        QByteArray text;
        for (int i = 1; i <= 100; ++i)
            text += line(begin.addSecs(i), "line " + QByteArray::number(i));
        LogPanel panel;
        panel.resize(900, 300);
        panel.setLogs({{write("keys", text), 0}}, QString());
        panel.show();
        auto& view = *panel.findChild<LogView*>();
        QTRY_VERIFY(view.known() >= 1);
        QSignalSpy chosen(&panel, &LogPanel::momentChosen);
        const auto secondsIn = [&] {
            const Moment moment = chosen.last().first().value<Moment>();
            return begin.secsTo(QDateTime::fromMSecsSinceEpoch(moment.wallMs));
        };
        QTest::keyClick(&view, Qt::Key_Home);
        QTest::keyClick(&view, Qt::Key_Return); // nothing is marked yet: the first line in sight
        QCOMPARE(secondsIn(), 1);
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(&view, Qt::Key_Down, Qt::ControlModifier); // to where nothing was in sight
        QVERIFY(view.accessibleDescription().contains(QLatin1String("line 31")));
        QTest::keyClick(&view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Enter);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(secondsIn(), 30);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(&view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(secondsIn(), 1); // it stays there
    }
};

QTEST_MAIN(LogSearchTest)
#include "log_search_test.moc"
