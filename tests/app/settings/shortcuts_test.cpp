// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys that a person chose: kept, without a clash, and back to the usual ones.
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "tests/app/private_settings.h"

#include <QKeySequenceEdit>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <memory>

using namespace lockstep;

class ShortcutsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void init()
    {
        QSettings().clear();
        makeMenus();
    }

    void onlyWhatHasANameOrKeysIsOffered()
    {
        QCOMPARE(m_actions.size(), 3); // open, nested zoom, align; not the separator and the nameless one
        QCOMPARE(plainActionText(*m_actions[0]), QStringLiteral("Open"));
        QAction chinese(QStringLiteral("打开(&O)…"));
        QCOMPARE(plainActionText(chinese), QStringLiteral("打开"));
    }

    void choicesOutliveTheProgram()
    {
        m_actions[0]->setShortcut(Qt::Key_F6);
        m_actions[2]->setShortcut(Qt::Key_F7);
        saveShortcuts(m_actions);
        makeMenus();
        QCOMPARE(m_actions[0]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
        loadShortcuts(m_actions);
        QCOMPARE(m_actions[0]->shortcut(), QKeySequence(Qt::Key_F6));
        QCOMPARE(m_actions[1]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Plus));
        QCOMPARE(m_actions[2]->shortcut(), QKeySequence(Qt::Key_F7));
        QCOMPARE(usualShortcuts(*m_actions[0]), QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_O)});
    }

    void noKeysAreAChoiceToo()
    {
        m_actions[0]->setShortcuts(QList<QKeySequence>());
        saveShortcuts(m_actions);
        makeMenus();
        loadShortcuts(m_actions);
        QVERIFY(m_actions[0]->shortcuts().isEmpty());
    }

    void theDialogTakesKeysAndRefusesThoseOfOthers()
    {
        ShortcutDialog dialog(m_actions);
        auto* list = dialog.findChild<QTreeWidget*>();
        auto* keys = dialog.findChild<QKeySequenceEdit*>();
        list->setCurrentItem(list->topLevelItem(0));
        QCOMPARE(keys->keySequence(), QKeySequence(Qt::CTRL | Qt::Key_O));
        keys->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_Plus));
        QCOMPARE(m_actions[0]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
        bool isSaid = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            isSaid = isSaid || (!label->isHidden() && label->text().contains(QStringLiteral("Zoom")));
        QVERIFY(isSaid);
        keys->setKeySequence(QKeySequence(Qt::Key_F9));
        QCOMPARE(m_actions[0]->shortcut(), QKeySequence(Qt::Key_F9));
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("F9"));
    }

private:
    void makeMenus()
    {
        m_menus = std::make_unique<QMenuBar>();
        QMenu* file = m_menus->addMenu(QStringLiteral("&File"));
        file->addAction(QStringLiteral("&Open…"))->setShortcut(Qt::CTRL | Qt::Key_O);
        file->addSeparator();
        file->addAction(QStringLiteral("nameless"));
        QMenu* zoom = file->addMenu(QStringLiteral("more"));
        zoom->addAction(QStringLiteral("&Zoom in"))->setShortcut(Qt::CTRL | Qt::Key_Plus);
        file->addAction(QStringLiteral("Align"))->setObjectName(QStringLiteral("align"));
        m_actions = shortcutActions(*m_menus);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QMenuBar> m_menus;
    QList<QAction*> m_actions;
};

QTEST_MAIN(ShortcutsTest)
#include "shortcuts_test.moc"
