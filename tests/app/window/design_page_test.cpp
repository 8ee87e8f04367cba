// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the page of the drawing says of what it learns from hosts.
#include "app/inspector/inspector.h"
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"
#include "app/window/design_page.h"
#include "app/window/fill_in_strip.h"
#include "app/window/live_problems.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

namespace {

Experiment halvesOnOneHost()
{
    Experiment experiment;
    Host host;
    host.id = "a";
    host.name = "cpu-1";
    host.address = "10.0.0.7";
    host.devices = {Device{DeviceKind::Cpu, 0}};
    experiment.topology.hosts = {host};
    experiment.training.precision = Precision::BFloat16;
    return experiment;
}

} // namespace

class DesignPageTest : public QObject {
    Q_OBJECT

    ExperimentDocument m_document;
    ReportBook m_reports{QString()};

    static QString saidBeside(DesignPage& page, const char* field)
    {
        const auto* label = page.inspector().findChild<QLabel*>(QLatin1String(field) + ".error");
        return label && label->isVisibleTo(&page) ? label->text() : QString();
    }

private slots:
    void aPrecisionThatAHostComputesSlowlyIsSaidBesideItsFieldAndInTheList()
    {
        m_document.reset(halvesOnOneHost());
        DesignPage page(m_document, m_reports);
        QVERIFY(page.isReadyToRun());
        QCOMPARE(saidBeside(page, "training.precision"), QString());
        HostReport report;
        report.instructionSets = {"avx2", "avx512_bf16"};
        m_reports.add(m_document.experiment().topology.hosts[0], report);
        QTRY_VERIFY(saidBeside(page, "training.precision").contains(QStringLiteral("cpu-1")));
        QVERIFY(saidBeside(page, "training.precision").contains(QStringLiteral("Choose f32")));
        const Problems& problems = page.problems().problems();
        QVERIFY(std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
            return problem.severity == Severity::Warning && problem.error.key == "training.precision";
        }));
        QVERIFY(page.isReadyToRun());
    }

    void whatIsLeftToFillInLeadsToItsFields()
    {
        QVERIFY(m_document
                    .openTemplate(
                        QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/i3d-ucf101.lockstep.json"))
                    .ok());
        DesignPage page(m_document, m_reports);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto& strip = *page.findChild<FillInStrip*>();
        QVERIFY(strip.isVisible());
        const auto follow = [&](int link) {
            emit strip.findChild<QLabel*>()->linkActivated(QString::number(link));
            return QApplication::focusWidget()->objectName();
        };
        QCOMPARE(follow(1), QStringLiteral("data.path"));
        QCOMPARE(follow(2), QStringLiteral("data.test_list"));
        QCOMPARE(follow(0), QStringLiteral("hosts.address"));
        QStringList addresses;
        for (int i = 1; i <= 10; ++i)
            addresses << QStringLiteral("10.0.0.%1").arg(i);
        QGuiApplication::clipboard()->setText(addresses.join(u'\n'));
        QTest::keyClick(page.windowHandle(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(m_document.experiment().topology.hosts[9].address, std::string("10.0.0.10"));
        QCOMPARE(strip.fields().size(), 2);
        QCOMPARE(follow(0), QStringLiteral("data.path"));
    }

    void aPrecisionThatAHostCannotComputeKeepsItFromRunning()
    {
        m_document.reset(halvesOnOneHost());
        DesignPage page(m_document, m_reports);
        HostReport report;
        report.instructionSets = {"avx2"};
        m_reports.add(m_document.experiment().topology.hosts[0], report);
        QTRY_VERIFY(saidBeside(page, "training.precision").contains(QStringLiteral("neither AMX")));
        QVERIFY(!page.isReadyToRun());
        QVERIFY(page.problemText().contains(QStringLiteral("cpu-1")));
        Experiment mended = m_document.experiment();
        mended.training.precision = Precision::Float32;
        m_document.edit({}, mended);
        QTRY_COMPARE(saidBeside(page, "training.precision"), QString());
        QVERIFY(page.isReadyToRun());
    }

    void anUnknownModelIsToldWithItsFieldAndTheNearestNames()
    {
        Experiment drawn = halvesOnOneHost();
        drawn.training.precision = Precision::Float32;
        drawn.model.name = "resnet19";
        m_document.reset(drawn);
        DesignPage page(m_document, m_reports);
        QVERIFY(!page.isReadyToRun());
        const QString said = page.problemText();
        QVERIFY2(said.startsWith(QStringLiteral("Cannot run yet. Model: ")), qPrintable(said));
        for (const char* part : {"\"resnet19\"", "resnet18"})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("vgg")), qPrintable(said));
    }

    void whatSeveralHostsShareLeadsToAllOfThem()
    {
        Experiment drawn = halvesOnOneHost();
        drawn.training.precision = Precision::Float32;
        for (const char* id : {"b", "c"}) {
            Host idle = drawn.topology.hosts[0];
            idle.id = id;
            idle.name = std::string("idle-") + id;
            idle.address = std::string("10.0.1.") + std::to_string(id[0]);
            idle.devices.clear();
            drawn.topology.hosts.push_back(idle);
        }
        m_document.reset(drawn);
        DesignPage page(m_document, m_reports);
        auto& list = *page.findChild<QListView*>(QStringLiteral("problemList"));
        const QModelIndex shared = list.model()->index(0, 0);
        QVERIFY2(shared.data().toString().contains(QStringLiteral("idle-b, idle-c")),
                 qPrintable(shared.data().toString()));
        emit list.activated(shared);
        QVERIFY(page.scene().selection() == (ElementSet{.nodes = {"b", "c"}, .links = {}}));
    }

    /// Said on the card, beside the field and in the list; mended there by one step that can be undone.
    void aDeviceThatTheEngineCannotTrainOnKeepsItFromRunning()
    {
        Experiment drawn = halvesOnOneHost();
        drawn.training.precision = Precision::Float32;
        drawn.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}, Device{DeviceKind::Cuda, 1}};
        m_document.reset(drawn);
        DesignPage page(m_document, m_reports);
        page.scene().select({.nodes = {"a"}, .links = {}});
        HostReport report;
        report.gpus = {{0, "RTX 3080", 10ll << 30, "535"}, {1, "RTX 3080", 10ll << 30, "535"}};
        m_reports.add(drawn.topology.hosts[0], report);
        QTRY_VERIFY(saidBeside(page, "devices").contains(QStringLiteral("Choose the device cpu")));
        QVERIFY(page.scene().hostItem("a")->toolTip().contains(QStringLiteral("Choose the device cpu")));
        QVERIFY(!page.isReadyToRun());
        QVERIFY(page.problemText().contains(QStringLiteral("cuda:0, cuda:1")));

        auto* remedy = page.findChild<QPushButton*>(QStringLiteral("trainOnProcessors"));
        QVERIFY(!remedy->isHidden());
        remedy->click();
        QVERIFY(m_document.experiment().topology.hosts[0].devices == std::vector<Device>(2));
        QTRY_VERIFY(remedy->isHidden());
        QVERIFY(page.isReadyToRun());
        m_document.undoStack().undo();
        QVERIFY(m_document.experiment() == drawn);
        QTRY_VERIFY(!remedy->isHidden());
    }
};

QTEST_MAIN(DesignPageTest)
#include "design_page_test.moc"
