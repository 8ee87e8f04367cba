// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The canvas without a mouse.
#include "app/topology/keyboard/canvas_keys.h"
#include "tests/app/topology/canvas_fixture.h"

#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTableWidget>

using namespace lockstep;

class CanvasKeysTest : public CanvasFixture {
    Q_OBJECT

private slots:
    /// one (-300, -100), two (100, 80), three below one, a switch below two.
    void init()
    {
        openCanvas();
        m_three = addHost(*m_document, HostKind::CpuHost, {-300, 200});
        m_switch = addSwitch(*m_document, {100, 260});
        m_document->reset(m_document->experiment());
        m_view->activateWindow();
        m_view->setFocus();
        QTRY_VERIFY(m_view->hasFocus());
    }
    void cleanup() { closeCanvas(); }

    void arrowsWalkWithoutASelection()
    {
        press(Qt::Key_Right); // from the middle of the view to the nearest
        const ElementSet first = m_view->focused();
        QCOMPARE(first.size(), std::size_t(1));
        QVERIFY(m_scene->selection().isEmpty());
        select(m_one);
        m_scene->select({});
        press(Qt::Key_Down);
        QCOMPARE(m_view->focused(), (ElementSet{{m_three}, {}}));
        press(Qt::Key_Right);
        QCOMPARE(m_view->focused(), (ElementSet{{m_switch}, {}}));
        press(Qt::Key_Up);
        QCOMPARE(m_view->focused(), (ElementSet{{m_two}, {}}));
        press(Qt::Key_Left); // what is less aside
        QCOMPARE(m_view->focused(), (ElementSet{{m_three}, {}}));
        press(Qt::Key_Up);
        QCOMPARE(m_view->focused(), (ElementSet{{m_one}, {}}));
        press(Qt::Key_Left); // nothing there
        QCOMPARE(m_view->focused(), (ElementSet{{m_one}, {}}));
        QVERIFY(m_scene->selection().isEmpty());
        QCOMPARE(undo().count(), 0);
        QVERIFY(m_view->accessibleDescription().contains(QStringLiteral("cpu-1")));
    }

