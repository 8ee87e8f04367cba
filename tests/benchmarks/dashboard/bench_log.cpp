// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_view.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

namespace lockstep {

void benchLog(int linesPerTick)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("rank-0.log")));
    if (!file.open(QIODevice::WriteOnly))
        return;
    LogView view;
    view.resize(1000, 600);
    view.setPath(file.fileName());
    view.show();
    QCoreApplication::processEvents();
    std::vector<double> ticks;
    int line = 0;
    for (int tick = 0; tick < 100; ++tick) {
        QByteArray text;
        for (int i = 0; i < linesPerTick; ++i, ++line)
            text += QByteArrayLiteral("2026-11-21 12:00:00.123 epoch: ") + QByteArray::number(line / 1000) +
                    ", batch: " + QByteArray::number(line % 1000) + ", loss is: 0.3341, 2471 samples/s\n";
        file.write(text);
        file.flush();
        const double before = threadMilliseconds();
        view.refresh();
        view.viewport()->repaint();
        ticks.push_back(threadMilliseconds() - before);
    }
    const std::string what =
        "log growing by " + std::to_string(linesPerTick * 20) + " lines/s, a tick of 50 ms";
    printTimes(what.c_str(), ticks);
}

} // namespace lockstep
