// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window asks for a run's hosts.
#include "app/runs/connection_questions.h"
#include "app/settings/settings.h"
#include "tests/app/private_settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

class ConnectionQuestionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        m_window.show();
    }

    void init() { saveSettings({}); }

    void librariesAreAskedForWithSizeAndTime()
    {
        emit m_controller.librariesMissing(question());
        QDialog* dialog = shown();
        QVERIFY(dialog);
        QString text;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            text += label->text();
        for (const char* part :
             {"gpu-1:22", "cuDNN 9.14.0 (366 MiB), NCCL 2.28.9 (208 MiB)", "574 MiB", "1 min 05 s"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        QVERIFY2(defaultOf(*dialog)->text() == QLatin1String("Do not send"), "Enter must send nothing");
        defaultOf(*dialog)->click();
        QTRY_VERIFY(!shown());
        QVERIFY(loadSettings().libraryHosts.isEmpty());
    }

    void aTimeThatIsNotKnownIsNotSaid()
    {
        LibraryQuestion asked = question();
        asked.seconds = 0;
        emit m_controller.librariesMissing(asked);
        for (const QLabel* label : shown()->findChildren<QLabel*>())
            QVERIFY2(!label->text().contains(QLatin1String("takes")), qPrintable(label->text()));
        shown()->reject();
        QTRY_VERIFY(!shown());
    }

    void theAnswerIsRememberedOnRequestAlone()
    {
        for (const bool remembers : {false, true}) {
            emit m_controller.librariesMissing(question());
            QDialog* dialog = shown();
            QVERIFY(dialog);
            QVERIFY(!dialog->findChild<QCheckBox*>()->isChecked());
            dialog->findChild<QCheckBox*>()->setChecked(remembers);
            dialog->accept();
            QTRY_VERIFY(!shown());
        }
        QCOMPARE(loadSettings().libraryHosts, QStringList{QStringLiteral("gpu-1:22")});
        emit m_controller.librariesMissing(question());
        QVERIFY2(!shown(), "asked again");
        LibraryQuestion other = question();
        other.address = QStringLiteral("gpu-2:22");
        emit m_controller.librariesMissing(other);
        QVERIFY(shown());
        shown()->findChild<QCheckBox*>()->setChecked(true);
        shown()->reject(); // a refusal is not remembered
        QTRY_VERIFY(!shown());
        QCOMPARE(loadSettings().libraryHosts, QStringList{QStringLiteral("gpu-1:22")});
    }

    /// What is promised is said in one line or in two.
    void nothingMovesWhenASecretIsToBeKept()
    {
        emit m_controller.secretNeeded({0, SecretQuestion::Kind::Passphrase, QStringLiteral("anna@gpu-1:22"),
                                        QStringLiteral("/home/anna/.ssh/id_ed25519")});
        QTRY_VERIFY(shown());
        const auto* field = shown()->findChild<QLineEdit*>();
        const QRect before = field->geometry();
        shown()->findChild<QCheckBox*>()->setChecked(true);
        QTest::qWait(50);
        QCOMPARE(field->geometry(), before);
        shown()->reject();
        QTRY_VERIFY(!shown());
    }

    void oneQuestionComesAfterTheOther()
    {
        emit m_controller.hostKeyUnknown(
            {0, QStringLiteral("gpu-1:22"), QStringLiteral("ssh-ed25519"), QStringLiteral("SHA256:x")});
        emit m_controller.librariesMissing(question());
        QCOMPARE(shown()->windowTitle(), QStringLiteral("Unknown host key"));
        shown()->reject();
        QTRY_VERIFY(shown() && shown()->windowTitle() == QLatin1String("Libraries for GPUs"));
        shown()->reject();
        QTRY_VERIFY(!shown());
    }

private:
    static LibraryQuestion question()
    {
        return {0, QStringLiteral("gpu-1:22"), "cuDNN 9.14.0 (366 MiB), NCCL 2.28.9 (208 MiB)", 602'000'000,
                64.2};
    }

    QDialog* shown() const
    {
        for (QDialog* dialog : m_window.findChildren<QDialog*>(QStringLiteral("connectionQuestion"))) {
            if (dialog->isVisible())
                return dialog;
        }
        return nullptr;
    }

    static QPushButton* defaultOf(const QDialog& dialog)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->isDefault())
                return button;
        }
        return nullptr;
    }

    QTemporaryDir m_folder;
    QWidget m_window;
    RunController m_controller{RemoteOptions()};
    ConnectionQuestions m_questions{m_controller, &m_window};
};

QTEST_MAIN(ConnectionQuestionsTest)
#include "connection_questions_test.moc"
