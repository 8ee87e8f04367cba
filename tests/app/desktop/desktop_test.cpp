// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the program tells the desktop, over a session bus of the test's own.
#include "app/desktop/desktop.h"
#include "tests/app/desktop/fake_desktop.h"
#include "tests/app/desktop/private_bus.h"

#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QLocalServer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

class DesktopTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QGuiApplication::setDesktopFileName(QStringLiteral("org.lockstep.Lockstep"));
        qunsetenv("XDG_RUNTIME_DIR");
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }

    void aNoticeIsShownAndAClickOnItComesBack()
    {
        const PrivateBus bus(m_folder.path());
        QVERIFY2(bus.isRunning(), "needs dbus-daemon");
        FakeDesktop shown({QStringLiteral("actions"), QStringLiteral("body")});
        Desktop desktop;
        QSignalSpy opened(&desktop, &Desktop::opened);
        desktop.notify({QStringLiteral("/runs/a"), QStringLiteral("digits has finished"),
                        QStringLiteral("best 97.9 % < all & sundry"), false});
        desktop.notify({QStringLiteral("/runs/b"), QStringLiteral("digits has failed"), QString(), true});
        QTRY_COMPARE(shown.notices().size(), 2);
        const FakeDesktop::Shown& first = shown.notices()[0];
        QCOMPARE(first.title, QStringLiteral("digits has finished"));
        QCOMPARE(first.text, QStringLiteral("best 97.9 % < all & sundry"));
        QCOMPARE(first.actions.value(0), QStringLiteral("default"));
        QCOMPARE(first.hints.value(QStringLiteral("desktop-entry")).toString(),
                 QStringLiteral("org.lockstep.Lockstep"));
        QCOMPARE(first.hints.value(QStringLiteral("urgency")).toInt(), 1);
        QCOMPARE(shown.notices()[1].hints.value(QStringLiteral("urgency")).toInt(), 2);
        // The service's answer, by which a notice is known, is on the way before the click.
        shown.click(2, QStringLiteral("token"));
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened[0], (QVariantList{QStringLiteral("/runs/b"), QStringLiteral("token")}));
        shown.click(2, {});  // it is closed
        shown.click(77, {}); // of another program
        shown.click(1, {});
        QTRY_COMPARE(opened.count(), 2);
        QCOMPARE(opened[1], (QVariantList{QStringLiteral("/runs/a"), QString()}));
    }

    void aServiceGetsWhatItCanShow()
    {
        const PrivateBus bus(m_folder.path());
        FakeDesktop shown({QStringLiteral("body"), QStringLiteral("body-markup")});
        Desktop desktop;
        desktop.notify({{}, QStringLiteral("a"), QStringLiteral("<b>1 & 2"), false});
        QTRY_COMPARE(shown.notices().size(), 1);
        QCOMPARE(shown.notices()[0].text, QStringLiteral("&lt;b&gt;1 &amp; 2"));
        QVERIFY(shown.notices()[0].actions.isEmpty());
    }

    void progressIsOnTheIconAndGoesWithTheProgram()
    {
        const PrivateBus bus(m_folder.path());
        const FakeDesktop shown({});
        auto desktop = std::make_unique<Desktop>();
        desktop->setProgress(0.25);
        desktop->setProgress(0.25);
        desktop->setProgress(0.5);
        desktop->setProgress(std::nullopt);
        desktop->setProgress(0.75);
        desktop.reset();
        QTRY_COMPARE(shown.progress(), (QVector<double>{0.25, 0.5, -1, 0.75, -1}));
    }

    /// Neither a service nor a tray: it is let be.
    void withoutAnybodyWhoShowsItNothingHappens()
    {
        const PrivateBus bus(m_folder.path());
        Desktop desktop;
        QSignalSpy opened(&desktop, &Desktop::opened);
        desktop.notify({{}, QStringLiteral("a"), QStringLiteral("b"), false});
        // Who comes later is told of what comes later.
        const FakeDesktop shown({});
        desktop.notify({{}, QStringLiteral("c"), QStringLiteral("d"), false});
        QTRY_VERIFY(!shown.notices().isEmpty());
        QTRY_COMPARE(shown.notices().last().title, QStringLiteral("c"));
        QCOMPARE(opened.count(), 0);
    }

    void withoutABusNothingHappens()
    {
        Desktop desktop;
        desktop.notify({{}, QStringLiteral("a"), QStringLiteral("b"), false});
        desktop.setProgress(0.5);
    }

    /// One that takes connections and never answers.
    void aBusThatHangsHoldsNothingUp()
    {
        QLocalServer silent;
        const QString path = m_folder.filePath(QStringLiteral("silent"));
        QVERIFY(silent.listen(path));
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + QFile::encodeName(path));
        QElapsedTimer clock;
        clock.start();
        {
            Desktop desktop;
            desktop.notify({{}, QStringLiteral("a"), QStringLiteral("b"), false});
            QVERIFY(clock.elapsed() < 500);
            QTRY_VERIFY(silent.hasPendingConnections());
            clock.restart();
        }
        QVERIFY(clock.elapsed() < 5000);
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(DesktopTest)
#include "desktop_test.moc"
