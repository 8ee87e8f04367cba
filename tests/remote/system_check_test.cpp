// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a host has left for a run: what is made of its answer.
#include "remote/preflight/host_test.h"
#include "remote/preflight/system_check.h"

#include <QTest>
#include <algorithm>

Q_DECLARE_METATYPE(lockstep::HostReport)
Q_DECLARE_METATYPE(lockstep::HostExamined)

namespace lockstep {

namespace {

const Error kBroken{"It broke.", {}, {}};

/// Each with a rank, on data that are built in.
Experiment threeHosts()
{
    Experiment experiment;
    experiment.topology.hosts.resize(3);
    for (Host& host : experiment.topology.hosts)
        host.devices = {Device{}};
    experiment.data.kind = DataKind::SyntheticDigits;
    return experiment;
}

GpuReport gpu(int index, std::int64_t memoryBytes)
{
    GpuReport report;
    report.index = index;
    report.memoryBytes = memoryBytes;
    return report;
}

HostWelcome welcome(HostReport report = {})
{
    report.instructionSets = {"avx2"};
    return {report, "10.0.0.1", "10.0.0.7", "hash"};
}

} // namespace

class SystemCheckTest : public QObject {
    Q_OBJECT
private slots:
    void whatAHostLacksIsNamed_data()
    {
        QTest::addColumn<HostReport>("report");
        QTest::addColumn<HostExamined>("examined");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, auto&& change, const char* found) {
            HostReport report;
            report.cores = 8;
            report.diskFreeBytes = 90'000'000'000;
            report.memoryAvailableBytes = 8'000'000'000;
            HostExamined examined;
            examined.conditions = {1, 1024, 10'000, 64'000'000, "x86_64"};
            change(report, examined);
            QTest::newRow(name) << report << examined << QString::fromLatin1(found);
        };
        row(
            "nothing", [](HostReport&, HostExamined&) {}, "");
        row(
            "disk", [](HostReport& report, HostExamined&) { report.diskFreeBytes = 70'000'000; },
            "Only 66.8 MiB are free on the disk");
        row(
            "memory", [](HostReport& report, HostExamined&) { report.memoryAvailableBytes = 100'000'000; },
            "Only 95.4 MiB of memory");
        row(
            "files", [](HostReport&, HostExamined& examined) { examined.conditions.openFiles = 64; },
            "64 files open, but a rank among 3 needs 131");
        row(
            "threads", [](HostReport&, HostExamined& examined) { examined.conditions.tasksLeft = 5; },
            "Only 5 more processes");
        row(
            "no limits at all",
            [](HostReport& report, HostExamined& examined) {
                report.diskFreeBytes = report.memoryAvailableBytes = 0; // not known
                examined.conditions = {1, 0, -1, -1, ""};
            },
            "");
    }
    void whatAHostLacksIsNamed()
    {
        QFETCH(HostReport, report);
        QFETCH(HostExamined, examined);
        QFETCH(QString, found);
        HostTest test(threeHosts(), 0);
        test.take(HostConnecting{});
        test.take(welcome(report));
        test.takeExamination(examined);
        QCOMPARE(havePassed(test.checks()), found.isEmpty());
        QVERIFY(!remarkOf(test.checks()));
        if (found.isEmpty())
            return;
        const HostCheck& failure = *failureOf(test.checks());
        QVERIFY2(failure.found.english().find(found.toStdString()) != std::string::npos,
                 failure.found.english().c_str());
        QVERIFY(failure.what == CheckKind::System && !failure.remedy.empty());
    }

