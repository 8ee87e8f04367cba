// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// NVIDIA's libraries, or files that stand for them, go from this computer to hosts that lack them.
#include "remote/bundle/library_payload.h"
#include "remote/hosts/library_wish.h"
#include "remote/ssh/deployment.h"
#include "tests/remote/fake_hosts.h"
#include "tests/remote/session_helpers.h"

#include <QDir>
#include <QTemporaryDir>
#include <dlfcn.h>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 60'000;
/// What the search wants of cuDNN, cuBLAS and NCCL for CUDA 13.
const QStringList kFiles{"libcudnn.so.9",           "libcudnn_graph.so.9",
                         "libcudnn_ops.so.9",       "libcudnn_cnn.so.9",
                         "libcudnn_heuristic.so.9", "libcudnn_engines_precompiled.so.9",
                         "libcublas.so.13",         "libcudnn_engines_runtime_compiled.so.9",
                         "libcublasLt.so.13",       "libnccl.so.2"};

GpuPackage packageOf(const char* name, const char* version, std::int64_t bytes)
{
    return {name, {name}, version, {{"/lib/" + std::string(name), bytes, {}}}};
}

} // namespace

class LibrariesTest : public QObject, private FakeHosts {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void offersAreWhatTheHostLacks();
    void ratesAndRanksAreThoseOfTheDrawing();
    void areAskedForSentAndFound();
    void refusedNothingIsSent();
    void withoutAQuestionWhereThatIsWanted();
    void nobodyIsAskedWhereTheyWouldBeOfNoUse();
    void damagedOnTheWayTheyAreRefused();
    void cancelledTheyLeaveNothing();
    void ofAnotherMachineTheyAreRefused();

private:
    Experiment onGpus(int count) const;
    RunInfo train(RunController& controller);
    QString sentFolder() const { return m_a->home() + "/.lockstep/libraries"; }
    QStringList sent() const { return QDir(sentFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }
    QStringList unfinished() const
    {
        return QDir(sentFolder()).entryList({".*"}, QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    Result<LibraryPayload> bigPayload(qint64 bytes);
    std::unique_ptr<SshSession> connect();

    QTemporaryDir m_own; ///< libraries of this computer
    std::vector<LibraryQuestion> m_questions;
    bool m_answer = true;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
};

void LibrariesTest::initTestCase()
{
    startHosts();
    for (const QString& name : kFiles)
        QVERIFY(QFile::copy(QStringLiteral(LOCKSTEP_STUB_LIBRARY), m_own.filePath(name)));
    ::setenv("LOCKSTEP_CUDA_LIBRARIES", qPrintable(m_own.path()), 1);
}

void LibrariesTest::init()
{
    freshRuns();
    configure(m_a->home(), "records=20 seconds=0.1");
    QDir(sentFolder()).removeRecursively();
    m_questions.clear();
    m_answer = true;
    m_interrupt.clear();
}

void LibrariesTest::offersAreWhatTheHostLacks()
{
    const GpuLibraries own{"x86_64",
                           "13",
                           true,
                           {packageOf("cudnn", "9.14.0", 300'000'000), packageOf("nccl", "2.28.9", 5)},
                           {}};
    const MissingGpuPackage cudnn{"cudnn", {"cuDNN"}, "9.2.0", true, false};
    const MissingGpuPackage nccl{"nccl", {"NCCL"}, "2.18.0", false, true};
    const MissingGpuPackage plans{"nvrtc", {"NVRTC"}, "", false, false};
    GpuLibraries host{"x86_64", "13", true, {}, {cudnn, nccl, plans}};

    const LibraryOffer both = offerOf(own, host, GpuRanks::One);
    QCOMPARE(both.packages.size(), 2u);
    QCOMPARE(both.bytes, 300'000'005u);
    QCOMPARE(namesOf(both).english(), std::string("cudnn 9.14.0 (286 MiB), nccl 2.28.9 (5 B)"));
    QVERIFY(offerOf(own, host, GpuRanks::None).packages.empty());
    host.hasDriver = false;
    QVERIFY2(offerOf(own, host, GpuRanks::One).packages.empty(), "of no use without a driver");
    host.hasDriver = true;
    host.cuda = "12";
    QVERIFY(offerOf(own, host, GpuRanks::One).packages.empty());
    host.cuda = "13";

    host.missing = {nccl};
    QVERIFY2(offerOf(own, host, GpuRanks::One).packages.empty(), "one rank needs no NCCL");
    QCOMPARE(offerOf(own, host, GpuRanks::Several).packages.size(), 1u);
    host.missing = {plans};
    QVERIFY(offerOf(own, host, GpuRanks::Several).packages.empty());
    host.missing = {cudnn, nccl};
    host.missing.front().version = "9.15.0"; // 9.14 is older, 9.2 would not be if versions were text
    QVERIFY2(offerOf(own, host, GpuRanks::Several).packages.empty(), "half of what is needed is of no use");
}

void LibrariesTest::ratesAndRanksAreThoseOfTheDrawing()
{
    Topology topology;
    topology.hosts = {localHost(1), localHost(1), localHost(2)};
    for (std::size_t i = 0; i < 3; ++i)
        topology.hosts[i].id = "h" + std::to_string(i);
    topology.hosts[0].devices = {{DeviceKind::Cuda, 0}};
    topology.links.push_back({"h0", "h1", 10.0, {}, "", {}});
    topology.links.push_back({"h2", "h0", 100.0, {}, "", {}});
    const auto wish = [&](int host) { return libraryWish(topology, host, LibraryWish::Act::Ask); };
    QCOMPARE(wish(0).drawnBytesPerSecond, 12.5e6);
    QCOMPARE(wish(1).drawnBytesPerSecond, 1.25e6);
    QVERIFY(wish(0).ranks == GpuRanks::One);
    QVERIFY(wish(1).ranks == GpuRanks::None);
    topology.hosts[2].devices[1] = {DeviceKind::Cuda, 1};
    QVERIFY(wish(0).ranks == GpuRanks::Several);
}

Experiment LibrariesTest::onGpus(int count) const
{
    Host host = hostFor(*m_a, 0);
    for (int i = 0; i < count; ++i)
        host.devices.push_back({DeviceKind::Cuda, i});
    return experiment({host});
}

RunInfo LibrariesTest::train(RunController& controller)
{
    Listener listener(controller);
    QObject::connect(&controller, &RunController::librariesMissing, &controller,
                     [&](const LibraryQuestion& question) {
                         m_questions.push_back(question);
                         controller.answerLibraries(question.host, m_answer);
                     });
    const auto started = controller.start(onGpus(1));
    if (!started)
        qWarning("%s", started.error().message().c_str());
    [&] { QTRY_VERIFY_WITH_TIMEOUT(listener.finished, kPatienceMs); }();
    return listener.result;
}

void LibrariesTest::areAskedForSentAndFound()
{
    const auto first = make();
    QCOMPARE(train(*first).exitCode, 0);
    QCOMPARE(m_questions.size(), 1u);
    const LibraryQuestion& question = m_questions.front();
    QCOMPARE(question.host, 0);
    QVERIFY2(question.address.contains(m_a->address()), qPrintable(question.address));
    const std::string names = question.names.english();
    for (const char* name : {"cuDNN", "cuBLAS", "NCCL"})
        QVERIFY2(names.find(name) != std::string::npos, names.c_str());
    const qint64 size = QFileInfo(QStringLiteral(LOCKSTEP_STUB_LIBRARY)).size();
    QCOMPARE(question.bytes, size * kFiles.size());

    QCOMPARE(sent().size(), 3); // a folder for each package, called by its content
    QTRY_VERIFY_WITH_TIMEOUT(unfinished().isEmpty(), kPatienceMs);
    int loaded = 0;
    for (const QString& folder : sent()) {
        QCOMPARE(folder.size(), 64);
        const QString library = sentFolder() + "/" + folder + "/libcudnn.so.9";
        if (!QFile::exists(library))
            continue;
        void* const handle = ::dlopen(qPrintable(library), RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(handle != nullptr, ::dlerror());
        QVERIFY(::dlsym(handle, "cudnnGetVersion") != nullptr);
        ++loaded;
    }
    QCOMPARE(loaded, 1);

    const auto second = make();
    QCOMPARE(train(*second).exitCode, 0);
    QCOMPARE(m_questions.size(), 1u);
    QCOMPARE(sent().size(), 3);
}

void LibrariesTest::refusedNothingIsSent()
{
    m_answer = false;
    const auto controller = make();
    QCOMPARE(train(*controller).exitCode, 0); // the fake engine trains without
    QCOMPARE(m_questions.size(), 1u);
    QVERIFY(sent().isEmpty());
}

void LibrariesTest::withoutAQuestionWhereThatIsWanted()
{
    RemoteOptions willing = options();
    willing.sendsLibraries = true;
    RunController controller(willing);
    QCOMPARE(train(controller).exitCode, 0);
    QVERIFY(m_questions.empty());
    QCOMPARE(sent().size(), 3);
}

void LibrariesTest::nobodyIsAskedWhereTheyWouldBeOfNoUse()
{
    configure(m_a->home(), "records=20 seconds=0.1 driver=none");
    const auto controller = make();
    QCOMPARE(train(*controller).exitCode, 0);
    QVERIFY(m_questions.empty());
}

std::unique_ptr<SshSession> LibrariesTest::connect()
{
    auto session = SshSession::connect(targetOf(*m_a), optionsFor(*m_a), m_prompter, m_secrets, m_interrupt);
    return session ? std::move(session.value()) : nullptr;
}

Result<LibraryPayload> LibrariesTest::bigPayload(qint64 bytes)
{
    QFile file(m_own.filePath("libbig.so.1"));
    if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray(static_cast<int>(bytes), 'b')) != bytes)
        return Error{"the file of the test cannot be written", {}, ""};
    file.close();
    QByteArray digest;
    runProgram("sha256sum", {file.fileName()}, &digest);
    return makeLibraryPayload({"nvidia-big",
                               {"big"},
                               "1.0.0",
                               {{file.fileName().toStdString(), bytes, digest.left(64).toStdString()}}});
}

void LibrariesTest::damagedOnTheWayTheyAreRefused()
{
    auto payload = bigPayload(100'000);
    QVERIFY(payload.ok());
    QFile file(m_own.filePath("libbig.so.1"));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(50'000) && file.write("X") == 1);
    file.close();
    {
        const auto session = connect();
        QVERIFY(session);
        const auto refused = deployLibraries(*session, payload.value(), [](std::uint64_t, std::uint64_t) {});
        QVERIFY(!refused);
        const std::string message = refused.error().message();
        QVERIFY2(message.find("arrived damaged") != std::string::npos &&
                     message.find("libbig.so.1") != std::string::npos,
                 message.c_str());
        QVERIFY(sent().isEmpty());
    }
    QTRY_VERIFY_WITH_TIMEOUT(unfinished().isEmpty(), kPatienceMs);
}

void LibrariesTest::cancelledTheyLeaveNothing()
{
    const auto payload = bigPayload(6'000'000);
    QVERIFY(payload.ok());
    {
        const auto session = connect();
        QVERIFY(session);
        const auto stopped =
            deployLibraries(*session, payload.value(), [this](std::uint64_t done, std::uint64_t total) {
                if (done > total / 3)
                    m_interrupt.raise();
            });
        QVERIFY(!stopped);
    }
    QTRY_VERIFY_WITH_TIMEOUT(unfinished().isEmpty(), kPatienceMs);
    QVERIFY(sent().isEmpty());
}

void LibrariesTest::ofAnotherMachineTheyAreRefused()
{
    auto payload = bigPayload(1000);
    QVERIFY(payload.ok());
    payload.value().machine = "aarch64";
    const auto session = connect();
    QVERIFY(session);
    const auto refused = deployLibraries(*session, payload.value(), [](std::uint64_t, std::uint64_t) {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("are for aarch64") != std::string::npos,
             refused.error().message().c_str());
    QVERIFY(sent().isEmpty());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LibrariesTest)
#include "libraries_test.moc"
