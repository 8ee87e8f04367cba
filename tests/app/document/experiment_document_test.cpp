// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_edits.h"
#include "app/document/experiment_document.h"
#include "app/document/recent_files.h"
#include "tests/app/private_settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <vector>

using namespace lockstep;

namespace {

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

Experiment drawnCluster()
{
    ExperimentDocument document;
    const std::string here = addHost(document, HostKind::ThisComputer, {0, 0});
    const std::string gpu = addHost(document, HostKind::GpuHost, {300, -20.5});
    addLink(document, here, gpu);
    changeLink(document, {here, gpu, 0}, {}, [](Link& link) {
        link.bandwidthMbps = 10;
        link.latencyMs = 0.25;
        link.note = "through the basement\nand back, “slow”";
    });
    changeHost(document, gpu, {}, [](Host& host) {
        host.name = "训练节点 \"1\"";
        host.address = "10.0.0.7";
        host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}};
        host.unknown["rack"] = "\"b3\"";
    });
    Experiment experiment = document.experiment();
    experiment.name = "two hosts";
    experiment.training.learningRate = 0.1 + 0.2;
    experiment.training.seed = (1ull << 53) - 1;
    return experiment;
}

} // namespace

class ExperimentDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void aSavedDocumentOpensEqual()
    {
        ExperimentDocument document;
        document.reset(drawnCluster());
        const QString path = m_folder.filePath(QStringLiteral("two.lockstep.json"));
        QVERIFY(document.save(path).ok());
        QCOMPARE(document.path(), path);
        ExperimentDocument other;
        const Result<void> opened = other.open(path);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message().c_str());
        QVERIFY(other.experiment() == document.experiment());
        QCOMPARE(other.title(), QStringLiteral("two.lockstep.json"));
        QVERIFY(!other.isModified());
        QVERIFY(!other.undoStack().canUndo());
    }

    void modifiedFollowsTheWayBackToTheSavedState()
    {
        ExperimentDocument document;
        const std::string id = addHost(document, HostKind::CpuHost, {0, 0});
        QVERIFY(document.isModified());
        QVERIFY(document.save(m_folder.filePath(QStringLiteral("dirty.lockstep.json"))).ok());
        QVERIFY(!document.isModified());
        moveNodes(document, {{id, QPointF(5, 5)}});
        QVERIFY(document.isModified());
        document.undoStack().undo();
        QVERIFY(!document.isModified());
        document.undoStack().undo();
        QVERIFY(document.isModified());
        document.undoStack().redo();
        QVERIFY(!document.isModified());
    }

    /// One of its parts is changed; the others stay, and so does that one while others change.
    void everyPartOfAnExperimentIsEditedAndKept()
    {
        ExperimentDocument document;
        const std::vector<std::function<void(Experiment&)>> changes = {
            [](Experiment& e) {
                e.restart = {.max = 2, .backoffSeconds = 25, .elastic = true, .copies = 1, .unknown = {}};
            },
            [](Experiment& e) { e.name = "kept"; },
            [](Experiment& e) { e.model.name = "lenet"; },
            [](Experiment& e) { e.data.path = "/data"; },
            [](Experiment& e) { e.training.epochs = 77; },
            [](Experiment& e) { e.topology.hosts.resize(1); },
        };
        std::vector<Experiment> states = {document.experiment()};
        for (const auto& change : changes) {
            Experiment next = document.experiment();
            change(next);
            document.edit({}, next);
            QVERIFY(document.experiment() == next);
            states.push_back(next);
        }
        for (; states.size() > 1; document.undoStack().undo()) {
            QVERIFY(document.experiment() == states.back());
            states.pop_back();
        }
        QVERIFY(document.experiment() == states.front());
    }

    void typingIsOneStepUntilTheGestureEnds()
    {
        ExperimentDocument document;
        const std::string id = addHost(document, HostKind::CpuHost, {0, 0});
        const int before = document.undoStack().count();
        const std::string oldName = document.experiment().topology.hosts[0].name;
        for (const char* name : {"g", "gp", "gpu"}) {
            changeHost(
                document, id, {}, [name](Host& host) { host.name = name; }, QStringLiteral("name"));
        }
        QCOMPARE(document.undoStack().count(), before + 1);
        document.endGesture();
        changeHost(
            document, id, {}, [](Host& host) { host.name = "gpu-7"; }, QStringLiteral("name"));
        QCOMPARE(document.undoStack().count(), before + 2);
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology.hosts[0].name, std::string("gpu"));
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology.hosts[0].name, oldName);
    }

    void typingBackToTheOldValueLeavesNoStep()
    {
        ExperimentDocument document;
        const std::string id = addHost(document, HostKind::CpuHost, {0, 0});
        const int before = document.undoStack().count();
        for (const int port : {222, 22}) {
            changeHost(
                document, id, {}, [port](Host& host) { host.port = port; }, QStringLiteral("port"));
        }
        QCOMPARE(document.undoStack().count(), before);
        QCOMPARE(document.experiment().topology.hosts[0].port, 22);
    }

    void deletingAHostDeletesItsLinksInOneStep()
    {
        ExperimentDocument document;
        document.reset(drawnCluster());
        const Experiment before = document.experiment();
        removeElements(document, {{before.topology.hosts[1].id}, {}});
        QCOMPARE(document.experiment().topology.hosts.size(), std::size_t(1));
        QVERIFY(document.experiment().topology.links.empty());
        document.undoStack().undo();
        QVERIFY(document.experiment() == before);
    }

    void twoHostsHaveOneLinkEachWay()
    {
        ExperimentDocument document;
        const std::string one = addHost(document, HostKind::CpuHost, {0, 0});
        const std::string two = addHost(document, HostKind::CpuHost, {0, 0});
        QVERIFY(addLink(document, one, two));
        QCOMPARE(addLink(document, two, one), (LinkKey{one, two, 0}));
        QCOMPARE(document.experiment().topology.links.size(), std::size_t(1));
        QVERIFY(!addLink(document, one, one));
        QVERIFY(!addLink(document, one, "nobody"));
    }

    void hostsGetFreshIdsAndNames()
    {
        ExperimentDocument document;
        std::set<std::string> ids;
        std::set<std::string> names;
        for (const HostKind kind : {HostKind::ThisComputer, HostKind::ThisComputer, HostKind::CpuHost,
                                    HostKind::GpuHost, HostKind::GpuHost})
            addHost(document, kind, {0, 0});
        for (const Host& host : document.experiment().topology.hosts) {
            ids.insert(host.id);
            names.insert(host.name);
        }
        QCOMPARE(ids.size(), std::size_t(5));
        QCOMPARE(names.size(), std::size_t(5));
    }

    void malformedFilesAreRefusedWithPlaceAndReason_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        QTest::newRow("empty") << QByteArray() << "";
        QTest::newRow("no JSON") << QByteArray("hello") << "";
        QTest::newRow("cut") << QByteArray(R"({"version": 1, "name": "x", "topology": {"hosts": [)") << "";
        QTest::newRow("list") << QByteArray("[]") << "";
        QTest::newRow("port") << QByteArray(R"({"version":1,"topology":{"hosts":[{"id":"a","port":70000}]}})")
                              << "topology.hosts.0.port";
        QTest::newRow("port is a text")
            << QByteArray(R"({"version":1,"topology":{"hosts":[{"id":"a","port":"22"}]}})")
            << "topology.hosts.0.port";
        QTest::newRow("batch") << QByteArray(R"({"version":1,"training":{"batch":0}})") << "training.batch";
        QTest::newRow("device") << QByteArray(
                                       R"({"version":1,"topology":{"hosts":[{"id":"a","devices":["tpu"]}]}})")
                                << "topology.hosts.0.devices";
        QTest::newRow("twice") << QByteArray(R"({"version":1,"name":"a","name":"b"})") << "name";
        QTest::newRow("newer") << QByteArray(R"({"version":99})") << "";
        QTest::newRow("deep") << QByteArray(100000, '[') << "";
        QTest::newRow("no UTF-8") << QByteArray("{\"version\":1,\"name\":\"\xff\xfe\"}") << "";
        QTest::newRow("number") << QByteArray(R"({"version":1,"training":{"learning_rate":1e999}})")
                                << "column 46";
    }
    void malformedFilesAreRefusedWithPlaceAndReason()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, place);
        const QString path = m_folder.filePath(QStringLiteral("bad.lockstep.json"));
        writeFile(path, bytes);
        ExperimentDocument document;
        document.reset(drawnCluster());
        const Experiment before = document.experiment();
        QSignalSpy changed(&document, &ExperimentDocument::changed);
        const Result<void> opened = document.open(path);
        QVERIFY(!opened.ok());
        QVERIFY(!opened.error().text.empty());
        if (!place.isEmpty())
            QVERIFY2(QString::fromStdString(opened.error().message()).contains(place),
                     opened.error().message().c_str());
        QVERIFY(document.experiment() == before);
        QCOMPARE(changed.count(), 0);
        QVERIFY(document.path().isEmpty());
    }

    void whatIsNoFileIsRefused()
    {
        ExperimentDocument document;
        QVERIFY(!document.open(m_folder.filePath(QStringLiteral("none.lockstep.json"))).ok());
        QVERIFY(!document.open(m_folder.path()).ok());
        QVERIFY(!document.open(QStringLiteral("/dev/zero")).ok());
        const QString large = m_folder.filePath(QStringLiteral("large.lockstep.json"));
        QFile file(large);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(static_cast<qint64>(kMaxExperimentBytes) + 1));
        file.close();
        const Result<void> opened = document.open(large);
        QVERIFY(!opened.ok());
        QVERIFY(opened.error().message().find(std::to_string(kMaxExperimentBytes)) != std::string::npos);
        QFile::remove(large);
    }

    void aFailedSaveKeepsTheOldFile()
    {
        ExperimentDocument document;
        addHost(document, HostKind::CpuHost, {0, 0});
        const Result<void> saved =
            document.save(m_folder.filePath(QStringLiteral("no/such/folder.lockstep.json")));
        QVERIFY(!saved.ok());
        QVERIFY(document.isModified());
        QVERIFY(document.path().isEmpty());
        // A folder stands where the file should go.
        const QString taken = m_folder.filePath(QStringLiteral("taken.lockstep.json"));
        QVERIFY(QDir().mkpath(taken));
        QVERIFY(!document.save(taken).ok());
        QVERIFY(QFileInfo(taken).isDir());
        QVERIFY(document.isModified());
    }

    void aTemplateBeginsAnUntitledDocument()
    {
        ExperimentDocument document;
        QVERIFY(document
                    .openTemplate(
                        QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/digits-local.lockstep.json"))
                    .ok());
        QVERIFY(document.path().isEmpty());
        QVERIFY(!document.isModified());
        QVERIFY(document.problems().empty());
        QCOMPARE(placeRanks(document.experiment().topology).size(), std::size_t(2));
        QCOMPARE(document.title(), QStringLiteral("Digits on this computer"));
    }

    void relativeDataPathsStartAtTheDocument()
    {
        ExperimentDocument document;
        Experiment experiment = drawnCluster();
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = "../mnist";
        document.reset(experiment);
        QCOMPARE(document.forRunning().data.path, std::string("../mnist"));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("sub")));
        QVERIFY(document.save(m_folder.filePath(QStringLiteral("sub/x.lockstep.json"))).ok());
        QCOMPARE(QString::fromStdString(document.forRunning().data.path),
                 m_folder.filePath(QStringLiteral("mnist")));
        QCOMPARE(document.experiment().data.path, std::string("../mnist"));
        experiment.data.path = "/data/mnist";
        document.reset(experiment);
        QCOMPARE(document.forRunning().data.path, std::string("/data/mnist"));
        experiment.data.kind = DataKind::Clips;
        experiment.data.testList = "lists/testlist01.txt";
        document.reset(experiment);
        QVERIFY(document.save(m_folder.filePath(QStringLiteral("sub/x.lockstep.json"))).ok());
        QCOMPARE(QString::fromStdString(document.forRunning().data.testList),
                 m_folder.filePath(QStringLiteral("sub/lists/testlist01.txt")));
    }

    void problemsFollowTheDocument()
    {
        ExperimentDocument document;
        QVERIFY(!document.problems().empty());
        const std::string id = addHost(document, HostKind::CpuHost, {0, 0});
        QCOMPARE(document.problems().size(), std::size_t(1));
        QCOMPARE(document.problems()[0].key, std::string("topology.hosts.0.address"));
        changeHost(document, id, {}, [](Host& host) { host.address = "10.0.0.1"; });
        QVERIFY(document.problems().empty());
    }

    void recentFilesAreNewestFirstAndNamedOnce()
    {
        clearRecentFiles();
        for (int number = 0; number < 14; ++number)
            addRecentFile(QStringLiteral("/tmp/%1.lockstep.json").arg(number));
        addRecentFile(QStringLiteral("/tmp/10.lockstep.json"));
        QCOMPARE(recentFiles().size(), 10);
        QCOMPARE(recentFiles().first(), QStringLiteral("/tmp/10.lockstep.json"));
        QCOMPARE(recentFiles().count(QStringLiteral("/tmp/10.lockstep.json")), 1);
        removeRecentFile(QStringLiteral("/tmp/10.lockstep.json"));
        QCOMPARE(recentFiles().first(), QStringLiteral("/tmp/13.lockstep.json"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ExperimentDocumentTest)
#include "experiment_document_test.moc"
