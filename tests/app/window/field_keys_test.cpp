// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which keys belong to the fields of the inspector, which to the canvas, and which to the entries of menus.
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/text/language.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/window/shown_window.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>
#include <memory>

using namespace lockstep;

class FieldKeysTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void init()
    {
        m_window = shownWindow(m_folder, QStringLiteral("digits-local"));
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void escapeLeadsFromEveryFieldBackToTheCanvas()
    {
        QWidget& canvas = m_window->designPage().view();
        Inspector& inspector = m_window->designPage().inspector();
        const std::string id = document().experiment().topology.hosts[0].id;
        for (const ElementSet& selected : {ElementSet{}, ElementSet{{id}, {}}}) {
            m_window->designPage().scene().select(selected);
            int fields = 0;
            for (QWidget* field : inspector.panel().findChildren<QWidget*>()) {
                if (!field->isVisible() || !field->isEnabled() || !(field->focusPolicy() & Qt::TabFocus))
                    continue;
                field->setFocus();
                QVERIFY(field->hasFocus());
                QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
                QVERIFY2(canvas.hasFocus(),
                         qPrintable(field->objectName() + QLatin1String(field->metaObject()->className())));
                ++fields;
            }
            QVERIFY(fields >= 8);
        }
        QVERIFY(!document().isModified());
    }

    void aKeyOfTheCanvasTypedIntoAFieldIsALetter()
    {
        const std::string first = document().experiment().topology.hosts[0].id;
        const std::string second = addHost(document(), HostKind::CpuHost, {300, 0});
        m_window->designPage().scene().select({{second}, {}});
        auto* name = m_window->designPage().inspector().panel().findChild<QLineEdit*>(QStringLiteral("name"));
        name->setFocus();
        name->selectAll();
        for (const Qt::Key key : {Qt::Key_L, Qt::Key_O, Qt::Key_L})
            QTest::keyClick(m_window->windowHandle(), key);
        const Topology& topology = document().experiment().topology;
        QCOMPARE(topology.hosts[1].name, std::string("lol"));
        QVERIFY(topology.links.empty());
        // A wrong text is given back first.
        auto* port = m_window->designPage().inspector().panel().findChild<QLineEdit*>(QStringLiteral("port"));
        port->setFocus();
        port->selectAll();
        QTest::keyClick(m_window->windowHandle(), Qt::Key_L);
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
        QVERIFY(port->hasFocus());
        QCOMPARE(port->text(), QStringLiteral("22"));
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
        QVERIFY(m_window->designPage().view().hasFocus());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_L);
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Return);
        QCOMPARE(topology.links.size(), std::size_t(1));
        QVERIFY(topology.links[0].from == second && topology.links[0].to == first);
    }

    void everyEntryOfAMenuHasAKeyOfItsOwn_data()
    {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
    void everyEntryOfAMenuHasAKeyOfItsOwn()
    {
        QFETCH(QString, language);
        m_window.reset();
        installLanguage(*qApp, language);
        m_window = shownWindow(m_folder, QStringLiteral("digits-local"));
        QStringList heads;
        for (const QAction* head : m_window->menuBar()->actions()) {
            checkKey(*head, heads);
            QStringList keys;
            for (const QAction* entry : head->menu()->actions())
                checkKey(*entry, keys);
        }
        auto* themes = m_window->menuBar()->findChild<QMenu*>(QStringLiteral("themes"));
        QStringList keys;
        for (const QAction* theme : themes->actions())
            checkKey(*theme, keys);
        QCOMPARE(keys.size(), 3);
    }

private:
    static void checkKey(const QAction& entry, QStringList& taken)
    {
        if (entry.isSeparator())
            return;
        const QString key = QKeySequence::mnemonic(entry.text()).toString();
        QVERIFY2(!key.isEmpty() && !taken.contains(key), qPrintable(entry.text()));
        taken << key;
    }

    ExperimentDocument& document() { return m_window->document(); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(FieldKeysTest)
#include "field_keys_test.moc"
