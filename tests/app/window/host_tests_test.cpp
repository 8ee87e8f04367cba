// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lamps are green only for what was tried: this computer with the real engine, and an address where nobody
// answers.
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/theme/theme.h"
#include "app/topology/card/card_style.h"
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/host_test_model.h"
#include "app/window/host_test_panel.h"
#include "app/window/host_tests.h"
#include "app/window/live_problems.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"

#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

Host hostOf(const char* id, Connection connection, int port)
{
    Host host;
    host.id = id;
    host.name = std::string("host ") + id;
    host.connection = connection;
    host.address = connection == Connection::Local ? "" : "127.0.0.1";
    host.port = port;
    host.devices = {Device{}};
    return host;
}

/// "here" works, and nothing listens where "gone" is said to be.
Experiment twoHosts()
{
    Experiment experiment;
    experiment.name = "two";
    experiment.topology.hosts = {hostOf("here", Connection::Local, 22), hostOf("gone", Connection::Ssh, 1)};
    return experiment;
}

} // namespace

class HostTestsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        usePrivateSettings(*m_folder);
        RemoteOptions& options = m_options;
        options = {};
        options.runsFolder = m_folder->filePath(QStringLiteral("runs"));
        options.engine = QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine");
        options.bundleFolder = QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle");
        options.ownKnownHostsFile = m_folder->filePath(QStringLiteral("known_hosts"));
        options.useAgent = false;
        m_window = std::make_unique<MainWindow>(options);
        m_window->document().reset(twoHosts());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void lampsAreGreyUntilAHostWasTested()
    {
        for (const char* id : {"here", "gone"}) {
            QCOMPARE(color(id), colors().mutedText);
            QVERIFY2(tip(id).contains(QStringLiteral("Not tested yet.")), qPrintable(tip(id)));
        }
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QVERIFY(panel().isVisible());
        QCOMPARE(color("here"), colors().accent);
        QTRY_COMPARE_WITH_TIMEOUT(color("here"), colors().good, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(color("gone"), colors().bad, kPatienceMs);
        QVERIFY2(tip("here").contains(QStringLiteral("In order: engine, devices, data, system.")),
                 qPrintable(tip("here")));
        for (const char* word : {"Tested ", "The log-in does not work", "Check the address"})
            QVERIFY2(tip("gone").contains(QLatin1String(word)), qPrintable(tip("gone")));
        QTRY_VERIFY(panel().findChild<QPushButton*>(QStringLiteral("testAgain"))->isVisible());
    }

    /// Both lists took more than half of the canvas.
    void listsTakeTurnsInALowWindow()
    {
        DesignPage& page = m_window->designPage();
        m_window->resize(1024, 700);
        page.showProblemList(true);
        page.testHosts();
        QVERIFY(panel().isVisible() && !page.showsProblemList());
        page.showProblemList(true);
        QVERIFY(!panel().isVisible() && page.showsProblemList());
        QTRY_VERIFY(page.view().height() > 300);
        m_window->resize(1400, 1000);
        QTRY_VERIFY(page.view().height() > 600);
        page.testHosts();
        QVERIFY(panel().isVisible() && page.showsProblemList());
    }

    /// The bar below said that there was no problem.
    void whatATestFoundIsAProblemThatHoldsNothingUp()
    {
        auto* button = m_window->findChild<QToolButton*>(QStringLiteral("problemButton"));
        QTRY_COMPARE(button->text(), QStringLiteral("No problems"));
        m_window->designPage().testHosts();
        QTRY_VERIFY_WITH_TIMEOUT(button->text().startsWith(QStringLiteral("1 warning")), kPatienceMs);
        QVERIFY(m_window->designPage().isReadyToRun());
        const Problems& problems = m_window->designPage().problems().problems();
        QCOMPARE(problems.back().error.key, std::string("topology.hosts.1.address"));
        m_window->document().edit({}, [this] {
            Experiment moved = m_window->document().experiment();
            moved.topology.hosts[1].address = "127.0.0.2";
            return moved;
        }());
        QTRY_COMPARE(button->text(), QStringLiteral("No problems"));
    }

    void hostsThatFailAlikeHaveOneLine()
    {
        Experiment drawn = twoHosts();
        drawn.topology.hosts.push_back(hostOf("lost", Connection::Ssh, 2));
        m_window->document().reset(drawn);
        m_window->designPage().testHosts();
        const HostTestModel& model = panel().model();
        QCOMPARE(model.rowCount(), 3);
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 2, kPatienceMs);
        const QString line = model.index(1).data().toString();
        QVERIFY2(
            line.startsWith(QStringLiteral("host gone, host lost: The log-in does not work: Cannot connect "
                                           "to the host: Connection refused.")),
            qPrintable(line));
        const QString details = model.index(1).data(Qt::ToolTipRole).toString();
        for (const char* address : {"127.0.0.1:1", "127.0.0.1:2"})
            QVERIFY2(details.contains(QLatin1String(address)), qPrintable(details));
    }

    void aLineLeadsToTheFieldToMend()
    {
        m_window->designPage().testHosts();
        const HostTestModel& model = panel().model();
        QTRY_VERIFY_WITH_TIMEOUT(model.index(1).data(HostTestModel::kKeyRole).toString() ==
                                     QLatin1String("topology.hosts.1.address"),
                                 kPatienceMs);
        QVERIFY(model.index(1).data().toString().startsWith(QStringLiteral("host gone: The log-in")));
        QVERIFY(model.index(1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Expected: ")));
        auto* list = panel().findChild<QListView*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model.index(1)).center());
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field && field->text() == QLatin1String("127.0.0.1"));
    }

    /// The columns beside it would give way: the palette's words were cut.
    void allItOffersFitsUnderTheCanvasOfASmallWindow()
    {
        m_window->resize(1000, 640);
        const int before = m_window->designPage().view().width();
        m_window->designPage().testHosts();
        for (const char* name : {"drawRates", "testAgain", "cancelTests"})
            panel().findChild<QPushButton*>(QLatin1String(name))->show();
        QTest::qWait(50); // layouts settle
        QCOMPARE(m_window->designPage().view().width(), before);
    }

    void whatIsSelectedIsTestedAlone()
    {
        m_window->designPage().scene().select({.nodes = {"here"}, .links = {}});
        auto* button = m_window->designPage().inspector().findChild<QPushButton*>(QStringLiteral("testHost"));
        QVERIFY(button->isVisible());
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(color("here"), colors().good, kPatienceMs);
        QCOMPARE(color("gone"), colors().mutedText);
        QCOMPARE(panel().model().rowCount(), 1);
    }

    void aChangeOfWhatWasTestedMakesItGreyAgain_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<bool>("isGrey");
        QTest::newRow("user") << 0 << true;
        QTest::newRow("port") << 1 << true;
        QTest::newRow("connection and address") << 2 << true;
        QTest::newRow("devices") << 3 << true;
        QTest::newRow("data") << 4 << true;
        QTest::newRow("name") << 5 << false;
        QTest::newRow("learning rate") << 6 << false;
    }
    void aChangeOfWhatWasTestedMakesItGreyAgain()
    {
        QFETCH(int, change);
        QFETCH(bool, isGrey);
        m_window->designPage().scene().select({.nodes = {"here"}, .links = {}});
        m_window->designPage().testHosts();
        QTRY_COMPARE_WITH_TIMEOUT(color("here"), colors().good, kPatienceMs);
        Experiment next = m_window->document().experiment();
        Host& host = next.topology.hosts[0];
        switch (change) {
        case 0:
            host.user = "anna";
            break;
        case 1:
            host.port = 2222;
            break;
        case 2:
            host.connection = Connection::Ssh;
            host.address = "10.0.0.7";
            break;
        case 3:
            host.devices.resize(2);
            break;
        case 4:
            next.data.kind = DataKind::Mnist;
            next.data.path = "/data";
            break;
        case 5:
            host.name = "my computer";
            break;
        default:
            next.training.learningRate = 0.5;
            break;
        }
        m_window->document().edit([] { return QStringLiteral("change"); }, next);
        QCOMPARE(color("here") == colors().good, !isGrey);
        QCOMPARE(panel().model().rowCount(), isGrey ? 0 : 1);
    }

    /// Without asking the hosts again.
    void anotherModelIsHeldAgainstWhatWasFound()
    {
        HostTests tests(m_window->document(), m_options);
        HostNeeds needs{.memoryBytes = 1'000'000};
        tests.setNeeds([&needs](const Experiment&) { return NeedsOfHosts{{0, needs}, {1, needs}}; });
        const auto verdict = [&tests](const char* id) {
            const HostTests::Test* test = tests.find(id);
            return test == nullptr || !areOver(test->checks) ? -1 : havePassed(test->checks) ? 1 : 0;
        };
        tests.test({"here"});
        QTRY_COMPARE_WITH_TIMEOUT(verdict("here"), 1, kPatienceMs);
        needs.memoryBytes = std::int64_t{1} << 50;
        tests.holdAgainstNeeds();
        QCOMPARE(verdict("here"), 0);
        QVERIFY(testSentence(*tests.find("here")).contains(QStringLiteral("of memory for this model")));
        needs.memoryBytes = 1'000'000;
        tests.holdAgainstNeeds();
        QCOMPARE(verdict("here"), 1);
        // What it said is known until others are tested; then another model makes its verdict void.
        tests.test({"gone"});
        QTRY_COMPARE_WITH_TIMEOUT(verdict("gone"), 0, kPatienceMs);
        tests.holdAgainstNeeds();
        QCOMPARE(verdict("here"), 1);
        needs.memoryBytes = std::int64_t{1} << 50;
        tests.holdAgainstNeeds();
        QVERIFY(tests.find("here") == nullptr);
    }

    void aTestCanBeGivenUp()
    {
        m_window->designPage().testHosts();
        panel().findChild<QPushButton*>(QStringLiteral("cancelTests"))->click();
        QVERIFY(panel().findChild<QPushButton*>(QStringLiteral("testAgain"))->isVisible());
        QCOMPARE(color("here"), colors().mutedText);
        QVERIFY(panel().model().index(0).data().toString().contains(QStringLiteral("Not tested")));
    }

private:
    HostTestPanel& panel() const { return *m_window->findChild<HostTestPanel*>(); }
    const CanvasCard& card(const char* id) const
    {
        return m_window->designPage().scene().hostItem(id)->card();
    }
    static ThemeColors colors() { return themeColors(QApplication::palette()); }
    QColor color(const char* id) const { return stateColor(card(id), colors()); }
    QString tip(const char* id) const { return card(id).description(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    RemoteOptions m_options;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(HostTestsTest)
#include "host_tests_test.moc"
