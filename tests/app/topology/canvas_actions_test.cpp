// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the menus and keys of the canvas do, and the search over it.
#include "app/document/document_edits.h"
#include "app/document/host_book.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/topology/viewport/find_bar.h"
#include "app/topology/viewport/overview.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGestureEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QNativeGestureEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <memory>

using namespace lockstep;

class CanvasActionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("lockstep-test"));
        QCoreApplication::setApplicationName(QStringLiteral("lockstep-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }

    void init()
    {
        QSettings().clear();
        m_document = std::make_unique<ExperimentDocument>();
        m_scene = std::make_unique<TopologyScene>(*m_document);
        m_view = std::make_unique<TopologyView>(*m_document, *m_scene);
        m_palette = std::make_unique<HostPalette>(
            HostPalette::Sources{book(), m_folder.filePath(QStringLiteral("ssh"))});
        m_actions = new CanvasActions(*m_document, *m_scene, *m_view, *m_palette);
        m_actions->addToEditMenu(m_editMenu);
        m_actions->addToArrangeMenu(m_arrangeMenu);
        m_actions->addToViewMenu(m_viewMenu);
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_one = addHost(*m_document, HostKind::CpuHost, {-300, -100});
        m_two = addHost(*m_document, HostKind::GpuHost, {100, 80});
    }
    void cleanup()
    {
        m_editMenu.clear();
        m_arrangeMenu.clear();
        m_viewMenu.clear();
        m_view.reset();
        m_palette.reset();
        m_scene.reset();
        m_document.reset();
        QFile::remove(book());
    }

    void copyCutAndPasteByKeys()
    {
        m_scene->select({{m_two}, {}});
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\"gpu-1\"")));
        QTest::keyClick(m_view.get(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(topology().hosts.size(), std::size_t(3));
        QCOMPARE(topology().hosts.back().name, std::string("gpu-2"));
        QCOMPARE(m_scene->selection().nodes, std::set<std::string>{topology().hosts.back().id});
        QTest::keyClick(m_view.get(), Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(topology().hosts.size(), std::size_t(2));
        QTest::keyClick(m_view.get(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(topology().hosts.back().name, std::string("gpu-2"));
    }

    void whatIsNoCopyIsNotPasted()
    {
        QSignalSpy failed(m_actions, &CanvasActions::failed);
        QApplication::clipboard()->setText(QStringLiteral("hello"));
        trigger(m_editMenu, "&Paste");
        QCOMPARE(failed.count(), 1);
        QVERIFY(!failed[0][0].toString().isEmpty());
        QCOMPARE(topology().hosts.size(), std::size_t(2));
    }

    void duplicateOnceAndOften()
    {
        m_scene->select({{m_one}, {}});
        trigger(m_editMenu, "Dupl&icate");
        QCOMPARE(topology().hosts.size(), std::size_t(3));
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setIntValue(4);
            dialog->accept();
        });
        trigger(m_editMenu, "Duplicate &N times…");
        QCOMPARE(topology().hosts.size(), std::size_t(7));
        QCOMPARE(m_scene->selection().nodes.size(), std::size_t(4));
        QCOMPARE(topology().hosts.back().name, std::string("cpu-6"));
    }

    void actionsAreOffWhereTheyMeanNothing()
    {
        m_scene->select({});
        for (const char* text : {"Cu&t", "&Copy", "Dupl&icate", "&Delete", "&Link from the selected host"})
            QVERIFY2(!action(m_editMenu, text)->isEnabled(), text);
        QVERIFY(!action(m_arrangeMenu, "Align &left")->isEnabled());
        m_scene->selectAll();
        QVERIFY(action(m_editMenu, "&Link from the selected host")->isEnabled());
        QVERIFY(action(m_arrangeMenu, "Align &left")->isEnabled());
        m_actions->setEnabled(false);
        QVERIFY(!action(m_editMenu, "Dupl&icate")->isEnabled());
        m_actions->setEnabled(true);
        QVERIFY(action(m_editMenu, "Dupl&icate")->isEnabled());
    }

    void keysAreUsedOnce()
    {
        QStringList keys;
        for (QMenu* menu : {&m_editMenu, &m_arrangeMenu, &m_viewMenu}) {
            for (const QAction* one : menu->actions()) {
                for (const QKeySequence& key : one->shortcuts()) {
                    QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
                    keys << key.toString();
                }
            }
        }
        QVERIFY(keys.size() > 25);
    }

    void alignGroupAndTidyAreSteps()
    {
        m_scene->selectAll();
        const int before = m_document->undoStack().count();
        trigger(m_arrangeMenu, "Align &left");
        QCOMPARE(topology().hosts[0].position.x, topology().hosts[1].position.x);
        trigger(m_arrangeMenu, "Group into a &network");
        QCOMPARE(topology().networks.size(), std::size_t(1));
        QCOMPARE(m_scene->selection().nodes, std::set<std::string>{topology().networks[0].id});
        m_scene->select({});
        trigger(m_arrangeMenu, "Put on the &grid");
        QCOMPARE(m_document->undoStack().count(), before + 3);
        for (int step = 0; step < 3; ++step)
            QVERIFY(!m_document->undoStack().text(before + step).isEmpty());
    }

    void findSelectsWhatIsTyped()
    {
        trigger(m_editMenu, "&Find…");
        auto* bar = m_view->findChild<FindBar*>();
        QVERIFY(bar->isVisible());
        auto* text = bar->findChild<QLineEdit*>();
        QTest::keyClicks(text, QStringLiteral("GPU"));
        QCOMPARE(m_scene->selection(), (ElementSet{{m_two}, {}}));
        text->clear();
        QTest::keyClicks(text, QStringLiteral("-1")); // both
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_two}, {}}));
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}})); // the keyboard goes back, and no farther
        QCOMPARE(QApplication::focusWidget(), m_view.get());
    }

    void hostsAreSavedToThePalette()
    {
        m_scene->select({{m_two}, {}});
        trigger(m_editMenu, "&Save to the palette");
        QCOMPARE(m_palette->entries().size(), std::size_t(6));
        QCOMPARE(HostBook(book()).hosts().front().name, std::string("gpu-1"));
    }

    void aHostOfASavedNameIsReplacedOnlyWhenAsked()
    {
        m_scene->select({{m_two}, {}});
        trigger(m_editMenu, "&Save to the palette");
        trigger(m_editMenu, "&Save to the palette"); // the same again: nothing to ask
        changeHost(*m_document, m_two, {}, [](Host& host) { host.facts = "another"; });
        answerNext(QMessageBox::No);
        trigger(m_editMenu, "&Save to the palette");
        QCOMPARE(HostBook(book()).hosts().front().facts, std::string());
        answerNext(QMessageBox::Yes);
        trigger(m_editMenu, "&Save to the palette");
        QCOMPARE(HostBook(book()).hosts().front().facts, std::string("another"));
    }

    void aHostBecomesATemplate()
    {
        changeHost(*m_document, m_two, {}, [](Host& host) {
            host.facts = "RTX 3080";
            host.address = "10.0.0.7";
        });
        m_scene->selectAll();
        QVERIFY(!action(m_editMenu, "Sa&ve as a template…")->isEnabled());
        m_scene->select({{m_two}, {}});
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QCOMPARE(dialog->textValue(), QStringLiteral("gpu"));
            dialog->accept();
        });
        trigger(m_editMenu, "Sa&ve as a template…");
        QCOMPARE(m_palette->entries().size(), std::size_t(6));
        QVERIFY(m_palette->entries().back().kind == PaletteEntry::Kind::Template);
        const Host* made = m_palette->templates().find("gpu");
        QVERIFY(made && made->address.empty() && made->facts == "RTX 3080");
        // A name that is taken is a question; whoever says no may choose another.
        QTimer::singleShot(0, this, [this] {
            auto* first = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(first);
            QTimer::singleShot(0, this, [this] {
                QTimer::singleShot(0, this, [] {
                    auto* again = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
                    QVERIFY(again);
                    again->setTextValue(QStringLiteral("other"));
                    again->accept();
                });
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box);
                box->button(QMessageBox::No)->click();
            });
            first->accept();
        });
        trigger(m_editMenu, "Sa&ve as a template…");
        QCOMPARE(m_palette->templates().hosts().size(), std::size_t(2));
        QVERIFY(m_palette->templates().find("other"));
        QFile::remove(m_folder.filePath(QStringLiteral("templates.json")));
    }

    void choicesOfTheViewAreRemembered()
    {
        QCOMPARE(m_scene->snap(), 24.0);
        trigger(m_viewMenu, "Snap to the &grid");
        trigger(m_viewMenu, "O&verview");
        QCOMPARE(m_scene->snap(), 0.0);
        QVERIFY(!m_view->overview().isWanted());
        TopologyScene scene(*m_document);
        TopologyView view(*m_document, scene);
        CanvasActions actions(*m_document, scene, view, *m_palette);
        QCOMPARE(scene.snap(), 0.0);
        QVERIFY(!view.overview().isWanted());
    }

    void zoomToTheSelection()
    {
        m_scene->select({{m_two}, {}});
        m_view->setZoom(0.3);
        trigger(m_viewMenu, "Zoom to the se&lection");
        QCOMPARE(m_view->zoom(), 1.0);
        QVERIFY(QLineF(m_view->mapToScene(m_view->viewport()->rect().center()), QPointF(208, 126)).length() <
                3);
    }

    void aPinchZoomsAndATouchpadPans()
    {
        m_view->setZoom(1);
        QWidget* viewport = m_view->viewport();
        const QPointF place(500, 350);
        QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, place,
                                  place, viewport->mapToGlobal(place), 0.25, QPointF());
        QApplication::sendEvent(viewport, &pinch);
        QCOMPARE(m_view->zoom(), 1.25);
        const QPointF before = m_view->mapToScene(QPoint(0, 0));
        QWheelEvent touch(place, viewport->mapToGlobal(place), {30, 20}, {60, 40}, Qt::NoButton, {},
                          Qt::ScrollUpdate, false);
        QApplication::sendEvent(viewport, &touch);
        QCOMPARE(m_view->zoom(), 1.25);
        QCOMPARE(m_view->mapToScene(QPoint(0, 0)), before - QPointF(30, 20) / 1.25);
        QWheelEvent aside(place, viewport->mapToGlobal(place), {}, {0, 120}, Qt::NoButton, Qt::ShiftModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &aside);
        QCOMPARE(m_view->zoom(), 1.25);
    }

    void twoFingersZoomAndMoveTheView()
    {
        m_view->setZoom(1);
        QWidget* viewport = m_view->viewport();
        const QPointF place(300, 500);
        const QPointF held = m_view->mapToScene(place.toPoint());
        QPinchGesture pinch;
        pinch.setCenterPoint(viewport->mapToGlobal(place));
        pinch.setLastCenterPoint(viewport->mapToGlobal(place));
        pinch.setScaleFactor(2);
        QGestureEvent event({&pinch});
        QApplication::sendEvent(viewport, &event);
        QCOMPARE(m_view->zoom(), 2.0);
        QVERIFY(QLineF(m_view->mapToScene(place.toPoint()), held).length() < 1);
        QVERIFY(event.isAccepted(&pinch));
    }

    void theWheelZoomsAboutTheMouse()
    {
        m_view->setZoom(1);
        const QPointF place(200, 150);
        const QPointF held = m_view->mapToScene(place.toPoint());
        for (const int angle : {120, 120, -480, 360}) {
            QWheelEvent wheel(place, m_view->viewport()->mapToGlobal(place), {}, {0, angle}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(m_view->viewport(), &wheel);
            QVERIFY(QLineF(m_view->mapToScene(place.toPoint()), held).length() * m_view->zoom() < 3);
        }
    }

    void aRightClickOffersWhatCanBeDone()
    {
        m_scene->select({});
        QStringList offered;
        const auto look = [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (const QAction* one : menu->actions())
                offered << one->text();
            menu->close();
        };
        QTimer::singleShot(0, this, look);
        emit m_view->menuWanted(m_view->mapToGlobal(QPoint(10, 10)));
        QVERIFY(offered.contains(QStringLiteral("Add a &GPU host")));
        QVERIFY(!offered.contains(QStringLiteral("&Delete")));
        offered.clear();
        m_scene->select({{m_one}, {}});
        QTimer::singleShot(0, this, look);
        emit m_view->menuWanted(m_view->mapToGlobal(QPoint(10, 10)));
        QVERIFY(offered.contains(QStringLiteral("&Delete")));
        QVERIFY(offered.contains(QStringLiteral("&Save to the palette")));
    }

private:
    QString book() const { return m_folder.filePath(QStringLiteral("hosts.json")); }
    const Topology& topology() const { return m_document->experiment().topology; }
    static QAction* action(const QMenu& menu, const char* text)
    {
        for (QAction* one : menu.actions()) {
            if (one->text() == QString::fromUtf8(text))
                return one;
        }
        qFatal("no action %s", text);
        return nullptr;
    }
    void answerNext(QMessageBox::StandardButton button)
    {
        QTimer::singleShot(0, this, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            box->button(button)->click();
        });
    }
    static void trigger(const QMenu& menu, const char* text) { action(menu, text)->trigger(); }

    QTemporaryDir m_folder;
    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<TopologyScene> m_scene;
    std::unique_ptr<TopologyView> m_view;
    std::unique_ptr<HostPalette> m_palette;
    CanvasActions* m_actions = nullptr;
    QMenu m_editMenu;
    QMenu m_arrangeMenu;
    QMenu m_viewMenu;
    std::string m_one;
    std::string m_two;
};

QTEST_MAIN(CanvasActionsTest)
#include "canvas_actions_test.moc"
