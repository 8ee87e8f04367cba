// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one types on the right about hosts and links arrives in the document, or is refused beside its field.
#include "tests/app/inspector/inspector_fixture.h"

class InspectorTest : public InspectorFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

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
        type("devices", "2,0,2"); // two ranks on one GPU
        QCOMPARE(topology().hosts[1].devices,
                 (std::vector<Device>{{DeviceKind::Cuda, 2}, {DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}}));
        type("devices", "0,2");
        auto* ranks = m_inspector->findChild<QSpinBox*>(QStringLiteral("cpu_ranks"));
        ranks->setValue(1);
        QCOMPARE(topology().hosts[1].devices,
                 (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {}}));
        for (const char* wrong : {"0,,2", "64", "-1", "0;2", "gpu", "cpu"}) {
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

    void aLongTextShowsItsBeginning()
    {
        m_inspector->showElements({{m_one}, {}});
        changeHost(*m_document, m_one, {}, [](Host& host) { host.facts = std::string(200, 'x'); });
        QCOMPARE(edit("facts").text().size(), 200);
        QCOMPARE(edit("facts").cursorPosition(), 0);
        type("facts", "one two");
        QCOMPARE(edit("facts").cursorPosition(), 7);
        edit("region").setFocus();
        QCOMPARE(edit("facts").cursorPosition(), 0);
    }

    void enterReachesAFieldOfSeveral()
    {
        m_inspector->showElements({{m_one, m_two}, {}});
        m_inspector->focusFirstField();
        QTRY_VERIFY(QApplication::focusWidget() && m_inspector->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("hosts.address"));
    }

    void severalHostsAreEditedAtOnce()
    {
        const std::size_t before = static_cast<std::size_t>(m_document->undoStack().count());
        changeHost(*m_document, m_two, {}, [](Host& host) { host.port = 2222; });
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
        QVERIFY(
            m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("links.bandwidth_mbps"))->isHidden());
        m_document->undoStack().undo(); // the devices
        m_document->undoStack().undo(); // the port, typed in one go
        QCOMPARE(static_cast<std::size_t>(m_document->undoStack().index()), before + 1);
        QCOMPARE(m_document->experiment().topology.hosts[1].port, 2222);
        QCOMPARE(m_document->experiment().topology.hosts[0].port, 22);
    }

    void severalHostsTakePastedAddresses()
    {
        const std::string here = addHost(*m_document, HostKind::ThisComputer, {0, 200});
        const std::string third = addHost(*m_document, HostKind::CpuHost, {0, 400});
        changeHost(*m_document, m_two, {}, [](Host& host) { host.user = "bert"; });
        m_inspector->showElements({{m_two, third, here, m_one}, {}});
        auto& lines = field<LinesEdit>(QStringLiteral("hosts.address"));
        QVERIFY(lines.isVisible());
        QVERIFY(!lines.placeholderText().isEmpty());
        const int before = undo().index();
        lines.setFocus();
        QGuiApplication::clipboard()->setText(
            QStringLiteral("10.0.0.1\n  10.0.0.2 \r\nada@gpu-2.lab:2222\n\n"));
        lines.paste();
        const auto said = [this](std::size_t index) {
            const Host& host = topology().hosts[index];
            return host.user + '@' + host.address + ':' + std::to_string(host.port);
        };
        // In the order in which they were drawn; this computer needs none.
        QCOMPARE(said(0), std::string("@10.0.0.1:22"));
        QCOMPARE(said(1), std::string("bert@10.0.0.2:22"));
        QVERIFY(topology().hosts[2].address.empty());
        QCOMPARE(said(3), std::string("ada@gpu-2.lab:2222"));
        QCOMPARE(undo().index(), before + 1);
        edit("hosts.port").setFocus();
        QCOMPARE(lines.toPlainText(), QStringLiteral("10.0.0.1\n10.0.0.2\ngpu-2.lab"));
        undo().undo();
        QCOMPARE(said(3), std::string("@:22"));
        QVERIFY(lines.toPlainText().isEmpty());
    }

    void whatIsNoAddressIsSaidWithItsLine_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("said");
        QTest::newRow("two words") << QStringLiteral("10.0.0.1\ngpu 2") << QStringLiteral("Line 2");
        QTest::newRow("no port") << QStringLiteral("10.0.0.1:x\n10.0.0.2") << QStringLiteral("65535");
        QTest::newRow("too many") << QStringLiteral("a\nb\nc") << QStringLiteral("3 lines for 2 hosts");
    }
    void whatIsNoAddressIsSaidWithItsLine()
    {
        QFETCH(QString, lines);
        QFETCH(QString, said);
        m_inspector->showElements({{m_one, m_two}, {}});
        auto& edit = field<LinesEdit>(QStringLiteral("hosts.address"));
        edit.setFocus();
        edit.insertPlainText(lines);
        QVERIFY2(error("hosts.address").contains(said), qPrintable(error("hosts.address")));
        QVERIFY(topology().hosts[0].address.empty());
        QTest::keyClick(&edit, Qt::Key_Escape);
        QVERIFY(edit.toPlainText().isEmpty());
        QVERIFY(error("hosts.address").isEmpty());
    }

    void addressesOfTheNextInternetAreUnderstood()
    {
        m_inspector->showElements({{m_one, m_two}, {}});
        field<LinesEdit>(QStringLiteral("hosts.address"))
            .insertPlainText(QStringLiteral("fe80::1\n[::1]:2022"));
        QCOMPARE(topology().hosts[0].address, std::string("fe80::1"));
        QCOMPARE(topology().hosts[0].port, 22);
        QCOMPARE(topology().hosts[1].address, std::string("::1"));
        QCOMPARE(topology().hosts[1].port, 2022);
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
            QCOMPARE(m_document->experiment()
                         .topology.links[*findLink(m_document->experiment().topology, key)]
                         .bandwidthMbps,
                     std::optional<double>(10));
        QVERIFY(m_inspector->panel().findChild<QLineEdit*>(QStringLiteral("hosts.port"))->isHidden());
    }

    void aWrongTextGivesSeveralTheirOwnValuesBack()
    {
        changeHost(*m_document, m_one, {}, [](Host& host) { host.user = "anna"; });
        changeHost(*m_document, m_two, {}, [](Host& host) { host.user = "bert"; });
        m_inspector->showElements({{m_one, m_two}, {}});
        const QString different = edit("hosts.user").placeholderText();
        QVERIFY(!different.isEmpty());
        type("hosts.user", "carl x");
        QVERIFY(!error("hosts.user").isEmpty());
        QCOMPARE(topology().hosts[0].user, std::string("anna"));
        QCOMPARE(topology().hosts[1].user, std::string("bert"));
        QCOMPARE(m_inspector->firstDraft(), (ElementSet{{m_one, m_two}, {}}));
        QTest::keyClick(&edit("hosts.user"), Qt::Key_Escape);
        QVERIFY(edit("hosts.user").text().isEmpty());
        QCOMPARE(edit("hosts.user").placeholderText(), different);
        QVERIFY(!m_inspector->firstDraft());
    }

    void whatANewerVersionAddedSurvivesTyping()
    {
        const UnknownFields newer = {{"rack", "{\"row\":7}"}};
        changeHost(*m_document, m_one, {}, [&](Host& host) { host.unknown = newer; });
        changeLink(*m_document, m_link, {}, [&](Link& link) { link.unknown = newer; });
        m_inspector->showElements({{m_one}, {}});
        type("name", "one");
        type("port", "port");
        type("devices", "1");
        QCOMPARE(topology().hosts[0].name, std::string("one"));
        QVERIFY(topology().hosts[0].unknown == newer);
        m_inspector->showElements({{}, {m_link}});
        type("bandwidth_mbps", "10 Mbps");
        QVERIFY(topology().links[0].unknown == newer);
    }

    void countingUpIsOneStep()
    {
        m_inspector->showElements({{m_one}, {}});
        auto& ranks = field<QSpinBox>(QStringLiteral("cpu_ranks"));
        for (int more = 0; more < 3; ++more)
            ranks.stepUp();
        QCOMPARE(topology().hosts[0].devices, std::vector<Device>(4));
        QCOMPARE(undo().count(), 1);
        undo().undo();
        QCOMPARE(ranks.value(), 1);
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
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