    void controlWalksPastWhatIsSelected()
    {
        select(m_one);
        const QPointF before = item(m_one).pos();
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->focused(), (ElementSet{{m_three}, {}}));
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QCOMPARE(item(m_one).pos(), before);
        QVERIFY(m_view->accessibleDescription().contains(QStringLiteral("not selected")));
        press(Qt::Key_Space);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one, m_three}, {}}));
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QCOMPARE(m_view->focused(), (ElementSet{{m_three}, {}}));
    }

    void shiftExtends()
    {
        select(m_one);
        press(Qt::Key_Down, Qt::ShiftModifier);
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one, m_three, m_switch}, {}}));
        QCOMPARE(undo().count(), 0);
        press(Qt::Key_Right); // all three move, in one step
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(undo().count(), 1);
        QCOMPARE(item(m_one).pos().x(), -300.0 + 4 + 24);
        QCOMPARE(item(m_switch).pos().x(), 100.0 + 4 + 24);
        QCOMPARE(item(m_two).pos().x(), 100.0);
    }

    void aLinkIsDrawnByKeys()
    {
        select(m_one);
        QSignalSpy drawn(m_scene.get(), &TopologyScene::linkDrawn);
        press(Qt::Key_L);
        QVERIFY(m_scene->isLinkingByKey());
        QCOMPARE(m_scene->pulledEnds(), std::pair(m_one, m_three)); // the nearest
        QVERIFY(m_view->accessibleDescription().contains(QStringLiteral("Esc")));
        press(Qt::Key_Right);
        QCOMPARE(m_scene->pulledEnds(), std::pair(m_one, m_switch));
        press(Qt::Key_Return);
        QVERIFY(!m_scene->isLinkingByKey());
        QCOMPARE(topology().links.size(), std::size_t(1));
        QCOMPARE(topology().links[0].from, m_one);
        QCOMPARE(topology().links[0].to, m_switch);
        QCOMPARE(drawn.count(), 1);
        QCOMPARE(undo().count(), 1);
        QVERIFY(undo().undoText().contains(QStringLiteral("cpu-1")));
        // Tab goes through the ends, never to the one that it begins at; Shift+Enter draws a parallel one.
        select(m_one);
        press(Qt::Key_L);
        QStringList seen;
        for (int times = 0; times < 4; ++times) {
            QTest::keyClick(m_view.get(), Qt::Key_Tab);
            seen << QString::fromStdString(m_scene->pulledEnds().second);
        }
        QVERIFY(!seen.contains(QString::fromStdString(m_one)));
        QCOMPARE(seen.mid(0, 3).removeDuplicates(), 0);
        QCOMPARE(seen[3], seen[0]);
        while (m_scene->pulledEnds().second != m_switch)
            QTest::keyClick(m_view.get(), Qt::Key_Backtab);
        press(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(topology().links.size(), std::size_t(2));
    }

    void aLinkByKeysIsGivenUp()
    {
        select(m_one);
        press(Qt::Key_L);
        press(Qt::Key_Escape);
        QVERIFY(!m_scene->isLinkingByKey());
        QVERIFY(topology().links.empty());
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        press(Qt::Key_L);
        QTest::mouseMove(m_view->viewport(), QPoint(20, 20)); // does not aim it
        QCOMPARE(m_scene->pulledEnds(), std::pair(m_one, m_three));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(20, 20));
        QVERIFY(!m_scene->isLinkingByKey());
        QVERIFY(topology().links.empty());
        QCOMPARE(undo().count(), 0);
    }

    void linksAreWalkedToAsWell()
    {
        const LinkKey key = *addLink(*m_document, m_one, m_three);
        select(m_one);
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->focused(), (ElementSet{{}, {key}}));
        press(Qt::Key_Space);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {key}}));
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->focused(), (ElementSet{{m_three}, {}}));
        undo().undo(); // a link that is gone is no place to be at
        QVERIFY(m_scene->hostItem(m_three));
    }

    void enterEditsWhatTheKeyboardIsAt()
    {
        QSignalSpy edit(m_view.get(), &TopologyView::editWanted);
        press(Qt::Key_Return);
        QCOMPARE(edit.count(), 0);
        press(Qt::Key_Left);
        press(Qt::Key_Return);
        QCOMPARE(edit.count(), 1);
        QCOMPARE(m_scene->selection(), m_view->focused());
    }

    void theMenuKeyOpensTheMenuAtItsElement()
    {
        QSignalSpy menu(m_view.get(), &TopologyView::menuWanted);
        select(m_two);
        QContextMenuEvent key(QContextMenuEvent::Keyboard, QPoint(1, 1), m_view->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(m_view.get(), &key);
        QCOMPARE(menu.count(), 1);
        const QPoint place = m_view->viewport()->mapFromGlobal(menu[0][0].toPoint());
        QVERIFY((place - center(m_two)).manhattanLength() <= 2);
    }

    void theRingIsSeenAndOnlyByKeys()
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, center(m_one));
        m_scene->select({});
        const QImage without = m_view->grab().toImage();
        press(Qt::Key_Down);
        const QImage with = m_view->grab().toImage();
        QVERIFY(with != without);
        const QPoint edge = m_view->mapFromScene(item(m_three).cardRect().topLeft()) - QPoint(5, -30);
        bool isRinged = false;
        for (int y = 0; y < 12; ++y)
            isRinged = isRinged || with.pixel(edge + QPoint(0, y)) != without.pixel(edge + QPoint(0, y));
        QVERIFY(isRinged);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(990, 20));
        const QRect ring(edge, QSize(8, 12));
        QCOMPARE(m_view->grab().toImage().copy(ring), without.copy(ring));
    }

    void spaceThatPannedSelectsNothing()
    {
        press(Qt::Key_Left);
        QTest::keyPress(m_view.get(), Qt::Key_Space);
        drag(center(m_one), center(m_one) + QPoint(30, 0));
        QTest::keyRelease(m_view.get(), Qt::Key_Space);
        QVERIFY(m_scene->selection().isEmpty());
    }

    void spaceThatIsLetGoElsewhereIsForgotten()
    {
        QTest::keyPress(m_view.get(), Qt::Key_Space);
        QCOMPARE(m_view->viewport()->cursor().shape(), Qt::OpenHandCursor);
        m_view->clearFocus();
        QCOMPARE(m_view->viewport()->cursor().shape(), Qt::ArrowCursor);
        m_view->setFocus();
        const QPointF before = m_view->mapToScene(0, 0);
        drag({400, 600}, {300, 650}); // a rubber band, for the view stays
        QCOMPARE(m_view->mapToScene(0, 0), before);
    }

    void everyKeyIsListed()
    {
        CanvasKeysDialog dialog;
        QVERIFY(canvasKeys().size() >= 15);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* table = dialog.findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), int(canvasKeys().size()));
        for (int row = 0; row < table->rowCount(); ++row) { // every text is read whole
            QVERIFY(table->fontMetrics().horizontalAdvance(table->item(row, 0)->text()) + 6 <=
                    table->columnWidth(0));
            const QString what = table->item(row, 1)->text();
            const QRect needed = table->fontMetrics().boundingRect(
                QRect(0, 0, table->columnWidth(1) - 8, 1000), Qt::TextWordWrap, what);
            QVERIFY2(needed.height() <= table->rowHeight(row), qPrintable(what));
        }
    }

private:
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_view.get(), key, modifiers);
    }
    void select(const std::string& id) { m_scene->select({{id}, {}}); }

    std::string m_three;
    std::string m_switch;
};

QTEST_MAIN(CanvasKeysTest)
#include "canvas_keys_test.moc"
