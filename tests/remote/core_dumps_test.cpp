// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/core_dumps.h"

#include <QTest>
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

class CoreDumpsTest : public QObject {
    Q_OBJECT
private slots:
    void leavesNone();
};

void CoreDumpsTest::leavesNone()
{
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        forbidCoreDumps();
        rlimit limit{1, 1};
        ::getrlimit(RLIMIT_CORE, &limit);
        if (limit.rlim_cur != 0 || limit.rlim_max != 0 || ::prctl(PR_GET_DUMPABLE) != 0)
            ::_exit(1);
        ::signal(SIGABRT, SIG_DFL);
        ::abort();
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    QVERIFY(!WCOREDUMP(status));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::CoreDumpsTest)
#include "core_dumps_test.moc"
