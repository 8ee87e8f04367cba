// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/error_text.h"
#include "app/settings/language.h"
#include "app/settings/settings.h"
#include "app/settings/settings_dialog.h"
#include "tests/app/private_settings.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
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
        const Settings settings{QStringLiteral("zh_CN"), ThemeChoice::Light, QStringLiteral("/data/runs"), RateUnit::Bytes};
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
        QCOMPARE(errorText({}), QString());
        QCOMPARE(errorText({"never seen %1", {"%2", "there"}, {}}), QStringLiteral("never seen %2"));
        QCOMPARE(SettingsDialog({}).windowTitle(), QStringLiteral("设置"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
