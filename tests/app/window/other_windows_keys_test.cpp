// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dialogs and windows beside the main one without a mouse or without eyes: Tab reaches everything as
// people read, it is seen where the keyboard is, everything says what it is, Return has a default that harms
// nothing, and Escape closes.
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/private_settings.h"
#include "tests/app/window/key_walk.h"
#include "tests/app/window/other_windows.h"
#include "tests/app/window/shown_window.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

namespace {

const QPushButton* defaultOf(const QWidget& dialog)
{
    for (const QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->isDefault() && button->isVisible())
            return button;
    }
    return nullptr;
}

bool isRefusal(const QPushButton& button)
{
    const auto* box = qobject_cast<const QDialogButtonBox*>(button.parentWidget());
    return box && box->buttonRole(const_cast<QPushButton*>(&button)) == QDialogButtonBox::RejectRole;
}

/// More can be done with it than to close it.
bool asks(const QWidget& dialog)
{
    const auto* box = dialog.findChild<const QDialogButtonBox*>();
    const bool isOver = box && box->buttons().size() == 1;
    return box && !isOver;
}

} // namespace

class OtherWindowsKeysTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        m_windows = std::make_unique<OtherWindows>(m_folder);
        QVERIFY(m_windows->ok());
    }

    void nothingNeedsAMouseOrEyes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::newRow("light, English") << QStringLiteral("en") << false;
        QTest::newRow("dark, Chinese") << QStringLiteral("zh_CN") << true;
    }
    void nothingNeedsAMouseOrEyes()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        m_faults.clear();
        installLanguage(*qApp, language);
        applyTheme(*qApp, dark ? ThemeKind::Dark : ThemeKind::Light);
        const std::unique_ptr<MainWindow> main = shownWindow(m_folder, QSize(1280, 800));
        QVERIFY(main);
        m_windows->visit(*main, [this](QWidget& window, const QString& name) { check(window, name); });
        for (const QString& fault : m_faults)
            qWarning().noquote() << fault; // together they are too long for one message
        QVERIFY(m_faults.isEmpty());
    }

private:
    void say(const QString& name, const QStringList& faults)
    {
        for (const QString& fault : faults)
            m_faults.append(name + QStringLiteral(": ") + fault);
    }

    void check(QWidget& window, const QString& name)
    {
        window.activateWindow();
        QVERIFY2(QTest::qWaitForWindowActive(&window), qPrintable(name));
        QTest::qWait(20);
        if (qobject_cast<QDialog*>(&window))
            checkDefault(window, name);
        say(name, namelessControls(window));
        if (name != QLatin1String("host-tests")) // on the canvas beside them Tab goes from host to host
            say(name, keyWalkFaults(window));
        if (window.windowTitle().isEmpty())
            say(name, {QStringLiteral("it has no title")});
        checkEscape(window, name);
    }

    void checkDefault(const QWidget& dialog, const QString& name)
    {
        const QPushButton* button = defaultOf(dialog);
        if (!button && !asks(dialog))
            return; // Return is for the fields
        if (!button)
            return say(name, {QStringLiteral("Return presses nothing")});
        if ((name.startsWith(QLatin1String("delete")) || name == QLatin1String("host-key")) &&
            !isRefusal(*button))
            say(name, {QStringLiteral("Return presses ") + button->text()});
    }

    /// A window that is no dialog is closed by the platform's keys for closing, as it is not a question.
    void checkEscape(QWidget& window, const QString& name)
    {
        const bool isDialog = qobject_cast<QDialog*>(&window);
        const bool hasPages = name.contains(u'-') && name.back().isDigit();
        if (!isDialog || hasPages)
            return;
        const QPointer<QWidget> closing(&window);
        QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
        if (!QTest::qWaitFor([&] { return !closing || !closing->isVisible(); }, 1000))
            say(name, {QStringLiteral("Escape does not close it")});
        else if (closing && name.endsWith(QLatin1String("sweep")))
            closing->show();
    }

    QTemporaryDir m_folder;
    QStringList m_faults;
    std::unique_ptr<OtherWindows> m_windows;
};

QTEST_MAIN(OtherWindowsKeysTest)
#include "other_windows_keys_test.moc"
