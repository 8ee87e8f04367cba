// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The desktop's colours are followed: a session bus of the test's own, with a portal on it.
#include "app/theme/system_theme.h"
#include "tests/app/desktop/private_bus.h"
#include "tests/app/private_settings.h"

#include <QDBusConnection>
#include <QDBusError>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

/// As xdg-desktop-portal answers.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint scheme = 0;
    int questions = 0;

public slots:
    QDBusVariant Read(const QString& group, const QString& key)
    {
        ++questions;
        const bool isKnown =
            group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(
            QVariant::fromValue(QDBusVariant(isKnown ? QVariant(scheme) : QVariant(QString()))));
    }
};

class SystemThemeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        qunsetenv("XDG_CURRENT_DESKTOP");
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qunsetenv("XDG_RUNTIME_DIR");
    }

    void init() { setSystemTheme({}); }
    void cleanup()
    {
        QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
        m_portal.reset();
        m_bus.reset();
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }

    void itIsFollowedWhileTheProgramRuns()
    {
        startBus();
        startPortal(2);
        SystemTheme theme;
        QSignalSpy changed(&theme, &SystemTheme::changed);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(systemTheme(), ThemeKind::Light);
        QTest::qWait(300); // it is a person who changes it
        for (const auto& [scheme, kind] : {std::pair(1u, ThemeKind::Dark), std::pair(2u, ThemeKind::Light)}) {
            tell(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"), scheme);
            QTRY_COMPARE(systemTheme(), kind);
        }
        QCOMPARE(changed.count(), 3);
        tell(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("contrast"), 1);
        tell(QStringLiteral("org.gnome.desktop.interface"), QStringLiteral("color-scheme"), 1);
        tell(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"),
             0); // no preference
        QTRY_COMPARE(systemTheme(), ThemeKind::Dark);
        QCOMPARE(changed.count(), 4);
    }

    /// The next start begins in the right colours, before anybody was asked.
    void theAnswerIsKept()
    {
        startBus();
        startPortal(2);
        {
            SystemTheme theme;
            QTRY_COMPARE(systemTheme(), ThemeKind::Light);
        }
        QCOMPARE(systemTheme(), ThemeKind::Light);
    }

    void aBusWithoutAPortalTellsNothing()
    {
        startBus();
        SystemTheme theme;
        QSignalSpy changed(&theme, &SystemTheme::changed);
        QTest::qWait(300);
        QCOMPARE(changed.count(), 0);
        // It may come later.
        startPortal(2);
        tell(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"), 2);
        QTRY_COMPARE(systemTheme(), ThemeKind::Light);
    }

    void withoutABusNothingIsStarted()
    {
        SystemTheme theme;
        QSignalSpy changed(&theme, &SystemTheme::changed);
        QTest::qWait(50);
        QCOMPARE(changed.count(), 0);
        QVERIFY(theme.thread()->isRunning());
        QCOMPARE(systemTheme(), ThemeKind::Dark);
    }

    /// One that takes connections and never answers.
    void aBusThatHangsHoldsNothingUp()
    {
        auto silent = std::make_unique<QLocalServer>();
        const QString path = m_folder.filePath(QStringLiteral("silent"));
        QVERIFY(silent->listen(path));
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + QFile::encodeName(path));
        const qsizetype threads = threadsOfThisProgram();
        QElapsedTimer clock;
        clock.start();
        {
            SystemTheme theme;
            QVERIFY(clock.elapsed() < 200);
            QTRY_VERIFY(silent->hasPendingConnections()); // it does ask
            clock.restart();
            QTest::qWait(100);
            QVERIFY(clock.elapsed() < 600);
            clock.restart();
        }
        QVERIFY(clock.elapsed() < 3000);
        silent.reset(); // which ends the waiting, and with it the thread
        QTRY_COMPARE_WITH_TIMEOUT(threadsOfThisProgram(), threads, 40000);
        QTest::qWait(1);
    }

private:
    static qsizetype threadsOfThisProgram()
    {
        return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
    }
    void startBus()
    {
        m_bus = std::make_unique<PrivateBus>(m_folder.path());
        QVERIFY2(m_bus->isRunning(), "needs dbus-daemon");
    }

    void startPortal(uint scheme)
    {
        m_portal = std::make_unique<FakePortal>();
        m_portal->scheme = scheme;
        QDBusConnection bus = connection();
        QVERIFY2(bus.isConnected(), qPrintable(bus.lastError().message()));
        QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), m_portal.get(),
                                   QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    }

    static QDBusConnection connection()
    {
        return QDBusConnection::connectToBus(qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"),
                                             QStringLiteral("portal"));
    }

    void tell(const QString& group, const QString& key, uint value)
    {
        QDBusMessage signal = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                         QStringLiteral("org.freedesktop.portal.Settings"),
                                                         QStringLiteral("SettingChanged"));
        signal << group << key << QVariant::fromValue(QDBusVariant(value));
        QVERIFY(connection().send(signal));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<PrivateBus> m_bus;
    std::unique_ptr<FakePortal> m_portal;
};

QTEST_MAIN(SystemThemeTest)
#include "system_theme_test.moc"
