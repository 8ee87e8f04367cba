// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Before the first run on a host it is tested: a real SSH server, the real engine.
#include "app/runs/run_page.h"
#include "app/theme/theme.h"
#include "app/window/design_page.h"
#include "app/window/host_test_panel.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/remote/controller_helpers.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class FirstRunCheckTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qobject_cast<QApplication*>(qApp), ThemeKind::Light); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        usePrivateSettings(*m_folder);
        m_server = std::make_unique<LocalSshd>();
        QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
        RemoteOptions options =
            remoteOptions(m_folder->filePath(QStringLiteral("runs")),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), m_server.get());
        options.knownHostsFiles = QStringList{m_server->knownHostsFile()};
        m_window = std::make_unique<MainWindow>(options);
        Experiment experiment;
        experiment.name = "first";
        experiment.topology.hosts = {hostFor(*m_server, 1)};
        experiment.data.samples = 200;
        experiment.training.epochs = 1;
        m_window->document().reset(experiment);
        m_window->show();
    }
    void cleanup()
    {
        m_window.reset();
        m_server.reset();
    }

    void theFirstRunWaitsForATestAndBeginsByItself()
    {
        m_window->run();
        QCOMPARE(m_window->page(), WindowPage::Design);
        QVERIFY(panel().isVisible());
        QVERIFY(said().contains(QStringLiteral("tested first")));
        QCOMPARE(colorOfBar(),
                 themeColors(m_window->palette()).panel); // not that of an error: nothing is wrong
        m_window->run();                                  // impatience changes nothing
        QCOMPARE(m_window->page(), WindowPage::Design);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->page(), WindowPage::Run, kPatienceMs);
        m_window->stop();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(m_window->runPage().phase()), kPatienceMs);
        m_window->showPage(WindowPage::Design);
        m_window->run(); // it is known by now
        QCOMPARE(m_window->page(), WindowPage::Run);
        m_window->stop();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(m_window->runPage().phase()), kPatienceMs);
    }

    void whatIsNotInOrderIsLookedAtFirst()
    {
        Experiment experiment = m_window->document().experiment();
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = "/nowhere/mnist";
        m_window->document().reset(experiment);
        m_window->run();
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("Not everything is in order")), kPatienceMs);
        QCOMPARE(m_window->page(), WindowPage::Design);
        m_window->run(); // a person has seen it
        QCOMPARE(m_window->page(), WindowPage::Run);
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(m_window->runPage().phase()), kPatienceMs);
    }

    void givingTheTestUpBeginsNothing()
    {
        m_window->run();
        panel().findChild<QPushButton*>(QStringLiteral("cancelTests"))->click();
        QVERIFY(said().contains(QStringLiteral("Not everything is in order")));
        QVERIFY(colorOfBar() != themeColors(m_window->palette()).panel);
        QCOMPARE(m_window->page(), WindowPage::Design);
    }

    void thisComputerNeedsNone()
    {
        Experiment experiment = m_window->document().experiment();
        experiment.topology.hosts = {localHost(1)};
        m_window->document().reset(experiment);
        m_window->run();
        QCOMPARE(m_window->page(), WindowPage::Run);
        m_window->stop();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(m_window->runPage().phase()), kPatienceMs);
    }

private:
    HostTestPanel& panel() const { return *m_window->findChild<HostTestPanel*>(); }
    QString said() const { return m_window->designPage().problemText(); }
    QColor colorOfBar() const
    {
        return m_window->findChild<QFrame*>(QStringLiteral("problemBar"))->grab().toImage().pixelColor(2, 2);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LocalSshd> m_server;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(FirstRunCheckTest)
#include "first_run_check_test.moc"
