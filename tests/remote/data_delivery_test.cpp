// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Data that go from this computer to hosts, over real SSH servers. The oracles are diff and sha256sum.
#include "remote/delivery/data_delivery.h"
#include "remote/ssh/data_upload.h"
#include "tests/remote/controller_helpers.h"
#include "tests/remote/data_helpers.h"
#include "tests/remote/session_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <thread>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class DataDeliveryTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void copiesWhateverTheNames();
    void goesOnWhereItWasCut();
    void twoAtOnceWriteTheSame();
    void damageOnTheWayIsFound();
    void clipsGoWithTheirLists();
    void whatCannotGoIsNamed_data();
    void whatCannotGoIsNamed();
    void everyHostHasThemAtTheEnd();
    void aHostThatFailsIsTriedAgain();
    void canBeGivenUp();

private:
    std::unique_ptr<SshSession> connectTo(const LocalSshd& server, int port = 0);
    QString images() const { return m_folder.filePath("images"); }
    Experiment experiment() const;
    std::unique_ptr<DataDelivery> delivery();

    std::unique_ptr<LocalSshd> m_server, m_other;
    QTemporaryDir m_folder;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
    DeployProgress m_quiet = [](std::uint64_t, std::uint64_t) {};
};

void DataDeliveryTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    LocalSshd::Options options;
    options.address = QStringLiteral("127.0.0.3");
    m_other = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_other->error().isEmpty(), qPrintable(m_other->error()));
    qputenv("HOME", m_folder.filePath("home").toUtf8());
    write(images() + "/train/a rose/1.jpg", noise(3'000'000));
    write(images() + "/train/a rose/$(touch x)`; 'quoted\".jpg", noise(70'000));
    write(images() + QStringLiteral("/train/玫瑰/-1.jpg"), noise(40'001));
    write(images() + "/val/a rose/empty.jpg", {});
    write(images() + "/MANIFEST.sha256", "of another program");
    write(m_folder.filePath("elsewhere.jpg"), noise(100));
    QVERIFY(QFile::link(m_folder.filePath("elsewhere.jpg"), images() + "/val/a rose/link.jpg"));
}

void DataDeliveryTest::init()
{
    for (const LocalSshd* server : {m_server.get(), m_other.get()})
        QDir(copies(*server)).removeRecursively();
    m_interrupt.clear();
}

std::unique_ptr<SshSession> DataDeliveryTest::connectTo(const LocalSshd& server, int port)
{
    SshTarget target = targetOf(server);
    if (port != 0) {
        target = {"127.0.0.1", port, target.user};
        m_prompter.trust = true;
    }
    auto session = SshSession::connect(target, optionsFor(server), m_prompter, m_secrets, m_interrupt);
    if (!session)
        qWarning("%s", session.error().message().c_str());
    return session ? std::move(session.value()) : nullptr;
}

void DataDeliveryTest::copiesWhateverTheNames()
{
    const auto data = makeDataPayload(imagesIn(images()), readOn);
    QVERIFY2(data.ok(), data ? "" : data.error().message().c_str());
    const auto session = connectTo(*m_server);
    QVERIFY(session);
    std::uint64_t last = 0;
    const auto first = uploadData(*session, *data, [&last](std::uint64_t done, std::uint64_t total) {
        QVERIFY(done >= last && done <= total);
        last = done;
    });
    QVERIFY2(first.ok(), first ? "" : first.error().message().c_str());
    QVERIFY(first->uploaded);
    QCOMPARE(last, data->bytes);
    QVERIFY(isCopied(*m_server, *data));
    const auto second =
        uploadData(*session, *data, [](std::uint64_t, std::uint64_t) { QFAIL("copied again"); });
    QVERIFY(second.ok());
    QVERIFY(!second->uploaded);
    QCOMPARE(deliveredData(imagesIn(images()), *data).path, "~/.lockstep/data/" + data->hash + "/data");
}

void DataDeliveryTest::goesOnWhereItWasCut()
{
    const auto data = makeDataPayload(imagesIn(images()), readOn);
    QVERIFY(data.ok());
    TcpRelay relay(m_server->address(), m_server->port());
    std::uint64_t before = 0;
    int wentOn = 0;
    for (int cut = 0; cut < 5; ++cut) {
        const auto session = connectTo(*m_server, relay.port());
        QVERIFY(session);
        relay.resetAfter(600'000);
        std::optional<std::uint64_t> begin;
        std::uint64_t last = 0;
        const auto broken = uploadData(*session, *data, [&](std::uint64_t done, std::uint64_t) {
            begin = begin.value_or(done);
            last = done;
        });
        QVERIFY(!broken);
        QVERIFY2(broken.error().message().find("127.0.0.1:") != std::string::npos,
                 broken.error().message().c_str());
        QVERIFY(QDir(copies(*m_server)).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
        QVERIFY(begin.value_or(0) >= before); // what was acknowledged is there
        wentOn += begin.value_or(0) > 0 ? 1 : 0;
        before = last;
    }
    QCOMPARE(wentOn, 4); // all but the first
    const auto session = connectTo(*m_server, relay.port());
    std::optional<std::uint64_t> begin;
    const auto whole = uploadData(
        *session, *data, [&begin](std::uint64_t done, std::uint64_t) { begin = begin.value_or(done); });
    QVERIFY2(whole.ok(), whole ? "" : whole.error().message().c_str());
    QVERIFY(begin.value_or(0) > 0);
    QVERIFY(isCopied(*m_server, *data));
}

void DataDeliveryTest::twoAtOnceWriteTheSame()
{
    LocalSshd::Options options;
    options.address = QStringLiteral("127.0.0.4");
    options.home = m_server->home();
    const LocalSshd sameHome(options);
    const auto data = makeDataPayload(imagesIn(images()), readOn);
    QVERIFY(data.ok());
    for (int round = 0; round < 3; ++round) {
        init();
        const auto first = connectTo(*m_server);
        const auto second = connectTo(sameHome);
        QVERIFY(first && second);
        Result<Deployed> one = Deployed{}, two = Deployed{};
        std::thread parallel([&] { one = uploadData(*first, *data, m_quiet); });
        two = uploadData(*second, *data, m_quiet);
        parallel.join();
        QVERIFY2(one.ok(), one ? "" : one.error().message().c_str());
        QVERIFY2(two.ok(), two ? "" : two.error().message().c_str());
        QVERIFY(isCopied(*m_server, *data));
    }
}

/// The data here change after they were read.
void DataDeliveryTest::damageOnTheWayIsFound()
{
    const QString folder = m_folder.filePath("changing");
    write(folder + "/train/a/1.jpg", noise(200'000));
    const auto data = makeDataPayload(imagesIn(folder), readOn);
    QVERIFY(data.ok());
    QFile file(folder + "/train/a/1.jpg");
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(100'000);
    file.write("X");
    file.close();
    const auto session = connectTo(*m_server);
    const auto refused = uploadData(*session, *data, m_quiet);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("1.jpg") != std::string::npos, refused.error().message().c_str());
    QVERIFY(QDir(copies(*m_server)).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
}

void DataDeliveryTest::clipsGoWithTheirLists()
{
    const QString folder = m_folder.filePath("clips");
    write(folder + "/rgb.txt", "one frames/a b 2 0\ntwo frames/c 2 1\n");
    write(folder + "/lists/test.txt", "two\n");
    write(folder + "/frames/a b/1.jpg", "picture");
    DataSpec clips;
    clips.kind = DataKind::Clips;
    clips.path = (folder + "/rgb.txt").toStdString();
    clips.testList = (folder + "/lists/test.txt").toStdString();
    const auto data = makeDataPayload(clips, readOn);
    QVERIFY2(data.ok(), data ? "" : data.error().message().c_str());
    QCOMPARE(data->files.size(), std::size_t{4});
    const DataSpec there = deliveredData(clips, *data);
    QCOMPARE(there.path, "~/.lockstep/data/" + data->hash + "/data/rgb.txt");
    QCOMPARE(there.testList, "~/.lockstep/data/" + data->hash + "/data/lists/test.txt");
    QVERIFY(linkHere(*data).ok());
    QVERIFY(QFile::exists(QDir::homePath() + QString::fromStdString(there.path).mid(1)));
}

void DataDeliveryTest::whatCannotGoIsNamed_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("said");
    QTest::newRow("a clip with a whole path") << QByteArray("one /frames/a 2 0\n") << ""
                                              << "Line 1 of";
    QTest::newRow("a clip above") << QByteArray("one a 2 0\ntwo ../b 2 0\n") << ""
                                  << "Line 2 of";
    QTest::newRow("a line's end in a name") << QByteArray("one a 2 0\n") << "a\nb.jpg"
                                            << "control characters";
    QTest::newRow("a backslash in a name") << QByteArray("one a 2 0\n") << "a\\b.jpg"
                                           << "backslashes";
}

void DataDeliveryTest::whatCannotGoIsNamed()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, file);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    write(folder.filePath("rgb.txt"), list);
    if (!file.isEmpty())
        write(folder.filePath(file), "picture");
    DataSpec clips;
    clips.kind = DataKind::Clips;
    clips.path = folder.filePath("rgb.txt").toStdString();
    const auto refused = makeDataPayload(clips, readOn);
    QVERIFY(!refused);
    QVERIFY2(QString::fromStdString(refused.error().message()).contains(said),
             refused.error().message().c_str());
}

Experiment DataDeliveryTest::experiment() const
{
    Experiment experiment;
    experiment.data = imagesIn(images());
    experiment.topology.hosts = {hostFor(*m_server, 1), hostFor(*m_other, 1)};
    return experiment;
}

std::unique_ptr<DataDelivery> DataDeliveryTest::delivery()
{
    RemoteOptions options =
        remoteOptions(m_folder.path(), QString(), QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"),
                      m_server.get());
    options.identityFiles.append(m_other->identityFile());
    auto made = std::make_unique<DataDelivery>(options);
    connect(made.get(), &DataDelivery::hostKeyUnknown, made.get(),
            [delivery = made.get()](const HostKeyQuestion& question) {
                delivery->answerHostKey(question.host, true);
            });
    return made;
}

void DataDeliveryTest::everyHostHasThemAtTheEnd()
{
    const auto copying = delivery();
    std::map<int, bool> hadThem;
    std::optional<std::optional<DataSpec>> end;
    std::set<qint64> engines, loads; // their sizes, as they are told on the way
    connect(copying.get(), &DataDelivery::hostDone, this, [&](int host, bool had) { hadThem[host] = had; });
    connect(copying.get(), &DataDelivery::deploying, this,
            [&](int, qint64, qint64 total) { engines.insert(total); });
    connect(copying.get(), &DataDelivery::copying, this,
            [&](int, int, qint64, qint64 total) { loads.insert(total); });
    connect(copying.get(), &DataDelivery::finished, this,
            [&](const std::optional<DataSpec>& data) { end = data; });
    const Experiment drawn = experiment();
    copying->begin(drawn, hostsWithoutOurFiles(drawn.topology));
    QTRY_VERIFY_WITH_TIMEOUT(end, kPatienceMs);
    QVERIFY(end->has_value());
    QVERIFY((hadThem == std::map<int, bool>{{0, false}, {1, false}}));
    const auto data = makeDataPayload(drawn.data, readOn);
    QVERIFY(loads == std::set<qint64>{static_cast<qint64>(data->bytes)});
    QCOMPARE(engines.size(), 1);
    QVERIFY(engines != loads);
    QCOMPARE((*end)->path, deliveredData(drawn.data, *data).path);
    QVERIFY(isCopied(*m_server, *data));
    QVERIFY(isCopied(*m_other, *data));
    // The same path leads to the data on this computer.
    const QString here = QDir::homePath() + QString::fromStdString((*end)->path).mid(1);
    QCOMPARE(runProgram("diff", {"-r", images(), here + "/"}), 0);
    // Once more, and nothing is copied.
    end.reset();
    copying->begin(drawn, hostsWithoutOurFiles(drawn.topology));
    QTRY_VERIFY_WITH_TIMEOUT(end, kPatienceMs);
    QVERIFY((hadThem == std::map<int, bool>{{0, true}, {1, true}}));
}

void DataDeliveryTest::aHostThatFailsIsTriedAgain()
{
    const auto copying = delivery();
    std::map<int, Error> failed;
    std::optional<std::optional<DataSpec>> end;
    connect(copying.get(), &DataDelivery::hostFailed, this,
            [&](int host, const Error& error) { failed[host] = error; });
    connect(copying.get(), &DataDelivery::finished, this,
            [&](const std::optional<DataSpec>& data) { end = data; });
    m_other->stop();
    const Experiment drawn = experiment();
    copying->begin(drawn, hostsWithoutOurFiles(drawn.topology));
    QTRY_VERIFY_WITH_TIMEOUT(end, kPatienceMs);
    QVERIFY(!end->has_value());
    QCOMPARE(failed.size(), std::size_t{1});
    QVERIFY(failed.contains(1));
    QVERIFY(m_other->start());
    end.reset();
    copying->tryAgain();
    QTRY_VERIFY_WITH_TIMEOUT(end, kPatienceMs);
    QVERIFY(end->has_value());
}

void DataDeliveryTest::canBeGivenUp()
{
    const auto copying = delivery();
    int ends = 0;
    connect(copying.get(), &DataDelivery::finished, this, [&](const std::optional<DataSpec>& data) {
        QVERIFY(!data);
        ++ends;
    });
    const Experiment drawn = experiment();
    copying->begin(drawn, hostsWithoutOurFiles(drawn.topology));
    copying->cancel();
    QCOMPARE(ends, 1);
    QVERIFY(copying->isOver());
    QTest::qWait(200);
    QCOMPARE(ends, 1);
    QVERIFY(!QDir(copies(*m_server)).exists());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::DataDeliveryTest)
#include "data_delivery_test.moc"
