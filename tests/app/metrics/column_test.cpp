// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/column.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/resource.h>
#include <vector>

using namespace lockstep;

class ColumnTest : public QObject {
    Q_OBJECT
private slots:
    void columnsBeyondTheLimitLiveInAFileWithoutAName()
    {
        QTemporaryDir folder;
        ColumnMemory memory(1u << 20, folder.path());
        std::vector<Column<double>> columns;
        for (int i = 0; i < 8; ++i)
            columns.emplace_back(memory);
        constexpr std::size_t kValues = 200'000;
        for (std::size_t i = 0; i < kValues; ++i)
            for (std::size_t c = 0; c < columns.size(); ++c)
                columns[c].push_back(static_cast<double>(i * 10 + c));
        QVERIFY(memory.fileBytes() > 8 * kValues * sizeof(double) / 2);
        QVERIFY(memory.memoryBytes() <= 3u << 20);
        QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot));
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (std::size_t i = 0; i < kValues; ++i)
                if (columns[c][i] != static_cast<double>(i * 10 + c))
                    QFAIL("a value moved");
        QVERIFY(!memory.takeProblem());
        columns.clear();
        QCOMPARE(memory.fileBytes(), std::size_t{0});
        QCOMPARE(memory.memoryBytes(), std::size_t{0});
    }

    void columnsStayInMemoryWhereTheDiskHasNoRoomAndItIsSaidOnce()
    {
        QTemporaryDir folder;
        QFile blocked(folder.filePath(QStringLiteral("file")));
        QVERIFY(blocked.open(QIODevice::WriteOnly));
        const auto fill = [](ColumnMemory& memory) {
            Column<int> column(memory);
            for (int i = 0; i < 300'000; ++i)
                column.push_back(i);
            return column[299'999] == 299'999 && memory.fileBytes() == 0;
        };
        ColumnMemory nowhere(0, blocked.fileName());
        QVERIFY(fill(nowhere));
        const std::optional<Error> problem = nowhere.takeProblem();
        QVERIFY(problem && problem->message().find(blocked.fileName().toStdString()) != std::string::npos);
        QVERIFY(fill(nowhere));
        QVERIFY(!nowhere.takeProblem());
        // A file that may not grow stands for a full disk.
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{1u << 16, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        ColumnMemory full(0, folder.path());
        const bool filled = fill(full);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(filled);
        QVERIFY(full.takeProblem());
    }
};

QTEST_GUILESS_MAIN(ColumnTest)
#include "column_test.moc"
