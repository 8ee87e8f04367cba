// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one types on the right arrives in the document, or is refused beside its field.
#include "app/document/document_edits.h"
#include "app/experiment/experiment_panel.h"
#include "app/experiment/inspector.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <memory>

using namespace lockstep;

class InspectorTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<ExperimentDocument>();
        m_one = addHost(*m_document, HostKind::CpuHost, {0, 0});
        m_two = addHost(*m_document, HostKind::GpuHost, {300, 0});
        m_link = *addLink(*m_document, m_one, m_two);
        m_document->reset(m_document->experiment());
        m_inspector = std::make_unique<Inspector>(*m_document);
        m_inspector->resize(320, 800);
        m_inspector->show();
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
    }
    void cleanup()
    {
        m_inspector.reset();
        m_document.reset();
    }

    void aHostIsEditedAsOneTypes()
    {
        m_inspector->showElements({{m_two}, {}});
        type("address", "10.0.0.7");
        type("port", "2222");
        type("user", "anna");
        type("interface", "eth1");
        type("name", "训练 1");
        const Host& host = topology().hosts[1];
        QCOMPARE(host.address, std::string("10.0.0.7"));
        QCOMPARE(host.port, 2222);
        QCOMPARE(host.user, std::string("anna"));
        QCOMPARE(host.interface, std::string("eth1"));
        QCOMPARE(host.name, std::string("训练 1"));
        QCOMPARE(undo().count(), 5);
        QVERIFY(topology().hosts[0].address.empty());
    }

    void aNameThatLooksLikeANumberStaysAName()
    {
        m_inspector->showElements({{m_one}, {}});
        for (const char* name : {"007", "true", "\"x\"", "{}", "null"}) {
            type("name", name);
            QCOMPARE(topology().hosts[0].name, std::string(name));
        }
    }

    void aWrongPortIsSaidBesideItsFieldAndKept_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"0", "65536", "abc", "22.5", "-1", "1e3x", "99999999999999999999", "[22]", "\"22\""})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void aWrongPortIsSaidBesideItsFieldAndKept()
    {
        QFETCH(QString, text);
        m_inspector->showElements({{m_two}, {}});
        type("port", text);
        QCOMPARE(topology().hosts[1].port, 22);
        QVERIFY(!error("port").isEmpty());
        QCOMPARE(edit("port").text(), text);
        QCOMPARE(m_inspector->firstDraft(), (ElementSet{{m_two}, {}}));
        // It waits while something else is shown.
        m_inspector->showElements({{m_one}, {}});
        QCOMPARE(edit("port").text(), QStringLiteral("22"));
        QVERIFY(error("port").isEmpty());
        m_inspector->showElements({{m_two}, {}});
        QCOMPARE(edit("port").text(), text);
        QVERIFY(!error("port").isEmpty());
        type("port", "2022");
        QVERIFY(error("port").isEmpty());
        QCOMPARE(topology().hosts[1].port, 2022);
        QVERIFY(!m_inspector->firstDraft());
    }

    void undoAndEscapeGiveBackTheLastGoodText()
    {
        m_inspector->showElements({{m_two}, {}});
        type("port", "2222");
        type("port", "port");
        QTest::keyClick(&edit("port"), Qt::Key_Escape);
        QCOMPARE(edit("port").text(), QStringLiteral("2222"));
        QVERIFY(error("port").isEmpty());
        type("port", "port");
        QTest::keyClick(&edit("port"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit("port").text(), QStringLiteral("2222"));
        undo().undo();
        QCOMPARE(edit("port").text(), QStringLiteral("22"));
    }

    void whatCannotRunIsSaidAtOnce()
    {
        m_inspector->showElements({{m_two}, {}});
        QVERIFY(!error("address").isEmpty());
        type("address", "g");
        QVERIFY(error("address").isEmpty());
        type("address", "two words");
        QVERIFY(!error("address").isEmpty());
        QCOMPARE(topology().hosts[1].address, std::string("g"));
        type("address", "h");
        QVERIFY(error("address").isEmpty());
    }

    void devicesAreCpuRanksAndGpuIndices()
    {
        m_inspector->showElements({{m_two}, {}});
        type("devices", "0,2");
        QCOMPARE(topology().hosts[1].devices,
                 (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}}));
        auto* ranks = m_inspector->findChild<QSpinBox*>(QStringLiteral("cpu_ranks"));
        ranks->setValue(1);
        QCOMPARE(topology().hosts[1].devices,
                 (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {}}));
        for (const char* wrong : {"0,,2", "64", "-1", "0;2", "gpu", "cpu", "0,0"}) {
            type("devices", wrong);
            QVERIFY2(!error("devices").isEmpty(), wrong);
        }
        type("devices", "");
        QCOMPARE(topology().hosts[1].devices, std::vector<Device>{{}});
        ranks->setValue(0);
        QVERIFY(topology().hosts[1].devices.empty());
    }

    void thisComputerHasNoAddress()
    {
        m_inspector->showElements({{m_one}, {}});
        QVERIFY(edit("address").isVisible());
        choose("connection", "local");
        QVERIFY(topology().hosts[0].connection == Connection::Local);
        QVERIFY(!edit("address").isVisible());
        QVERIFY(!edit("port").isVisible());
    }

    void bandwidthTakesUnits()
    {
        m_inspector->showElements({{}, {m_link}});
        m_inspector->focusFirstField();
        QVERIFY(edit("bandwidth_mbps").hasFocus());
        type("bandwidth_mbps", "1 Gbps");
        QCOMPARE(topology().links[0].bandwidthMbps, 1000.0);
        type("latency_ms", "50 us");
        QCOMPARE(topology().links[0].latencyMs, 0.05);
        type("note", "the slow one");
        QCOMPARE(topology().links[0].note, std::string("the slow one"));
        type("bandwidth_mbps", "10 MB");
        QVERIFY(!error("bandwidth_mbps").isEmpty());
        QCOMPARE(topology().links[0].bandwidthMbps, 1000.0);
        type("bandwidth_mbps", "");
        QVERIFY(error("bandwidth_mbps").isEmpty());
        QVERIFY(!topology().links[0].bandwidthMbps);
    }

    void leavingAFieldWritesItsValueProperly()
    {
        m_inspector->showElements({{}, {m_link}});
        type("bandwidth_mbps", "0.0100G");
        QCOMPARE(edit("bandwidth_mbps").text(), QStringLiteral("0.0100G"));
        edit("note").setFocus();
        QCOMPARE(edit("bandwidth_mbps").text(), QStringLiteral("10 Mbps"));
    }

    void theExperimentIsEditedWhenNothingIsSelected()
    {
        m_inspector->showElements({});
        type("training.learning_rate", "0.001");
        type("training.batch", "100");
        type("training.epochs", "3");
        type("training.seed", "9007199254740991");
        type("name", "my run");
        choose("model.name", "lenet");
        choose("training.optimizer", "adam");
        choose("training.loss", "squared-error");
        choose("data.kind", "mnist");
        const Experiment& experiment = m_document->experiment();
        QCOMPARE(experiment.training.learningRate, 0.001);
        QCOMPARE(experiment.training.batch, 100);
        QCOMPARE(experiment.training.epochs, 3);
        QCOMPARE(experiment.training.seed, std::uint64_t(9007199254740991));
        QCOMPARE(experiment.name, std::string("my run"));
        QCOMPARE(experiment.model.name, std::string("lenet"));
        QVERIFY(experiment.training.optimizer == OptimizerKind::Adam);
        QVERIFY(experiment.training.loss == LossKind::SquaredError);
        QVERIFY(experiment.data.kind == DataKind::Mnist);
        QCOMPARE(undo().count(), 9);
    }

    void wrongTrainingValuesAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("batch 0") << "training.batch"
                                 << "0";
        QTest::newRow("batch empty") << "training.batch"
                                     << "";
        QTest::newRow("batch fraction") << "training.batch"
                                        << "1.5";
        QTest::newRow("rate 0") << "training.learning_rate"
                                << "0";
        QTest::newRow("rate comma") << "training.learning_rate"
                                    << "0,1";
        QTest::newRow("rate huge") << "training.learning_rate"
                                   << "1e9";
        QTest::newRow("epochs") << "training.epochs"
                                << "-3";
        QTest::newRow("seed") << "training.seed"
                              << "9007199254740992";
    }
    void wrongTrainingValuesAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        m_inspector->showElements({});
        const Experiment before = m_document->experiment();
        const QByteArray name = key.toLatin1();
        type(name.constData(), text);
        QVERIFY(!error(name.constData()).isEmpty());
        QVERIFY(m_document->experiment() == before);
        QCOMPARE(m_inspector->firstDraft(), ElementSet{});
    }

    void momentumIsAskedOnlyWhenItCounts()
    {
        m_inspector->showElements({});
        QVERIFY(!edit("training.momentum").isVisible());
        choose("training.optimizer", "momentum");
        QVERIFY(edit("training.momentum").isVisible());
        undo().undo();
        QVERIFY(!edit("training.momentum").isVisible());
    }

    void theScheduleAsksForWhatItNeeds()
    {
        m_inspector->showElements({});
        for (const char* key :
             {"training.schedule.every", "training.schedule.milestones", "training.schedule.floor"})
            QVERIFY2(!edit(key).isVisible(), key);
        choose("training.schedule.kind", "multi-step");
        QVERIFY(!edit("training.schedule.every").isVisible());
        QVERIFY(!error("training.schedule.milestones").isEmpty());
        type("training.schedule.milestones", "30, 60.5");
        type("training.schedule.rates", "0.01, 0.001");
        QCOMPARE(schedule().milestones, (std::vector<double>{30, 60.5}));
        QCOMPARE(schedule().rates, (std::vector<double>{0.01, 0.001}));
        QVERIFY(error("training.schedule.milestones").isEmpty());
        type("training.schedule.rates", "0.01");
        QVERIFY(!error("training.schedule.rates").isEmpty());
        type("training.schedule.rates", "");
        QVERIFY(error("training.schedule.rates").isEmpty());
        QVERIFY(schedule().rates.empty());
        type("training.schedule.milestones", "60, 30");
        QVERIFY(!error("training.schedule.milestones").isEmpty());
        for (const char* wrong : {"a, b", "1,,2", "[1", "-1"}) {
            type("training.schedule.milestones", wrong);
            QVERIFY2(!error("training.schedule.milestones").isEmpty(), wrong);
        }
        choose("training.schedule.kind", "cosine");
        QVERIFY(edit("training.schedule.floor").isVisible());
        QVERIFY(!edit("training.schedule.milestones").isVisible());
    }

    void advancedSettingsAreFoldedUntilAskedFor()
    {
        m_inspector->showElements({});
        QVERIFY(!edit("training.weight_decay").isVisible());
        QVERIFY(!field<QLabel>(QStringLiteral("training.weight_decay.error")).isVisible());
        unfold("training.weight_decay");
        QVERIFY(edit("training.weight_decay").isVisible());
        type("training.weight_decay", "0.0001");
        QCOMPARE(m_document->experiment().training.weightDecay, 0.0001);
        // A field that means nothing here stays away even so.
        QVERIFY(!edit("training.beta1").isVisible());
        auto& decayAll = field<QCheckBox>(QStringLiteral("training.decay_all"));
        QVERIFY(decayAll.isChecked());
        decayAll.click();
        QVERIFY(!m_document->experiment().training.decayAll);
        undo().undo();
        QVERIFY(decayAll.isChecked());
    }

    void aProblemOpensItsFold()
    {
        m_inspector->showElements({});
        Experiment next = m_document->experiment();
        next.training.accumulate = next.training.batch + 1;
        QVERIFY(!edit("training.accumulate").isVisible());
        m_document->edit(QStringLiteral("test"), next);
        QVERIFY(edit("training.accumulate").isVisible());
        QVERIFY(!error("training.accumulate").isEmpty());
    }

    void missingDataAreSaidBesideThePath()
    {
        QTemporaryDir folder;
        m_inspector->showElements({});
        choose("data.kind", "mnist");
        QVERIFY(!error("data.path").isEmpty());
        changeHost(*m_document, m_one, {}, [](Host& host) { host.connection = Connection::Local; });
        type("data.path", folder.filePath(QStringLiteral("nothing")));
        QVERIFY(error("data.path").contains(QStringLiteral("nothing")));
        type("data.path", folder.path());
        QVERIFY2(error("data.path").isEmpty(), qPrintable(error("data.path")));
        type("data.path", "relative/folder");
        QVERIFY(!error("data.path").isEmpty());
    }

    void everyFieldTeaches()
    {
        int fields = 0;
        for (const QWidget* field : m_inspector->findChildren<QWidget*>()) {
            if (!qobject_cast<const QComboBox*>(field) && !qobject_cast<const QCheckBox*>(field) &&
                !qobject_cast<const QSpinBox*>(field) &&
                !(qobject_cast<const QLineEdit*>(field) &&
                  !field->objectName().startsWith(QStringLiteral("qt_"))))
                continue;
            ++fields;
            QVERIFY2(field->toolTip().size() > 20, qPrintable(field->objectName()));
            QVERIFY2(!field->accessibleName().isEmpty(), qPrintable(field->objectName()));
        }
        QVERIFY(fields > 50);
    }

    void severalHostsAreEditedAtOnce()
    {
        const std::size_t before = static_cast<std::size_t>(m_document->undoStack().count());
        changeHost(*m_document, m_two, QStringLiteral("a"), [](Host& host) { host.port = 2222; });
        m_inspector->showElements({{m_one, m_two}, {}});
        auto* port = m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("hosts.port"));
        QVERIFY(port->text().isEmpty());
        QVERIFY(!port->placeholderText().isEmpty()); // they differ
        QTest::keyClicks(port, QStringLiteral("2200"));
        for (const Host& host : m_document->experiment().topology.hosts)
            QCOMPARE(host.port, 2200);
        QVERIFY(port->placeholderText().isEmpty());
        auto* devices = m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("hosts.devices"));
        devices->selectAll();
        QTest::keyClicks(devices, QStringLiteral("0,2"));
        for (const Host& host : m_document->experiment().topology.hosts)
            QCOMPARE(host.devices, (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}}));
        QVERIFY(m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("links.bandwidth_mbps"))->isHidden());
        m_document->undoStack().undo(); // the devices
        m_document->undoStack().undo(); // the port, typed in one go
        QCOMPARE(static_cast<std::size_t>(m_document->undoStack().index()), before + 1);
        QCOMPARE(m_document->experiment().topology.hosts[1].port, 2222);
        QCOMPARE(m_document->experiment().topology.hosts[0].port, 22);
    }

    void severalLinksAreEditedAtOnce()
    {
        const std::string three = addHost(*m_document, HostKind::CpuHost, {0, 400});
        ElementSet links;
        for (const std::string& from : {m_one, m_two})
            links.links.insert(*addLink(*m_document, from, three));
        m_inspector->showElements(links);
        auto* bandwidth = m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("links.bandwidth_mbps"));
        QTest::keyClicks(bandwidth, QStringLiteral("10 Mbps"));
        for (const LinkKey& key : links.links)
            QCOMPARE(m_document->experiment().topology.links[*findLink(m_document->experiment().topology, key)]
                         .bandwidthMbps,
                     std::optional<double>(10));
        QVERIFY(m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("hosts.port"))->isHidden());
    }

    void severalElementsAreCountedAndDeleted()
    {
        m_inspector->showElements({{m_one, m_two}, {}});
        QSignalSpy removal(m_inspector.get(), &Inspector::removeWanted);
        for (QPushButton* button : m_inspector->findChildren<QPushButton*>()) {
            if (button->isVisible())
                button->click();
        }
        QCOMPARE(removal.count(), 1);
    }

    void aKeyLeadsToItsElement()
    {
        QCOMPARE(m_inspector->elementsOfKey("topology.hosts.1.address"), (ElementSet{{m_two}, {}}));
        QCOMPARE(m_inspector->elementsOfKey("topology.links.0.to"), (ElementSet{{}, {m_link}}));
        QCOMPARE(m_inspector->elementsOfKey("training.batch"), ElementSet{});
        QCOMPARE(m_inspector->elementsOfKey("topology.hosts"), ElementSet{});
        QCOMPARE(m_inspector->elementsOfKey("topology.hosts.9.address"), ElementSet{});
    }

    void anotherDocumentForgetsDrafts()
    {
        m_inspector->showElements({});
        type("training.batch", "many");
        QVERIFY(m_inspector->firstDraft());
        m_document->reset({});
        QVERIFY(!m_inspector->firstDraft());
        QCOMPARE(edit("training.batch").text(), QStringLiteral("50"));
    }

