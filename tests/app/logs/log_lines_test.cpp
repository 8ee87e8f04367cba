// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/composed_bytes.h"
#include "app/logs/file_bytes.h"
#include "app/logs/log_choice.h"
#include "app/logs/log_goal.h"
#include "app/logs/log_view.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

using namespace lockstep;

namespace {

/// A line of a log as the test wrote it.
struct Written {
    int source;
    qint64 time;
    QByteArray text; ///< with its newline
    LogLevel level;
};

QByteArray stamp(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd hh:mm:ss.zzz "))
        .toLatin1();
}

QByteArray allOf(LogBytes& bytes)
{
    QByteArray text(bytes.size(), Qt::Uninitialized);
    text.truncate(bytes.read(0, text.data(), text.size()));
    return text;
}

bool readThrough(LogBytes& bytes)
{
    return QTest::qWaitFor([&bytes] {
        bytes.refresh();
        return bytes.known() >= 1;
    });
}

} // namespace

class LogLinesTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QString write(const QString& name, const QByteArray& text,
                  QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QFile file(path(name));
        if (!file.open(mode) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName();
    }

    /// Logs of ranks with times that never go back, some lines without a time, and where all of it belongs.
    std::vector<Written> writeLogs(int logs, int lines, QVector<LogSource>& sources)
    {
        std::mt19937 random(7);
        std::vector<Written> written;
        for (int log = 0; log < logs; ++log) {
            QByteArray text;
            qint64 now = 1'700'000'000'000 + log;
            for (int i = 0; i < lines; ++i) {
                const auto kind = random() % 20;
                if (kind > 2 || i == 0)
                    now += random() % 40;
                Written line{log, now, {}, LogLevel::Info};
                if (kind <= 2 && i > 0) {
                    line.text = "  indented " + QByteArray::number(i) + '\n';
                    line.level = written.back().level;
                } else if (kind == 3) {
                    line.text = stamp(now) + "WARNING: slow " + QByteArray::number(i) + '\n';
                    line.level = LogLevel::Warning;
                } else {
                    line.text = stamp(now) + "step " + QByteArray::number(i) + " of rank " +
                                QByteArray::number(log) + '\n';
                }
                text += line.text;
                written.push_back(line);
            }
            sources.append({write(QStringLiteral("merge-%1-%2").arg(lines).arg(log), text), log});
        }
        // Equal times: the lower rank first; what has no time stays where it was.
        std::ranges::stable_sort(written, {},
                                 [](const Written& line) { return std::pair(line.time, line.source); });
        return written;
    }

private slots:
    void timesOfOtherProgramsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("time");
        QTest::addColumn<int>("rest");
        const auto row = [](const char* name, const char* line, const char* time, int rest) {
            QTest::newRow(name) << QByteArray(line) << QString::fromLatin1(time) << rest;
        };
        row("ours", "2026-11-21 09:08:07.123 x", "2026-11-21T09:08:07.123", 23);
        row("python", "2026-11-21 09:08:07,123 - x", "2026-11-21T09:08:07.123", 23);
        row("seconds", "2026-11-21 09:08:07 x", "2026-11-21T09:08:07.000", 19);
        row("iso", "2026-11-21T09:08:07.5Z x", "2026-11-21T09:08:07.500", 21);
        row("glog", "I1104 06:25:04.377323 31961 nccl_context.cc:88] x", "1970-11-04T06:25:04.377", 21);
        row("leap day", "W0229 00:00:00.000000 1 x", "1970-03-01T00:00:00.000", 21);
        row("torch", "[rank0]:[W1104 06:25:04.377323 x", "1970-11-04T06:25:04.377", 30);
        row("brackets", "[2026-11-21 09:08:07,001][x]", "2026-11-21T09:08:07.001", 24);
        row("mmengine", "05/15 03:33:34 - mmengine - INFO - x", "1970-05-15T03:33:34.000", 14);
        row("no month", "2026-13-21 09:08:07.123 x", "", 0);
        row("no hour", "2026-11-21 29:08:07.123 x", "", 0);
        row("no time", "step: 20, loss: 0.1", "", 0);
        row("empty", "", "", 0);
        row("cut", "2026-11-21 09:08", "", 0);
        row("open bracket", "[", "", 0);
    }
    void timesOfOtherProgramsAreUnderstood()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, time);
        QFETCH(int, rest);
        const std::optional<LineTime> found = timeOf(line);
        QCOMPARE(found.has_value(), !time.isEmpty());
        if (!found)
            return;
        QCOMPARE(QDateTime::fromMSecsSinceEpoch(found->microseconds / 1000, Qt::UTC)
                     .toString(QStringLiteral("yyyy-MM-ddThh:mm:ss.zzz")),
                 time);
        QCOMPARE(found->bytes, rest);
    }

    void levelsOfOtherProgramsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("level"); // -1: says nothing
        const auto row = [](const char* line, int level) {
            QTest::newRow(line) << QByteArray(line) << level;
        };
        row("I1104 06:25:04.377323 31961 nccl_context.cc:88] not an ERROR", int(LogLevel::Info));
        row("W1104 06:25:09.097079 31961 device_context.cc:235] x", int(LogLevel::Warning));
        row("F1104 06:25:09.097079 31961 x.cc:235] x", int(LogLevel::Error));
        row("[rank3]:[E1104 06:25:09.097079 x", int(LogLevel::Error));
        row("2026-11-21 09:08:07,123 - train - DEBUG - x", int(LogLevel::Debug));
        row("05/15 03:33:37 - mmengine - WARNING - x", int(LogLevel::Warning));
        row("node-2:5776:5902 [0] transport/net_ib.cc:1296 NCCL WARN NET/IB", int(LogLevel::Warning));
        row("lsp-ws1:7650:7650 [0] NCCL INFO Bootstrap", int(LogLevel::Info));
        row("2026-11-21 09:08:07.123 warning: slow", int(LogLevel::Warning));
        row("Traceback (most recent call last):", int(LogLevel::Error));
        row("torch.distributed.elastic.multiprocessing.errors.ChildFailedError:", int(LogLevel::Error));
        row("RuntimeError: CUDA out of memory", int(LogLevel::Error));
        row("UserWarning: x", int(LogLevel::Warning));
        row("INFO:root:x", int(LogLevel::Info));
        row("INFORMATION about ERRORS", -1);
        row("epoch: 0, batch_id: 10, loss is: [0.4]", -1);
        row("", -1);
    }
    void levelsOfOtherProgramsAreUnderstood()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, level);
        const std::optional<LogLevel> found = levelOf(line);
        QCOMPARE(found ? int(*found) : -1, level);
    }

    void linesHaveNumbersAndAreFoundByThemAndByTime()
    {
        std::mt19937 random(3);
        QByteArray text;
        QVector<qint64> begins;
        for (int i = 0; i < 6000; ++i) {
            begins.append(text.size());
            text +=
                stamp(1'700'000'000'000 + i * 10) + QByteArray(static_cast<int>(random() % 90), 'x') + '\n';
            if (i == 3000)
                text.insert(text.size() - 1, QByteArray(300'000, 'y')); // longer than what is between marks
        }
        FileBytes bytes(write(QStringLiteral("numbers"), text.first(250'000)));
        QVERIFY(readThrough(bytes));
        write(QStringLiteral("numbers"), text.mid(250'000), QIODevice::Append); // in the midst of a line
        QVERIFY(readThrough(bytes));
        for (int line = 0; line < begins.size(); line += 7) {
            QCOMPARE(bytes.lineAt(begins[line])->number, line + 1);
            QCOMPARE(bytes.offsetOfLine(line + 1), std::optional<qint64>(begins[line]));
            const qint64 wall = (1'700'000'000'000 + line * 10) * 1000;
            QCOMPARE(bytes.timeAt(begins[line]), std::optional<qint64>(wall));
            QCOMPARE(bytes.offsetOfTime(wall), std::optional<qint64>(begins[line]));
            QCOMPARE(bytes.offsetOfTime(wall - 5000), std::optional<qint64>(begins[line]));
        }
        QCOMPARE(bytes.offsetOfLine(1'000'000), std::optional<qint64>(begins.last()));
        FileBytes plain(write(QStringLiteral("plain"), "no time\nin it\n"));
        QVERIFY(readThrough(plain));
        QVERIFY(!plain.offsetOfTime(5));
        QVERIFY(!plain.timeAt(8));
    }

    void logsOfAllRanksComeInTheOrderOfTheirTimes()
    {
        QVector<LogSource> sources;
        const std::vector<Written> lines = writeLogs(5, 4000, sources);
        ComposedBytes bytes(sources, {});
        QVERIFY(readThrough(bytes));
        QByteArray expected;
        QVector<qint64> begins;
        for (const Written& line : lines) {
            begins.append(expected.size());
            expected += line.text;
        }
        QCOMPARE(allOf(bytes), expected);
        std::mt19937 random(11);
        for (int trial = 0; trial < 100; ++trial) {
            const auto at = static_cast<qsizetype>(random() % lines.size());
            const Written& line = lines[static_cast<std::size_t>(at)];
            QByteArray read(line.text.size(), Qt::Uninitialized);
            QCOMPARE(bytes.read(begins[at], read.data(), read.size()), read.size());
            QCOMPARE(read, line.text);
            const std::optional<LogLine> there = bytes.lineAt(begins[at]);
            QVERIFY(there && there->source == line.source);
            QCOMPARE(bytes.offsetOf(there->source, there->offset), std::optional<qint64>(begins[at]));
            QCOMPARE(bytes.timeAt(begins[at]), std::optional<qint64>(line.time * 1000));
            const std::optional<qint64> timed = bytes.offsetOfTime(line.time * 1000);
            const auto first = std::ranges::lower_bound(lines, line.time, {}, &Written::time);
            QCOMPARE(timed, std::optional<qint64>(begins[first - lines.begin()]));
        }
    }

    void onlyLinesThatAreGraveEnoughAreShown()
    {
        QVector<LogSource> sources;
        const std::vector<Written> lines = writeLogs(3, 6000, sources);
        ComposedBytes bytes(sources, {LogLevel::Warning, false});
        QVERIFY(readThrough(bytes));
        QByteArray expected;
        for (const Written& line : lines)
            expected += line.level >= LogLevel::Warning ? line.text : QByteArray();
        QVERIFY(expected.contains("indented")); // with the line that it belongs to
        QCOMPARE(allOf(bytes), expected);
        // One log alone is filtered in the same way; a hidden line leads to the next that is shown.
        ComposedBytes alone({sources[1]}, {LogLevel::Warning, false});
        QVERIFY(readThrough(alone));
        QCOMPARE(alone.offsetOf(0, 0), std::optional<qint64>(0));
    }

    void linesThatDifferInTheirTimeAloneAreFolded()
    {
        QByteArray text;
        for (int i = 0; i < 9000; ++i) // more than one stretch
            text += stamp(1'700'000'000'000 + i) + "waiting for rank 3\n";
        text += stamp(1'700'000'100'000) + "rank 3 is there\n";
        for (int i = 0; i < 214; ++i)
            text += "no time\n";
        const QByteArray longLine(6000, 'x');
        text += longLine + '\n' + longLine + '\n'; // may differ behind what was looked at
        ComposedBytes bytes({{write(QStringLiteral("repeats"), text), 0}}, {LogLevel::Debug, true});
        QVERIFY(readThrough(bytes));
        const QByteArray shown = allOf(bytes);
        QCOMPARE(shown.count('\n'), 5);
        QCOMPARE(bytes.lineAt(0)->repeats, 9000);
        const qint64 there = shown.indexOf('\n') + 1;
        QCOMPARE(bytes.lineAt(there)->repeats, 1);
        QCOMPARE(bytes.lineAt(there)->number, 9001);
        QCOMPARE(bytes.lineAt(shown.indexOf("no time"))->repeats, 214);
        // Every one of them leads to the line that stands for it.
        QCOMPARE(bytes.offsetOf(0, text.lastIndexOf("no time")),
                 std::optional<qint64>(shown.indexOf("no time")));
        write(QStringLiteral("repeats"), longLine + "\nno time\nno ti", QIODevice::Append);
        QVERIFY(readThrough(bytes));
        QCOMPARE(allOf(bytes), shown + longLine + "\nno time\nno ti\n");
    }

    void whatComesLaterIsTakenInAsItComes()
    {
        const QVector<LogSource> sources{{write(QStringLiteral("a"), ""), 0},
                                         {path(QStringLiteral("missing")), 1}};
        ComposedBytes bytes(sources, {});
        QVERIFY(readThrough(bytes));
        QCOMPARE(bytes.size(), 0);
        QByteArray expected;
        for (int round = 0; round < 30; ++round) {
            for (int log = 0; log < 2; ++log) {
                const QByteArray text =
                    stamp(1'700'000'000'000 + round * 1000 + log) + QByteArray(9000, 'z') + '\n';
                write(QFileInfo(sources[log].path).fileName(), text, QIODevice::Append);
                expected += text;
            }
            QVERIFY(readThrough(bytes));
            QCOMPARE(bytes.size(), expected.size());
        }
        QCOMPARE(allOf(bytes), expected);
        write(QStringLiteral("a"), "anew\n"); // it is another log now
        QVERIFY(readThrough(bytes));
        QVERIFY(allOf(bytes).startsWith("anew\n"));
    }

    /// What a rank has written cannot move, colour or hide anything here either; nor can a line without an
    /// end.
    void hostileLogsAreHarmlessTogether()
    {
        QByteArray noise(30'000, Qt::Uninitialized);
        std::mt19937 random(9);
        for (char& byte : noise)
            byte = static_cast<char>(random());
        const QString endless = write(QStringLiteral("endless"), "2026-11-21 09:08:07.123 begin\n");
        QVERIFY(QFile(endless).resize(50'000'000)); // a line of NULs
        write(QStringLiteral("endless"), "\n2026-11-21 09:08:09.123 end\n", QIODevice::Append);
        LogView view;
        view.resize(700, 300);
        view.setLogs(
            {{write(QStringLiteral("noise"), "\x1b[31m\xe2\x80\xaexyz\xff\n" + noise), 0}, {endless, 1}},
            {LogLevel::Debug, true});
        QVERIFY(QTest::qWaitFor([&view] {
            view.refresh();
            return view.known() >= 1;
        }));
        for (const double part : {0.0, 0.2, 0.5, 0.9, 1.0}) {
            view.showPlace(1, static_cast<qint64>(part * 50'000'000));
            QImage image(700, 300, QImage::Format_RGB32);
            view.render(&image);
            for (const QString& row : view.visibleRows()) {
                QVERIFY(row.size() <= LogFile::kRowBytes);
                for (const QChar character : row)
                    QVERIFY(character.unicode() >= 0x20 && character.category() != QChar::Other_Format);
            }
        }
        QVERIFY(view.visibleRows().join(u'\n').contains(QStringLiteral("09:08:09 end")));
        view.showTime(0);
        QVERIFY(!view.visibleRows().isEmpty());
    }

    void aGoalIsALineOrATime()
    {
        const QDate day(2026, 11, 21);
        const auto wall = [&](int hour, int minute, int second) {
            return QDateTime(day, QTime(hour, minute, second), Qt::UTC).toMSecsSinceEpoch() * 1000;
        };
        const auto timeIn = [](const std::optional<LogGoal>& goal) {
            return std::get<LogWallTime>(*goal).microseconds;
        };
        QCOMPARE(std::get<LogLineNumber>(*logGoal(QStringLiteral(" 1200 "), day)).number, 1200);
        QCOMPARE(timeIn(logGoal(QStringLiteral("14:05"), day)), wall(14, 5, 0));
        QCOMPARE(timeIn(logGoal(QStringLiteral("2026-11-21 4:05:30"), QDate())), wall(4, 5, 30));
        for (const char* nothing : {"", "0", "-3", "soon", "25:00", "2026-13-01 10:00"})
            QVERIFY2(!logGoal(QLatin1String(nothing), day), nothing);
    }

    void ranksAreNamedByLists()
    {
        QCOMPARE(ranksNamed(QStringLiteral("0-2, 5,5,9-30"), 11), (QVector<int>{0, 1, 2, 5, 9, 10}));
        QCOMPARE(ranksNamed(QString(), 2), (QVector<int>{0, 1}));
        for (const char* nothing : {"x", "1-", "3-1", "-1", "1-2-3", "40"})
            QVERIFY2(!ranksNamed(QLatin1String(nothing), 11), nothing);
    }
};

QTEST_MAIN(LogLinesTest)
#include "log_lines_test.moc"
