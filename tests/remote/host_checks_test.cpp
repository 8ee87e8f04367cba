// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the test of a host makes of what the host's thread says.
#include "engine/protocol/data_preview.h"
#include "remote/preflight/data_agreement.h"
#include "remote/preflight/failures.h"
#include "remote/preflight/host_test.h"

#include <QTest>

namespace lockstep {

namespace {

const Error kBroken{"It broke.", {}, {}};

Experiment experimentOf(DataKind kind, const char* path)
{
    Experiment experiment;
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = id;
        host.name = std::string("gpu-") + id;
        host.address = "10.0.0.7";
        host.user = "anna";
        host.devices = {Device{}};
        experiment.topology.hosts.push_back(host);
    }
    experiment.data.kind = kind;
    experiment.data.path = path;
    return experiment;
}

HostWelcome welcome(HostReport report = {})
{
    report.engine = "1.0";
    report.instructionSets = {"avx2"};
    return {report, "10.0.0.1", "10.0.0.7", "hash"};
}

/// What a host says of data with two classes, of which one sample is compared.
HostPreviewed previewOf(int samples, const char* pixels)
{
    PreviewPicture picture;
    picture.width = picture.height = picture.channels = 1;
    picture.pixels = pixels;
    DataPreview preview;
    preview.sampleShape = {1, 28, 28};
    preview.classes = 2;
    preview.parts = {{DataPart::Training, samples, {samples / 2, samples - samples / 2}, {picture}}};
    return {1, QByteArray::fromStdString(toJson(preview)), std::nullopt};
}

/// "passed failed skipped ..."
QString statesOf(const HostChecks& checks)
{
    QStringList names;
    for (const HostCheck& check : checks) {
        constexpr std::array kNames = {"waiting", "running", "passed", "failed", "skipped"};
        names << QLatin1String(kNames.at(static_cast<std::size_t>(check.state)));
    }
    return names.join(u' ');
}

} // namespace

class HostChecksTest : public QObject {
    Q_OBJECT
private slots:
    void oneCheckFollowsTheOther()
    {
        HostTest test(experimentOf(DataKind::Mnist, "/data"), 1);
        QCOMPARE(statesOf(test.checks()), QStringLiteral("waiting waiting waiting waiting waiting"));
        QCOMPARE(test.checks()[0].where, std::string("anna@10.0.0.7:22"));
        QCOMPARE(test.checks()[2].key, std::string("topology.hosts.1.devices"));
        test.take(HostConnecting{});
        QCOMPARE(statesOf(test.checks()), QStringLiteral("running waiting waiting waiting waiting"));
        test.take(HostDeploying{1, 4});
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed running waiting waiting waiting"));
        QVERIFY(test.checks()[1].found.english().find("25 %") != std::string::npos);
        QVERIFY(!test.dataQuestion());
        test.take(welcome());
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed passed passed running running"));
        QCOMPARE(test.dataQuestion()->data.path, std::string("/data"));
        QVERIFY(!test.isOver());
        test.take(HostPreviewed{1, {}, kBroken});
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed passed passed failed skipped"));
        QVERIFY(test.isOver() && !havePassed(test.checks()));
        QCOMPARE(failureOf(test.checks())->key, std::string("data.path"));
        QVERIFY(!test.checks()[3].remedy.empty());
    }