private:
    const ScheduleSpec& schedule() const { return m_document->experiment().training.schedule; }
    /// Opens every fold until the field is there.
    void unfold(const char* key) const
    {
        for (auto* fold : m_inspector->panel().findChildren<QToolButton*>(QStringLiteral("fold"))) {
            if (!edit(key).isVisible())
                fold->click();
        }
    }
    const Topology& topology() const { return m_document->experiment().topology; }
    QUndoStack& undo() { return m_document->undoStack(); }

    /// Of the panel that is shown.
    template <typename T>
    T& field(const QString& name) const
    {
        return *m_inspector->panel().findChild<T*>(name);
    }
    QLineEdit& edit(const char* key) const { return field<QLineEdit>(QString::fromLatin1(key)); }
    QString error(const char* key) const
    {
        const auto& label = field<QLabel>(QString::fromLatin1(key) + QStringLiteral(".error"));
        return label.isVisible() ? label.text() : QString();
    }
    void type(const char* key, const QString& text)
    {
        QLineEdit& target = edit(key);
        target.clearFocus(); // each call is a typing of its own
        target.setFocus();
        target.selectAll();
        if (text.isEmpty())
            QTest::keyClick(&target, Qt::Key_Delete);
        for (const QChar letter : text) {
            QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, letter);
            QApplication::sendEvent(&target, &press);
        }
    }
    void type(const char* key, const char* text) { type(key, QString::fromUtf8(text)); }
    void choose(const char* key, const char* value)
    {
        auto& box = field<QComboBox>(QString::fromLatin1(key));
        const int index = box.findData(QString::fromLatin1(value));
        QVERIFY(index >= 0);
        box.setCurrentIndex(index);
        emit box.activated(index);
    }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<Inspector> m_inspector;
    std::string m_one;
    std::string m_two;
    LinkKey m_link;
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
