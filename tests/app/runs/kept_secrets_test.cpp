// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Secrets in a real keyring, GNOME's, on a session bus of the test's own. secret-tool, which is not ours,
// tells what lies in it.
#include "app/runs/connection_questions.h"
#include "app/settings/kept_secrets.h"
#include "app/settings/settings.h"
#include "tests/app/desktop/private_bus.h"
#include "tests/app/private_settings.h"

#include <QCheckBox>
#include <QDialog>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>

using namespace lockstep;

namespace {

const QByteArray kSecret = "open sesame 7f3a";

SecretQuestion password(bool retry = false)
{
    return {0, SecretQuestion::Kind::Password, QStringLiteral("anna@gpu-1:22"), {}, retry};
}

/// What the keyring gives another program; QtKeychain writes bytes in base 64.
QByteArray lookedUp(const QString& name)
{
    QProcess tool;
    tool.start(QStringLiteral("secret-tool"), {QStringLiteral("lookup"), QStringLiteral("server"),
                                               QStringLiteral("lockstep"), QStringLiteral("user"), name});
    return tool.waitForFinished(10'000) ? QByteArray::fromBase64(tool.readAllStandardOutput())
                                        : "(no answer)";
}

} // namespace

class KeptSecretsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        for (const char* variable : {"XDG_DATA_HOME", "XDG_RUNTIME_DIR", "HOME"})
            qputenv(variable, QFile::encodeName(m_folder.path()));
        m_window.show();
    }
    void init() { saveSettings({}); }
    void cleanupTestCase()
    {
        ::kill(pid_t(m_keyring->processId()), SIGCONT); // a test that failed may have left it stopped
        m_keyring->terminate();
        m_keyring->waitForFinished(5000);
    }
    /// The first, for what has once spoken on a bus ends with it. As on a server, or in a bare window
    /// manager: said, and nothing is written in its stead.
    void withoutAKeyringNothingIsWritten()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        emit m_controller.secretNeeded(password());
        QTRY_VERIFY(shown());
        shown()->findChild<QLineEdit*>()->setText(QString::fromUtf8(kSecret));
        shown()->findChild<QCheckBox*>()->setChecked(true);
        accept();
        QTRY_VERIFY_WITH_TIMEOUT(m_window.findChild<QMessageBox*>(), 20'000);
        m_window.findChild<QMessageBox*>()->accept();
        QVERIFY(loadSettings().keptSecrets.isEmpty());
        QCOMPARE(filesWithSecret(), QStringList());
    }

    void whatIsKeptIsFound()
    {
        startKeyring();
        KeptSecrets kept;
        kept.keep(password(), kSecret);
        QTRY_COMPARE_WITH_TIMEOUT(loadSettings().keptSecrets, QStringList{QStringLiteral("anna@gpu-1:22")},
                                  20'000); // a keyring that has just begun takes its time
        QCOMPARE(lookedUp(QStringLiteral("anna@gpu-1:22")), kSecret);
        QCOMPARE(found(kept, password()), kSecret);
        SecretQuestion other = password();
        other.address = QStringLiteral("otto@gpu-1:22");
        QCOMPARE(found(kept, other), QByteArray());
        QCOMPARE(filesWithSecret(), QStringList());
    }

    void whatWasRefusedIsForgotten()
    {
        startKeyring();
        KeptSecrets kept;
        kept.keep(password(), kSecret);
        QTRY_VERIFY(!loadSettings().keptSecrets.isEmpty());
        QCOMPARE(found(kept, password(true)), QByteArray());
        QVERIFY(loadSettings().keptSecrets.isEmpty());
        QTRY_COMPARE(lookedUp(QStringLiteral("anna@gpu-1:22")), QByteArray());
    }

    void whatIsTakenOutOfTheListIsForgotten()
    {
        startKeyring();
        KeptSecrets kept;
        kept.keep(password(), kSecret);
        QTRY_VERIFY(!loadSettings().keptSecrets.isEmpty());
        kept.forget(loadSettings().keptSecrets, {});
        QTRY_COMPARE(lookedUp(QStringLiteral("anna@gpu-1:22")), QByteArray());
    }

    void codesAreNotKept()
    {
        SecretQuestion code = password();
        code.kind = SecretQuestion::Kind::Interactive;
        QVERIFY(!KeptSecrets::isLasting(code));
        emit m_controller.secretNeeded(code);
        QVERIFY(shown() && !shown()->findChild<QCheckBox*>()->isVisible());
        shown()->reject();
        QTRY_VERIFY(!shown());
    }

    void aPersonIsAskedOnlyOnce()
    {
        startKeyring();
        for (const bool keeps : {false, true}) {
            emit m_controller.secretNeeded(password());
            QTRY_VERIFY(shown());
            QVERIFY(!shown()->findChild<QCheckBox*>()->isChecked());
            shown()->findChild<QLineEdit*>()->setText(QString::fromUtf8(kSecret));
            shown()->findChild<QCheckBox*>()->setChecked(keeps);
            accept();
        }
        QTRY_VERIFY(!loadSettings().keptSecrets.isEmpty());
        emit m_controller.secretNeeded(password());
        QTest::qWait(300);
        QVERIFY2(!shown(), "asked again");
        emit m_controller.secretNeeded(password(true));
        QTRY_VERIFY2(shown(), "the kept answer was refused");
        shown()->reject();
        QTRY_VERIFY(!shown());
        QCOMPARE(filesWithSecret(), QStringList());
    }

    /// It may wait to be unlocked, or hang: the person can type the answer meanwhile, the window goes on, and
    /// what comes after all is taken.
    void aKeyringThatTakesItsTimeHoldsUpNobody()
    {
        startKeyring();
        KeptSecrets kept;
        kept.keep(password(), kSecret);
        QTRY_VERIFY(!loadSettings().keptSecrets.isEmpty());
        for (const bool answersAtLast : {false, true}) {
            QCOMPARE(::kill(pid_t(m_keyring->processId()), SIGSTOP), 0);
            emit m_controller.secretNeeded(password());
            const int longest = longestTurnUntil([this] { return shown() != nullptr; });
            QVERIFY2(shown(), "nobody is asked");
            QVERIFY2(longest < 200,
                     qPrintable(QStringLiteral("the window stood still for %1 ms").arg(longest)));
            QVERIFY(sentences().contains(QStringLiteral("may be waiting to be unlocked")));
            shown()->findChild<QLineEdit*>()->setText(QStringLiteral("typed"));
            if (answersAtLast) {
                QCOMPARE(::kill(pid_t(m_keyring->processId()), SIGCONT), 0);
                QTRY_VERIFY2(!shown(), "it goes on asking what it knows");
            } else {
                accept();
                QCOMPARE(::kill(pid_t(m_keyring->processId()), SIGCONT), 0);
                QTest::qWait(500); // the answer comes now, and is of the past
                QVERIFY(!shown());
            }
        }
        QCOMPARE(filesWithSecret(), QStringList());
    }

    /// The last, for nobody here knows its password again. Its prompt has no screen to come up on: the person
    /// types the answer, which is used and lies nowhere.
    void aLockedKeyringHoldsUpNobody()
    {
        startKeyring();
        KeptSecrets kept;
        kept.keep(password(), kSecret);
        QTRY_VERIFY(!loadSettings().keptSecrets.isEmpty());
        lock();
        QVERIFY(!m_window.findChild<QMessageBox*>());
        QVERIFY2(lookedUp(QStringLiteral("anna@gpu-1:22")).isEmpty(), "another program finds it locked, too");
        emit m_controller.secretNeeded(password());
        const int longest = longestTurnUntil([this] { return shown() != nullptr; });
        QVERIFY2(shown(), "nobody is asked");
        QVERIFY2(longest < 200, qPrintable(QStringLiteral("the window stood still for %1 ms").arg(longest)));
        shown()->findChild<QLineEdit*>()->setText(QString::fromUtf8(kSecret));
        shown()->findChild<QCheckBox*>()->setChecked(true);
        accept();
        QTRY_VERIFY2_WITH_TIMEOUT(m_window.findChild<QMessageBox*>(), "that it was not kept is not said",
                                  20'000);
        m_window.findChild<QMessageBox*>()->accept();
        QVERIFY(!shown());
        QCOMPARE(filesWithSecret(), QStringList());
    }

private:
    static void lock()
    {
        QProcess tool;
        tool.start(QStringLiteral("dbus-send"),
                   {QStringLiteral("--session"), QStringLiteral("--print-reply"),
                    QStringLiteral("--dest=org.freedesktop.secrets"),
                    QStringLiteral("/org/freedesktop/secrets"),
                    QStringLiteral("org.freedesktop.Secret.Service.Lock"),
                    QStringLiteral("array:objpath:/org/freedesktop/secrets/collection/login")});
        QVERIFY(tool.waitForFinished(10'000));
        QCOMPARE(tool.exitCode(), 0);
    }

    /// In ms, between two looks at a condition, until it holds or ten seconds have passed.
    static int longestTurnUntil(const std::function<bool()>& condition)
    {
        QElapsedTimer all, turn;
        all.start();
        qint64 longest = 0;
        while (!condition() && all.elapsed() < 10'000) {
            turn.start();
            QTest::qWait(10);
            longest = std::max(longest, turn.elapsed());
        }
        return int(longest);
    }

    QString sentences() const
    {
        QString all;
        for (const QLabel* label : shown()->findChildren<QLabel*>())
            all += label->text();
        return all;
    }

    void startKeyring()
    {
        if (m_bus)
            return;
        m_bus = std::make_unique<PrivateBus>(m_folder.path());
        QVERIFY(m_bus->isRunning());
        m_keyring = std::make_unique<QProcess>();
        m_keyring->start(QStringLiteral("gnome-keyring-daemon"),
                         {QStringLiteral("--foreground"), QStringLiteral("--unlock"),
                          QStringLiteral("--components=secrets")});
        QVERIFY(m_keyring->waitForStarted());
        m_keyring->write("password of the keyring");
        m_keyring->closeWriteChannel();
        QTRY_COMPARE_WITH_TIMEOUT(lookedUp(QStringLiteral("nobody")), QByteArray(), 20'000);
    }

    static QByteArray found(KeptSecrets& kept, const SecretQuestion& question)
    {
        std::optional<QByteArray> answer;
        kept.find(question, [&answer](const QByteArray& secret) { answer = QByteArray(secret).append(""); });
        [[maybe_unused]] const bool came = QTest::qWaitFor([&answer] { return answer.has_value(); }, 20'000);
        return answer.value_or("(no answer)");
    }

    /// Files of ours, of the settings and of the keyring, that hold it in clear.
    QStringList filesWithSecret() const
    {
        QStringList holding;
        for (QDirIterator files(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             files.hasNext();) {
            QFile file(files.next());
            const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : kSecret;
            if (bytes.contains(kSecret) || bytes.contains(kSecret.toBase64()))
                holding << file.fileName();
        }
        return holding;
    }

    QDialog* shown() const
    {
        for (QDialog* dialog : m_window.findChildren<QDialog*>(QStringLiteral("connectionQuestion"))) {
            if (dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }
    void accept() const
    {
        shown()->accept();
        QTRY_VERIFY(!shown());
    }

    QTemporaryDir m_folder;
    QWidget m_window;
    std::unique_ptr<PrivateBus> m_bus;
    std::unique_ptr<QProcess> m_keyring;
    RunController m_controller{RemoteOptions()};
    ConnectionQuestions m_questions{m_controller, &m_window};
};

QTEST_MAIN(KeptSecretsTest)
#include "kept_secrets_test.moc"
