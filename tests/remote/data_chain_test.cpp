// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Data that go from host to host, over real SSH servers and with the real engine. The oracles are diff and
// sha256sum.
#include "remote/bundle/bundle.h"
#include "remote/delivery/data_delivery.h"
#include "tests/remote/controller_helpers.h"
#include "tests/remote/data_helpers.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace lockstep {

namespace {

constexpr int kPatienceMs = 90'000;

QString bundleFolder()
{
    return QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle");
}

} // namespace

class DataChainTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void goesFromHostToHost();
    void isSentFromHereWhereHostsDoNotMeet();
    void aSourceThatGoesAwayIsReplaced();

private:
    struct Outcome {
        bool isOver = false;
        std::optional<DataSpec> data{};
        std::vector<int> order{};
        std::map<int, int> from{}; ///< by host
    };
    Experiment experiment() const;
    /// Copies in a chain. `whenDone` is called for each host that has them.
    Outcome copy(
        const Experiment& drawn, const std::function<void(int host)>& whenDone = [](int) {});
    bool areCopied(const Experiment& drawn) const;

    std::vector<std::unique_ptr<LocalSshd>> m_servers;
    QTemporaryDir m_folder;
};

/// The engine is at every host already: how it gets there is shown elsewhere.
void DataChainTest::initTestCase()
{
    const auto bundle = readBundle(bundleFolder());
    QVERIFY2(bundle.ok(), bundle ? "" : bundle.error().message().c_str());
    for (int i = 0; i < 3; ++i) {
        LocalSshd::Options options;
        options.address = QStringLiteral("127.0.0.%1").arg(20 + i);
        m_servers.push_back(std::make_unique<LocalSshd>(options));
        QVERIFY2(m_servers.back()->error().isEmpty(), qPrintable(m_servers.back()->error()));
        const QString engines = m_servers.back()->home() + QStringLiteral("/.lockstep/engine/");
        QVERIFY(QDir().mkpath(engines));
        QVERIFY(QFile::link(bundleFolder(), engines + QString::fromStdString(bundle->hash)));
    }
    qputenv("HOME", m_folder.filePath("home").toUtf8());
    write(m_folder.filePath("images/train/a rose/1.jpg"), noise(3'000'000));
    write(m_folder.filePath(QStringLiteral("images/train/玫瑰/-1.jpg")), noise(40'001));
    write(m_folder.filePath("images/val/a rose/empty.jpg"), {});
}

void DataChainTest::init()
{
    for (const auto& server : m_servers)
        QDir(copies(*server)).removeRecursively();
}

Experiment DataChainTest::experiment() const
{
    Experiment experiment;
    experiment.data = imagesIn(m_folder.filePath("images"));
    for (const auto& server : m_servers)
        experiment.topology.hosts.push_back(hostFor(*server, 1));
    return experiment;
}

DataChainTest::Outcome DataChainTest::copy(const Experiment& drawn,
                                           const std::function<void(int host)>& whenDone)
{
    RemoteOptions options =
        remoteOptions(m_folder.path(), QString(), bundleFolder(), m_servers.front().get());
    for (const auto& server : m_servers)
        options.identityFiles.append(server->identityFile());
    DataDelivery delivery(options);
    connect(&delivery, &DataDelivery::hostKeyUnknown, &delivery,
            [&](const HostKeyQuestion& question) { delivery.answerHostKey(question.host, true); });
    Outcome outcome;
    connect(&delivery, &DataDelivery::planned, this,
            [&](const DeliveryPlan& plan, CopyWay) { outcome.order = plan.order; });
    connect(&delivery, &DataDelivery::waiting, this, [](int host, int from) { QCOMPARE(from, host - 1); });
    connect(&delivery, &DataDelivery::hostDone, this, [&](int host, bool, int from) {
        outcome.from[host] = from;
        whenDone(host);
    });
    connect(&delivery, &DataDelivery::finished, this, [&](const std::optional<DataSpec>& data) {
        outcome.isOver = true;
        outcome.data = data;
    });
    delivery.setWay(CopyWay::Chain);
    delivery.begin(drawn, hostsWithoutOurFiles(drawn.topology));
    [[maybe_unused]] const bool isOver = QTest::qWaitFor([&] { return outcome.isOver; }, kPatienceMs);
    return outcome;
}

bool DataChainTest::areCopied(const Experiment& drawn) const
{
    const auto data = makeDataPayload(drawn.data, readOn);
    return data.ok() &&
           std::ranges::all_of(m_servers, [&](const auto& server) { return isCopied(*server, *data); });
}

void DataChainTest::goesFromHostToHost()
{
    const Experiment drawn = experiment();
    const Outcome outcome = copy(drawn);
    QVERIFY(outcome.data);
    QCOMPARE(outcome.order, (std::vector<int>{0, 1, 2}));
    QVERIFY((outcome.from == std::map<int, int>{{0, kThisComputer}, {1, 0}, {2, 1}}));
    QVERIFY(areCopied(drawn));
}

void DataChainTest::isSentFromHereWhereHostsDoNotMeet()
{
    Experiment drawn = experiment();
    drawn.topology.hosts[1].interface = "no-such-interface";
    const Outcome outcome = copy(drawn);
    QVERIFY(outcome.data);
    QCOMPARE(outcome.from.at(1), kThisComputer);
    QVERIFY(areCopied(drawn));
}

void DataChainTest::aSourceThatGoesAwayIsReplaced()
{
    const Experiment drawn = experiment();
    const Outcome outcome = copy(drawn, [this](int host) {
        if (host == 0)
            m_servers.front()->stop(); // while the others are to take them from it
    });
    QVERIFY(m_servers.front()->start());
    QVERIFY(outcome.data);
    QCOMPARE(outcome.from.size(), std::size_t{3});
    QVERIFY(areCopied(drawn));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::DataChainTest)
#include "data_chain_test.moc"