    /// A model that needs 12 GB of memory, 7 GB of each GPU and 40 GB of disk, on hosts of other sizes.
    void whatAModelNeedsIsHeldAgainstTheHost_data()
    {
        QTest::addColumn<HostReport>("report");
        QTest::addColumn<bool>("passes");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, bool passes, const char* found, auto&& change) {
            HostReport report;
            report.cores = 8;
            report.diskFreeBytes = 90'000'000'000;
            report.memoryBytes = report.memoryAvailableBytes = 16'000'000'000;
            report.gpus = {gpu(1, 8'000'000'000)};
            change(report);
            QTest::newRow(name) << report << passes << QString::fromLatin1(found);
        };
        row("enough of all", true, "83.8 GiB free on the disk", [](HostReport&) {});
        row("disk", false,
            "38.2 GiB are free on the disk where runs are kept, but the checkpoints that stay there take "
            "37.3 "
            "GiB.",
            [](HostReport& report) { report.diskFreeBytes = 40'999'000'000; });
        row("memory", false, "need about 11.4 GiB of memory for this model, but it has 11.2 GiB",
            [](HostReport& report) { report.memoryBytes = report.memoryAvailableBytes = 12'000'000'000; });
        row("memory that others have", true,
            "need about 11.2 GiB of memory for this model; 2.79 GiB are free now",
            [](HostReport& report) { report.memoryAvailableBytes = 3'000'000'000; });
        row("GPU", false, "cuda:1 has 5.59 GiB of memory, but this model needs about 6.52 GiB there",
            [](HostReport& report) { report.gpus[0].memoryBytes = 6'000'000'000; });
        row("GPU that others have", true, "cuda:1 has 1.86 GiB of memory free now",
            [](HostReport& report) { report.gpus[0].state.usedBytes = 6e9; });
        row("another GPU", true, "83.8 GiB free on the disk",
            [](HostReport& report) { report.gpus.push_back(gpu(0, 2'000'000'000)); });
    }
    void whatAModelNeedsIsHeldAgainstTheHost()
    {
        QFETCH(HostReport, report);
        QFETCH(bool, passes);
        QFETCH(QString, found);
        const HostNeeds needs{12'000'000'000, {{1, 7'000'000'000}}, 40'000'000'000};
        HostTest test(threeHosts(), 0, needs);
        test.take(HostConnecting{});
        test.take(welcome(report));
        HostExamined examined;
        examined.conditions = {1, 1024, 10'000, 64'000'000, "x86_64"};
        test.takeExamination(examined);
        const auto system = std::ranges::find(test.checks(), CheckKind::System, &HostCheck::what);
        QVERIFY(system != test.checks().end());
        QVERIFY2(system->found.english().find(found.toStdString()) != std::string::npos,
                 system->found.english().c_str());
        QCOMPARE(havePassed(test.checks()), passes);
        QCOMPARE(remarkOf(test.checks()) != nullptr,
                 passes && system->found.english().find("free now") != std::string::npos);
    }

    /// Without asking the host again.
    void anotherModelIsHeldAgainstWhatTheHostSaid()
    {
        HostReport report;
        report.diskFreeBytes = 90'000'000'000;
        report.memoryBytes = report.memoryAvailableBytes = 16'000'000'000;
        HostTest test(threeHosts(), 0, {1'000'000, {}, 0});
        QVERIFY(!test.holdAgainst({2'000'000, {}, 0})); // nothing is known of the host yet
        test.take(HostConnecting{});
        test.take(welcome(report));
        HostExamined examined;
        examined.conditions = {1, 1024, 10'000, 64'000'000, "x86_64"};
        test.takeExamination(examined);
        QVERIFY(havePassed(test.checks()));
        QVERIFY(!test.holdAgainst({3'000'000, {}, 0})); // as good
        QVERIFY(test.holdAgainst({report.memoryBytes * 2, {}, 0}));
        QVERIFY(!havePassed(test.checks()));
        QVERIFY(!test.holdAgainst({report.memoryBytes * 2, {}, 0}));
        QVERIFY(test.holdAgainst({1'000'000, {}, 0}));
        QVERIFY(havePassed(test.checks()));
    }

    void whatAHostAnswersIsReadWithItsClock()
    {
        using namespace std::chrono;
        const auto now = system_clock::now();
        HostConditions conditions{0, 1024, -1, 5, "x86_64"};
        conditions.wallMs = duration_cast<milliseconds>((now + 100s).time_since_epoch()).count();
        const HostExamined examined =
            examinedOf({.ended = true, .answer = QByteArray::fromStdString(toJson(conditions))}, now - 20s);
        QVERIFY(!examined.error && examined.conditions == conditions);
        QVERIFY(examined.doubt >= 10s && examined.doubt < 15s);
        QVERIFY(examined.ahead > 105s && examined.ahead <= 110s); // before the middle of the 20 s
        QVERIFY(examinedOf({.ended = true, .answer = "{}"}, now).error);
        QVERIFY(examinedOf({.ended = true, .error = kBroken}, now).error == kBroken);
    }

    void gpusOfOneHostNeedSharedMemory()
    {
        Topology topology = threeHosts().topology;
        HostExamined examined;
        examined.conditions.sharedMemoryFreeBytes = 40'000'000;
        topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}};
        QVERIFY(judgeSystem(topology, 0, {}, examined).passes);
        topology.hosts[0].devices.push_back(Device{DeviceKind::Cuda, 1});
        const SystemVerdict verdict = judgeSystem(topology, 0, {}, examined);
        QVERIFY(!verdict.passes && verdict.found.english().find("/dev/shm") != std::string::npos);
    }

    void aWrongClockIsSaidAndPasses()
    {
        using namespace std::chrono_literals;
        const auto found = [](std::chrono::milliseconds ahead, std::chrono::milliseconds doubt) {
            HostTest test(threeHosts(), 0);
            test.take(HostConnecting{});
            test.take(welcome());
            test.takeExamination(HostExamined{.ahead = ahead, .doubt = doubt});
            const HostCheck* remark = remarkOf(test.checks());
            return havePassed(test.checks()) && remark ? remark->found.english() : std::string();
        };
        QCOMPARE(found(10s, 0s), std::string());
        QCOMPARE(found(3600s, 0s), std::string("Its clock is 3600 s ahead of this computer's."));
        QCOMPARE(found(-3600s, 1s), std::string("Its clock is 3599 s behind this computer's."));
        QCOMPARE(found(70s, 20s), std::string()); // the answer took so long that it may be right
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SystemCheckTest)
#include "system_check_test.moc"
