// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which logs a run offers whose attempts are made with different hosts.
#include "app/logs/log_panel.h"
#include "tests/app/summary/recorded_run.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

namespace lockstep {

class AttemptLogsTest : public QObject {
    Q_OBJECT
private slots:
    void anAttemptWithOtherHostsOffersTheirLogs()
    {
        const QTemporaryDir runs;
        RecordedRun run{.hosts = 3, .ranksPerHost = 1};
        Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        run.hosts = run.attempt = 2;
        run.roster = {0, 2};
        QVERIFY(addRecordedAttempt(*folder, run).ok());
        LogPanel panel;
        panel.setFolder(*folder);
        const auto offered = [&panel] {
            QStringList names;
            for (const QComboBox* box : panel.findChildren<QComboBox*>())
                for (int i = 0; i < box->count(); ++i)
                    names.append(box->itemText(i));
            return names;
        };
        QVERIFY(!offered().contains(QStringLiteral("Rank 2")));
        QVERIFY(!offered().contains(QStringLiteral("Supervisor on gpu-1")));
        panel.showAttempt(1);
        QVERIFY(offered().contains(QStringLiteral("Rank 2")));
        QVERIFY(offered().contains(QStringLiteral("Supervisor on gpu-1")));
    }
};

} // namespace lockstep

QTEST_MAIN(lockstep::AttemptLogsTest)
#include "attempt_logs_test.moc"
