// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_logs.h"
#include "app/logs/log_search.h"
#include "app/logs/log_view.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <random>
#include <string_view>
#include <vector>

using namespace lockstep;

namespace {

constexpr qint64 kMegabyte = 1 << 20;

/// Lines as ranks write them, one in a thousand a warning, a megabyte or a little less.
QByteArray someLines(int rank, qint64 block)
{
    constexpr qint64 kSecond = 1000; // a line a millisecond, and its time is told anew each second
    QByteArray text;
    text.reserve(kMegabyte);
    QByteArray second;
    const QDateTime begin(QDate(2026, 11, 21), QTime(0, 0), Qt::UTC);
    const QByteArray ofRank = QByteArray::number(rank) + ", batch: ";
    for (int i = 0; text.size() < kMegabyte - 200; ++i) {
        const qint64 line = block * 10'000 + i;
        if (i % kSecond == 0)
            second = begin.addMSecs(line).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss.")).toLatin1();
        text += second;
        text += QByteArray::number(kSecond + i % kSecond).replace(0, 1, "");
        text += i % 1000 == 500 ? " warning: rank " : " epoch of rank ";
        text += ofRank;
        text += QByteArray::number(line);
        text += ", loss is: 0.3341, 2471 samples/s\n";
    }
    return text;
}

QString writeLog(const QTemporaryDir& folder, int rank, qint64 megabytes)
{
    QFile file(folder.filePath(QStringLiteral("rank-%1.log").arg(rank)));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(file.fileName()));
    for (qint64 block = 0; block < megabytes; ++block)
        file.write(someLines(rank, block));
    return file.fileName();
}

double memoryMegabytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / double(kMegabyte);
}

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void waitUntilKnown(LogView& view)
{
    while (view.known() < 1) {
        QApplication::processEvents(QEventLoop::AllEvents, 5);
        view.refresh();
    }
}

void show(const char* what, double value, const char* unit)
{
    std::printf("%-58s %10.2f %s\n", what, value, unit);
    std::fflush(stdout);
}

void benchOpen(qint64 megabytes)
{
    const QTemporaryDir folder;
    const QString path = writeLog(folder, 0, megabytes);
    const double before = memoryMegabytes();
    LogView view;
    view.resize(1000, 600);
    QElapsedTimer timer;
    timer.start();
    view.setPath(path);
    view.grab();
    show("log opened and painted", milliseconds(timer), "ms");
    waitUntilKnown(view);
    show("all its lines numbered", milliseconds(timer), "ms");
    show("  that is", double(megabytes) / milliseconds(timer), "GB/s");
    std::mt19937_64 random(1);
    std::vector<double> seeks;
    for (int i = 0; i < 200; ++i) {
        timer.restart();
        view.showPlace(0, static_cast<qint64>(random() % static_cast<std::uint64_t>(view.size())));
        view.grab();
        seeks.push_back(milliseconds(timer));
    }
    std::ranges::sort(seeks);
    show("going anywhere in it, p99", seeks[197], "ms");
    show("memory beyond that before", memoryMegabytes() - before, "MB");
    timer.restart();
    view.setLogs({{path, 0}}, {LogLevel::Warning, false});
    view.grab();
    show("filtered by level: first painted", milliseconds(timer), "ms");
    waitUntilKnown(view);
    show("filtered by level: all of it", milliseconds(timer), "ms");
    show("memory beyond that before", memoryMegabytes() - before, "MB");
}

void benchSearch(qint64 megabytes)
{
    const QTemporaryDir folder;
    const QString path = writeLog(folder, 0, megabytes);
    for (const auto& [text, isPattern] :
         {std::pair("batch: 77777,", false), std::pair("warning: .* 4\\d+500,", true)}) {
        LogSearch search;
        QEventLoop loop;
        QObject::connect(&search, &LogSearch::finished, &loop, &QEventLoop::quit);
        QElapsedTimer timer;
        timer.start();
        search.start({{path, 0}}, {QString::fromLatin1(text), isPattern, true});
        loop.exec();
        const double ours = milliseconds(timer);
        std::printf("%s: %lld found\n", text, static_cast<long long>(search.count()));
        show("  searched", double(megabytes) / ours, "GB/s");
        timer.restart();
        QProcess grep;
        grep.start(QStringLiteral("grep"),
                   {QStringLiteral("-c"), QStringLiteral("-P"), QString::fromLatin1(text), path});
        grep.waitForFinished(-1);
        std::printf("  grep: %s", grep.readAllStandardOutput().constData());
        show("  grep -P", double(megabytes) / milliseconds(timer), "GB/s");
    }
}

void benchMerge(qint64 megabytes)
{
    constexpr int kRanks = 64;
    const QTemporaryDir folder;
    QVector<LogSource> sources;
    for (int rank = 0; rank < kRanks; ++rank)
        sources.append({writeLog(folder, rank, std::max<qint64>(1, megabytes / kRanks)), rank});
    const double before = memoryMegabytes();
    LogView view;
    view.resize(1000, 600);
    QElapsedTimer timer;
    timer.start();
    view.setLogs(sources);
    while (view.visibleRows().isEmpty()) {
        QApplication::processEvents(QEventLoop::AllEvents, 5);
        view.refresh();
    }
    view.grab();
    show("64 logs merged: first painted", milliseconds(timer), "ms");
    waitUntilKnown(view);
    show("64 logs merged: all of them", double(view.size()) / 1e6 / milliseconds(timer), "GB/s");
    std::vector<double> pages;
    for (int i = 0; i < 50; ++i) {
        timer.restart();
        view.showPlace(i, view.size() / kRanks * i / 50);
        view.grab();
        pages.push_back(milliseconds(timer));
    }
    std::ranges::sort(pages);
    show("going anywhere in them, p99", pages[49], "ms");
    show("memory beyond that before", memoryMegabytes() - before, "MB");
}

void benchForeign(qint64 megabytes)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("worklog.0")));
    if (!file.open(QIODevice::WriteOnly))
        return;
    for (qint64 i = 0; file.pos() < megabytes * kMegabyte; ++i)
        file.write("epoch: " + QByteArray::number(i / 1000) +
                   ", batch_id: " + QByteArray::number(i % 1000 + 1) + ", loss is: [0.47507238]\n");
    file.close();
    std::atomic<qint64> done = 0;
    const std::atomic<bool> cancelled = false;
    QElapsedTimer timer;
    timer.start();
    readForeignLogs(foreignSources({file.fileName()}), done, cancelled);
    show("curves read out of a worklog", double(done) / 1e3 / milliseconds(timer), "MB/s");
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, ThemeKind::Dark);
    const std::string_view what = argc > 1 ? argv[1] : "all";
    const qint64 megabytes = argc > 2 ? std::atoll(argv[2]) : 1024;
    if (what == "all" || what == "open")
        benchOpen(megabytes);
    if (what == "all" || what == "search")
        benchSearch(megabytes);
    if (what == "all" || what == "merge")
        benchMerge(megabytes);
    if (what == "all" || what == "foreign")
        benchForeign(std::min<qint64>(megabytes, 256));
    return 0;
}
