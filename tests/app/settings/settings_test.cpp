// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/own_window.h"
#include "app/settings/remembered.h"
#include "app/settings/settings.h"
#include "app/settings/settings_dialog.h"
#include "app/text/error_text.h"
#include "app/text/language.h"
#include "tests/app/private_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QLocale>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void theFirstStartNeedsNone() { QCOMPARE(loadSettings(), Settings()); }

    void settingsAreKept()
    {
        const Settings settings{QStringLiteral("zh_CN"),
                                ThemeChoice::Light,
                                QStringLiteral("/data/runs"),
                                RateUnit::Bytes,
                                {QStringLiteral("gpu-1:22"), QStringLiteral("gpu-2:2222")},
                                {QStringLiteral("anna@gpu-1:22")},
                                false};
        saveSettings(settings);
        QCOMPARE(loadSettings(), settings);
    }

    void theDialogAsksForThem()
    {
        const Settings before{QStringLiteral("en"), ThemeChoice::Light, m_folder.path(), RateUnit::Bits};
        SettingsDialog dialog(before);
        QCOMPARE(dialog.settings(), before);
        const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
        boxes[0]->setCurrentIndex(boxes[0]->findData(QStringLiteral("zh_CN")));
        boxes[1]->setCurrentIndex(1);
        boxes[2]->setCurrentIndex(1);
        QCOMPARE(dialog.settings(),
                 (Settings{QStringLiteral("zh_CN"), ThemeChoice::Dark, m_folder.path(), RateUnit::Bytes}));
    }

    void noticesMayBeSwitchedOff()
    {
        QVERIFY(Settings().notifies);
        SettingsDialog dialog({});
        auto* box = dialog.findChild<QCheckBox*>();
        QVERIFY(box->isChecked());
        box->click();
        QVERIFY(!dialog.settings().notifies);
    }

    void hostsForLibrariesMayBeTakenBack()
    {
        Settings before;
        before.libraryHosts = {QStringLiteral("gpu-1:22"), QStringLiteral("gpu-2:22")};
        SettingsDialog dialog(before);
        QCOMPARE(dialog.settings(), before);
        auto* hosts = dialog.findChild<QLineEdit*>(QStringLiteral("libraryHosts"));
        hosts->setText(QStringLiteral(" gpu-2:22 , ,"));
        QCOMPARE(dialog.settings().libraryHosts, QStringList{QStringLiteral("gpu-2:22")});
        hosts->clear();
        QVERIFY(dialog.settings().libraryHosts.isEmpty());
    }

    void keptSecretsMayBeForgotten()
    {
        Settings before;
        before.keptSecrets = {QStringLiteral("anna@gpu-1:22"), QStringLiteral("/home/anna/.ssh/id_lab")};
        saveSettings(before);
        QCOMPARE(loadSettings(), before);
        SettingsDialog dialog(before);
        QCOMPARE(dialog.settings(), before);
        dialog.findChild<QLineEdit*>(QStringLiteral("keptSecrets"))->setText(before.keptSecrets.constLast());
        QCOMPARE(dialog.settings().keptSecrets, QStringList{before.keptSecrets.constLast()});
        saveSettings({});
    }

    void everyFieldHasAToolTip()
    {
        SettingsDialog dialog({});
        for (const QWidget* field : dialog.findChildren<QWidget*>()) {
            const bool isField = qobject_cast<const QComboBox*>(field) ||
                                 qobject_cast<const QLineEdit*>(field) ||
                                 qobject_cast<const QCheckBox*>(field) ||
                                 (qobject_cast<const QPushButton*>(field) &&
                                  !qobject_cast<const QDialogButtonBox*>(field->parentWidget()));
            QVERIFY2(!isField || !field->toolTip().isEmpty(), field->metaObject()->className());
        }
        QVERIFY(dialog.findChildren<QComboBox*>().size() == 3);
    }

    void applyTellsOnceAndStays()
    {
        SettingsDialog dialog({});
        dialog.open();
        auto* box = dialog.findChild<QDialogButtonBox*>();
        QPushButton* apply = box->button(QDialogButtonBox::Apply);
        QSignalSpy applied(&dialog, &SettingsDialog::applied);
        QVERIFY(!apply->isEnabled()); // nothing is another yet
        dialog.findChildren<QComboBox*>()[1]->setCurrentIndex(2);
        QVERIFY(apply->isEnabled());
        apply->click();
        QCOMPARE(applied.count(), 1);
        QCOMPARE(applied[0][0].value<Settings>().theme, ThemeChoice::Light);
        QVERIFY(dialog.isVisible() && !apply->isEnabled());
        box->button(QDialogButtonBox::Ok)->click();
        QCOMPARE(applied.count(), 1); // it was applied already
        QVERIFY(!dialog.isVisible());
    }

    void cancelChangesNothing()
    {
        SettingsDialog dialog({});
        dialog.open();
        QSignalSpy applied(&dialog, &SettingsDialog::applied);
        dialog.findChildren<QComboBox*>()[1]->setCurrentIndex(2);
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel)->click();
        QVERIFY(!dialog.isVisible());
        QCOMPARE(applied.count(), 0);
    }

    void theDefaultsAreThoseOfAFirstStart()
    {
        const Settings chosen{QStringLiteral("zh_CN"), ThemeChoice::Light, m_folder.path(), RateUnit::Bytes};
        SettingsDialog dialog(chosen);
        QSignalSpy applied(&dialog, &SettingsDialog::applied);
        auto* box = dialog.findChild<QDialogButtonBox*>();
        box->button(QDialogButtonBox::RestoreDefaults)->click();
        QCOMPARE(dialog.settings(), Settings());
        QCOMPARE(applied.count(), 0);
        box->button(QDialogButtonBox::Ok)->click();
        QCOMPARE(applied.count(), 1);
        QCOMPARE(applied[0][0].value<Settings>(), Settings());
    }

    void sizesAreRemembered()
    {
        QList<int> left;
        for (const bool isFirst : {true, false}) {
            QSplitter splitter;
            for (int i = 0; i < 3; ++i)
                splitter.addWidget(new QWidget);
            splitter.resize(900, 100);
            splitter.setSizes({100, 700, 100});
            rememberSizes(splitter, QStringLiteral("test"));
            splitter.show();
            if (isFirst) {
                splitter.handle(1)->setFocus();
                QTest::mousePress(splitter.handle(1), Qt::LeftButton, {}, {2, 50});
                QTest::mouseMove(splitter.handle(1), {122, 50});
                QTest::mouseRelease(splitter.handle(1), Qt::LeftButton, {}, {122, 50});
                left = splitter.sizes();
                QVERIFY(left[0] > 180);
            }
            QCOMPARE(splitter.sizes(), left);
        }
    }

    void aWindowOfItsOwnFitsAndCloses()
    {
        auto* window = new QWidget;
        const QPointer<QWidget> watched = window;
        const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
        standAlone(*window, room.size() * 2);
        QVERIFY(room.contains(window->geometry()));
        QVERIFY(window->height() < room.height()); // its title is to be seen, too
        window->show();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTest::keySequence(window, QKeySequence::Close);
        QTRY_VERIFY(!watched);
    }

    /// The screen of these tests is smaller than the window was on another.
    void aLargeLayoutFitsASmallScreen()
    {
        const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
        QMainWindow main;
        QWidget window;
        for (QWidget* each : {static_cast<QWidget*>(&main), &window}) {
            each->setGeometry(room.right() - 50, room.bottom() - 20, room.width() * 2, room.height() * 3);
            fitScreen(*each);
            QVERIFY2(room.contains(each->geometry()), qPrintable(QDebug::toString(each->geometry())));
        }
        QCOMPARE(main.size(), room.size());
        QCOMPARE(window.width(), room.width());
        QVERIFY(window.y() > room.y() && window.height() < room.height()); // its title is to be seen, too
        window.setGeometry(room.right() - 50, room.top() + 70, 300, 200);
        fitScreen(window);
        QCOMPARE(window.geometry(), QRect(room.right() - 299, room.top() + 70, 300, 200));
        QSplitter splitter;
        for (int i = 0; i < 3; ++i)
            splitter.addWidget(new QWidget);
        splitter.resize(1000, 100);
        splitter.setSizes({400, 90, 500});
        splitter.show();
        keepMiddleWide(splitter);
        const QList<int> sizes = splitter.sizes();
        QVERIFY(sizes[1] >= 490 && sizes[0] > 150 && sizes[2] > 200);
        splitter.setSizes({200, 500, 290});
        const QList<int> before = splitter.sizes();
        keepMiddleWide(splitter);
        QCOMPARE(splitter.sizes(), before);
    }

    /// Nobody tells here: the program looks as it was drawn.
    void theSystemsThemeIsDarkWhereNobodyTells()
    {
        qunsetenv("XDG_CURRENT_DESKTOP");
        QCOMPARE(themeOf(ThemeChoice::System), ThemeKind::Dark);
        QCOMPARE(themeOf(ThemeChoice::Light), ThemeKind::Light);
    }

    void aFolderThatCannotHoldRunsIsRefused()
    {
        QFile file(m_folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        SettingsDialog dialog({});
        auto* folder = dialog.findChild<QLineEdit*>();
        const auto* accept = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        for (const QString& wrong : {QStringLiteral("relative/runs"), file.fileName()}) {
            folder->setText(wrong);
            QVERIFY2(!accept->isEnabled(), qPrintable(wrong));
        }
        for (const QString& right :
             {QString(), m_folder.path(), m_folder.filePath(QStringLiteral("to-be-made"))}) {
            folder->setText(right);
            QVERIFY2(accept->isEnabled(), qPrintable(right));
        }
    }

    void theLanguageIsOneThatWeSpeak()
    {
        QCOMPARE(chosenLanguage(QStringLiteral("zh_CN")), QStringLiteral("zh_CN"));
        QCOMPARE(chosenLanguage(QStringLiteral("zh")), QStringLiteral("zh_CN"));
        QCOMPARE(chosenLanguage(QStringLiteral("en_GB")), QStringLiteral("en"));
        const QString other = chosenLanguage(QStringLiteral("tlh"));
        QVERIFY(other == QStringLiteral("en") || other == QStringLiteral("zh_CN"));
    }

    void errorsAreSaidInTheLanguage()
    {
        const Error error{"There is no file %1.", {"x.json"}, "data.path"};
        QCOMPARE(errorText(error), QStringLiteral("There is no file x.json."));
        QCOMPARE(errorMessage(error), QStringLiteral("data.path: There is no file x.json."));
        installLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN"));
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        QCOMPARE(errorText(error), QStringLiteral("没有文件 x.json。"));
        QCOMPARE(errorSentence({"found %1, expected one of: %2.", {"a", "b"}, {}}).isEmpty(), false);
        QCOMPARE(errorSentence({"%1 is away.", {"cpu-3"}, {}}), QStringLiteral("cpu-3 is away."));
        QCOMPARE(errorSentence({"%1 is away.", {Sentence("rank %1", {"2"})}, {}}),
                 QStringLiteral("Rank 2 is away."));
        // Its translation begins with the name: "gpu-1" became "Gpu-1", "slots" became "Slots".
        QCOMPARE(
            errorSentence({"No device of %1 is chosen, so nothing trains there. Choose a device, or delete "
                           "the host.",
                           {"gpu-1"},
                           {}}),
            QStringLiteral("gpu-1 没有选设备，那里不会训练。请选一个设备，或删除这台主机。"));
        QVERIFY(errorSentence({"Found slots=%1, expected a whole number from 1 to %2.", {"x", "8"}, {}})
                    .startsWith(QStringLiteral("slots=x ")));
        // Between Chinese words there is no space, between those and a Latin name there is one.
        const auto reached = [](const Sentence& host) {
            return errorText(
                {"Cannot connect to %1: %2. Check the address and the port, and that the host is on and "
                 "runs an SSH server.",
                 {host, "Connection refused"},
                 {}});
        };
        QVERIFY2(reached("the host").startsWith(QStringLiteral("无法连接到该主机：连接被拒绝")),
                 qPrintable(reached("the host")));
        QVERIFY(reached("gpu-1:22").startsWith(QStringLiteral("无法连接到 gpu-1:22：")));
        QCOMPARE(errorText({}), QString());
        QCOMPARE(errorText({"never seen %1", {"%2", "there"}, {}}), QStringLiteral("never seen %2"));
        QCOMPARE(SettingsDialog({}).windowTitle(), QStringLiteral("设置"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