    void dataThatDifferAreFound_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<QString>("pixels");
        QTest::addColumn<QString>("word");
        QTest::newRow("the same") << 10 << QStringLiteral("AA==") << QString();
        QTest::newRow("fewer") << 8 << QStringLiteral("AA==")
                               << QStringLiteral("8 samples in 2 classes here, 10");
        QTest::newRow("as many, but others")
            << 10 << QStringLiteral("AQ==") << QStringLiteral("though as many");
    }
    void dataThatDifferAreFound()
    {
        QFETCH(int, samples);
        QFETCH(QString, pixels);
        QFETCH(QString, word);
        std::vector<HostTest> hosts;
        for (int host = 0; host < 3; ++host) {
            HostTest& test = hosts.emplace_back(experimentOf(DataKind::Mnist, "/data"), host);
            test.take(HostConnecting{});
            test.take(welcome());
            // The first one is the odd one out.
            test.takeExamination(HostExamined{});
            test.take(host == 0 ? previewOf(samples, pixels.toLatin1().constData()) : previewOf(10, "AA=="));
            QVERIFY(havePassed(test.checks()));
        }
        const auto differing = compareData({&hosts[0], &hosts[1], &hosts[2]});
        QCOMPARE(differing.size(), word.isEmpty() ? std::size_t(0) : std::size_t(1));
        QCOMPARE(havePassed(hosts[0].checks()), word.isEmpty());
        if (word.isEmpty())
            return;
        const HostCheck& failure = *failureOf(hosts[0].checks());
        const QString said = QString::fromStdString(failure.found.english());
        QVERIFY2(said.contains(word) && said.contains(QStringLiteral("gpu-b")), qPrintable(said));
        QVERIFY(failure.what == CheckKind::Data && !failure.remedy.empty());
    }

    void ofTwoHostsTheFirstOneIsBelieved()
    {
        HostTest one(experimentOf(DataKind::Mnist, "/data"), 0);
        HostTest other(experimentOf(DataKind::Mnist, "/data"), 1);
        for (HostTest* test : {&one, &other}) {
            test->take(HostConnecting{});
            test->take(welcome());
            test->take(previewOf(test == &one ? 10 : 12, "AA=="));
        }
        QCOMPARE(compareData({&one, &other}), std::vector<std::size_t>{1});
        QVERIFY(compareData({}).empty());
    }

    void builtInDataAreThere()
    {
        HostTest test(experimentOf(DataKind::SyntheticDigits, ""), 0);
        test.take(HostConnecting{});
        test.take(welcome());
        QVERIFY(!havePassed(test.checks()) && test.wantsExamination());
        test.takeExamination(HostExamined{});
        QVERIFY(havePassed(test.checks()) && !test.wantsExamination());
    }

    void whatFailedIsNamed_data()
    {
        QTest::addColumn<bool>("isDeploying");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("states");
        QTest::newRow("the log-in") << false << int(ExitCode::HostUnreachable)
                                    << QStringLiteral("failed skipped skipped skipped skipped");
        QTest::newRow("our own bundle, before anybody was asked")
            << false << int(ExitCode::DeployFailed)
            << QStringLiteral("skipped failed skipped skipped skipped");
        QTest::newRow("the deployment")
            << true << int(ExitCode::DeployFailed) << QStringLiteral("passed failed skipped skipped skipped");
        QTest::newRow("the link, while the engine is copied")
            << true << int(ExitCode::HostUnreachable)
            << QStringLiteral("passed failed skipped skipped skipped");
    }
    void whatFailedIsNamed()
    {
        QFETCH(bool, isDeploying);
        QFETCH(int, code);
        QFETCH(QString, states);
        HostTest test(experimentOf(DataKind::Mnist, "/data"), 0);
        test.take(HostConnecting{});
        if (isDeploying)
            test.take(HostDeploying{0, 4});
        test.take(HostFailed{kBroken, static_cast<ExitCode>(code)});
        QCOMPARE(statesOf(test.checks()), states);
        QVERIFY(failureOf(test.checks())->found == Sentence(kBroken));
    }

    void aPrecisionWithoutAUnitFailsTheDevices()
    {
        Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        experiment.training.precision = Precision::BFloat16;
        HostTest test(experiment, 0);
        test.take(HostConnecting{});
        test.take(welcome());
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed passed failed skipped skipped"));
    }

    void aDeviceThatIsNotThereFails()
    {
        Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 1}};
        HostReport report;
        report.deviceKinds = {"cpu", "cuda"};
        report.gpus = {{0, "RTX 3080", 10ll << 30, "535"}};
        HostTest test(experiment, 0);
        test.take(HostConnecting{});
        test.take(welcome(report));
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed passed failed skipped skipped"));
        QVERIFY(test.checks()[2].found.english().find("cuda:1") != std::string::npos);
        report.gpus.push_back({1, "RTX 3080", 10ll << 30, "535"});
        HostTest second(experiment, 0);
        second.take(HostConnecting{});
        second.take(welcome(report));
        QCOMPARE(statesOf(second.checks()), QStringLiteral("passed passed passed running running"));
    }

    void whatGpusThereAreIsSaid()
    {
        Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}};
        HostReport report;
        report.deviceKinds = {"cpu", "cuda"};
        report.gpus = {{0, "RTX 3080", 10ll << 30, "580.65"}};
        report.gpus[0].capability = "8.6";
        const auto devices = [&] {
            HostTest test(experiment, 0);
            test.take(HostConnecting{});
            test.take(welcome(report));
            return test.checks()[2];
        };
        QVERIFY(devices().state == CheckState::Passed);
        QVERIFY(devices().found.english().find("RTX 3080, 10 GiB, compute capability 8.6") !=
                std::string::npos);
        report.gpus[0].cuda = "12.4";
        report.gpuSupport = {"13", {"7.5"}, {}};
        QVERIFY(devices().state == CheckState::Failed);
        QVERIFY(devices().found.english().find("CUDA 12.4 at most") != std::string::npos);
        report.gpus[0].cuda = "13.0";
        experiment.training.precision = Precision::BFloat16;
        QVERIFY(devices().state == CheckState::Passed);
        report.gpus[0].capability = "7.5";
        QVERIFY(devices().found.english().find("fp16 or f32") != std::string::npos);
    }

    void whatThisComputerCanSendIsSaid()
    {
        Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}};
        const GpuPackage cudnn{
            "nvidia-cudnn-cu13", {"cuDNN"}, "9.14.0", {{"/lib/libcudnn.so.9", 384'000'000, {}}}};
        HostReport report;
        report.deviceKinds = {"cpu", "cuda"};
        report.gpus = {{0, "RTX 3080", 10ll << 30, "580.65"}};
        report.gpuSupport = {"13", {"8.6"}, "cuDNN was not found."};
        const auto devices = [&](const LibraryOffer& offer) {
            HostTest test(experiment, 0);
            test.take(HostConnecting{});
            test.take(HostLacksLibraries{offer});
            test.take(welcome(report));
            return test.checks()[2];
        };
        const HostCheck lacking = devices({{cudnn}, 384'000'000});
        QVERIFY(lacking.state == CheckState::Failed);
        const std::string remedy = lacking.remedy.english();
        for (const char* part : {"cuDNN 9.14.0 (366 MiB)", "366 MiB in all", "--ship-cuda"})
            QVERIFY2(remedy.find(part) != std::string::npos, remedy.c_str());
        QVERIFY(devices({}).remedy.empty());

        report.gpus[0].index = 1; // another trouble, which they would not mend
        QVERIFY(devices({{cudnn}, 384'000'000}).remedy.empty());
        report.gpus[0].index = 0;
        report.gpuSupport.refusal = {}; // one rank could train, several could not
        QVERIFY(devices({{cudnn}, 384'000'000}).state == CheckState::Failed);
        QVERIFY(devices({}).state == CheckState::Passed);
    }

    void whatAPersonGivesUpIsSkipped()
    {
        HostTest test(experimentOf(DataKind::Mnist, "/data"), 0);
        test.take(HostConnecting{});
        test.take(HostDeploying{0, 4});
        test.cancel();
        QCOMPARE(statesOf(test.checks()), QStringLiteral("passed skipped skipped skipped skipped"));
        QVERIFY(test.isOver() && !failureOf(test.checks()) && !havePassed(test.checks()));
    }

    void thisComputerNeedsNoLogIn()
    {
        Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        experiment.topology.hosts[0].connection = Connection::Local;
        HostTest test(experiment, 0);
        test.take(HostConnecting{});
        QCOMPARE(statesOf(test.checks()), QStringLiteral("running waiting waiting waiting"));
    }

    void oneCauseIsOneError()
    {
        const Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        std::map<int, HostChecks> tests;
        for (const int host : {0, 1, 2}) {
            HostTest test(experiment, host);
            test.take(HostConnecting{});
            if (host != 1) {
                test.take(welcome());
                test.take(HostPreviewed{1, {}, kBroken});
            } else {
                test.take(HostFailed{kBroken, ExitCode::HostUnreachable});
            }
            tests[host] = test.checks();
        }
        const std::vector<Error> errors = failuresOf(experiment.topology, tests);
        QCOMPARE(errors.size(), std::size_t(2));
        QCOMPARE(errors[0].key, std::string("data.path"));
        QVERIFY(errors[0].message().find("gpu-a, gpu-c") != std::string::npos);
        QCOMPARE(errors[1].key, std::string("topology.hosts.1.address"));
        QVERIFY(errors[1].message().find("gpu-b") != std::string::npos);
    }

    void hostsThatRefuseAlikeAreOneError()
    {
        const Experiment experiment = experimentOf(DataKind::Mnist, "/data");
        std::map<int, HostChecks> tests;
        for (const int host : {0, 1, 2}) {
            HostTest test(experiment, host);
            test.take(HostConnecting{});
            const std::string address = "10.0.0." + std::to_string(host) + ":22";
            test.take(HostFailed{Error{"Cannot connect to %1: %2.", {address, "Connection refused"}, ""},
                                 ExitCode::HostUnreachable});
            tests[host] = test.checks();
        }
        const std::vector<Error> errors = failuresOf(experiment.topology, tests);
        QCOMPARE(errors.size(), std::size_t(1));
        for (const char* part : {"gpu-a, gpu-b, gpu-c", "Cannot connect to the host: Connection refused."})
            QVERIFY2(errors[0].message().find(part) != std::string::npos, errors[0].message().c_str());
        QCOMPARE(errors[0].key, std::string("topology.hosts.0.address"));
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HostChecksTest)
#include "host_checks_test.moc"
