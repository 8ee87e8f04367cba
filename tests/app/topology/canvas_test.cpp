// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The gestures of the canvas, sent as the events of a mouse and a keyboard.
#include "tests/app/topology/canvas_fixture.h"

#include <QCursor>
#include <QLineF>
#include <QSignalSpy>

using namespace lockstep;

class CanvasTest : public CanvasFixture {
    Q_OBJECT

private slots:
    void init() { openCanvas(); }
    void cleanup() { closeCanvas(); }

    void aDragMovesAHostInOneStep()
    {
        const QPointF before = item(m_one).pos();
        drag(center(m_one), center(m_one) + QPoint(120, 40));
        QCOMPARE(item(m_one).pos(), before + QPointF(120, 40));
        QCOMPARE(host(m_one).position.x, before.x() + 120);
        QCOMPARE(undo().count(), 1);
        undo().undo();
        QCOMPARE(item(m_one).pos(), before);
        undo().redo();
        QCOMPARE(item(m_one).pos(), before + QPointF(120, 40));
    }

    void everyPointOfTheCardMovesIt()
    {
        const QRectF card = item(m_one).cardRect().adjusted(3, 3, -3, -3);
        for (const QPointF& point :
             {card.topLeft(), card.bottomRight(), QPointF(card.center().x(), card.top()),
              QPointF(card.left(), card.center().y())}) {
            const QPointF before = item(m_one).pos();
            drag(m_view->mapFromScene(point), m_view->mapFromScene(point) + QPoint(10, 0));
            QCOMPARE(item(m_one).pos(), before + QPointF(10, 0));
            undo().undo();
        }
    }

    /// As after a menu over the canvas that was left with the mouse far away: the canvas still takes it for
    /// here.
    void aCanvasThatIsShownAgainLooksWhereItLooked()
    {
        QTest::mouseMove(m_view->viewport(), center(m_one));
        const QPointF before = m_view->mapToScene(m_view->viewport()->rect().center());
        m_view->hide();
        QCursor::setPos(m_view->mapToGlobal(QPoint(3000, 2000)));
        m_view->setAttribute(Qt::WA_UnderMouse);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        const QPointF after = m_view->mapToScene(m_view->viewport()->rect().center());
        QVERIFY2(QLineF(before, after).length() < 2,
                 qPrintable(QStringLiteral("%1 %2").arg(after.x()).arg(after.y())));
    }

    void aClickAloneChangesNothing()
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, center(m_one));
        QCOMPARE(undo().count(), 0);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
    }

    void aHandlePulledToAnotherCardDrawsALink_data()
    {
        QTest::addColumn<int>("handle");
        for (int handle = 0; handle < 4; ++handle)
            QTest::addRow("handle %d", handle) << handle;
    }
    void aHandlePulledToAnotherCardDrawsALink()
    {
        QFETCH(int, handle);
        QSignalSpy drawn(m_scene.get(), &TopologyScene::linkDrawn);
        drag(handleOf(m_one, static_cast<std::size_t>(handle)), center(m_two));
        QCOMPARE(topology().links.size(), std::size_t(1));
        QCOMPARE(topology().links[0].from, m_one);
        QCOMPARE(topology().links[0].to, m_two);
        QCOMPARE(drawn.count(), 1);
        QCOMPARE(m_scene->selection(), (ElementSet{{}, {LinkKey{m_one, m_two, 0}}}));
        QCOMPARE(undo().count(), 1);
        undo().undo();
        QVERIFY(topology().links.empty());
        QVERIFY(!m_scene->linkItem({m_one, m_two, 0}));
    }

    void aHandlePulledToNowhereDrawsNothing()
    {
        const QPointF before = item(m_one).pos();
        drag(handleOf(m_one, 1), QPoint(500, 600));
        drag(handleOf(m_one, 1), center(m_one));
        QVERIFY(topology().links.empty());
        QCOMPARE(item(m_one).pos(), before);
        QCOMPARE(undo().count(), 0);
    }

    void aSecondLinkSelectsTheFirst()
    {
        drag(handleOf(m_one, 1), center(m_two));
        drag(handleOf(m_two, 3), center(m_one));
        QCOMPARE(topology().links.size(), std::size_t(1));
        QCOMPARE(m_scene->selection(), (ElementSet{{}, {LinkKey{m_one, m_two, 0}}}));
    }

    void aDropAddsAHostWhereItIsLetGo()
    {
        const QPoint place(640, 420);
        const std::unique_ptr<QMimeData> data(toMimeData(PaletteEntry{PaletteEntry::Kind::ThisComputer, {}}));
        QVERIFY(drop(*data, place));
        QCOMPARE(topology().hosts.size(), std::size_t(3));
        const Host& added = topology().hosts.back();
        QVERIFY(added.connection == Connection::Local);
        const QPointF middle = item(added.id).cardRect().center();
        QVERIFY(QLineF(middle, m_view->mapToScene(place)).length() < 1.5);
        QCOMPARE(m_scene->selection(), (ElementSet{{added.id}, {}}));
        undo().undo();
        QCOMPARE(topology().hosts.size(), std::size_t(2));
    }

    void strangeDropsAreRefused()
    {
        QMimeData text;
        text.setText(QStringLiteral("hello"));
        QVERIFY(!drop(text, {300, 300}));
        QMimeData forged;
        for (const char* bytes : {"", "99", "-1", "gpu"}) {
            forged.setData(QStringLiteral("application/x-lockstep-host"), bytes);
            QVERIFY2(!drop(forged, {300, 300}), bytes);
        }
        QCOMPARE(topology().hosts.size(), std::size_t(2));
    }

    void aRubberBandSelectsAndDeleteIsOneStep()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const Experiment before = m_document->experiment();
        drag(QPoint(5, 5), QPoint(990, 690));
        QCOMPARE(m_scene->selection().size(), std::size_t(3));
        m_scene->removeSelected();
        QVERIFY(topology().hosts.empty());
        QVERIFY(topology().links.empty());
        QVERIFY(!m_scene->hostItem(m_one));
        undo().undo();
        QVERIFY(m_document->experiment() == before);
        QVERIFY(m_scene->hostItem(m_one) && m_scene->linkItem({m_one, m_two, 0}));
    }

    void linksFollowTheirHosts()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const LinkItem* link = m_scene->linkItem({m_one, m_two, 0});
        const QPointF before = link->middle();
        drag(center(m_two), center(m_two) + QPoint(100, 60));
        QVERIFY(QLineF(before, link->middle()).length() > 30);
    }

    void labelsStandClearOfCards()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const LinkKey key{m_one, m_two, 0};
        changeLink(*m_document, key, {}, [](Link& link) { link.bandwidthMbps = 10; });
        const LinkItem* link = m_scene->linkItem(key);
        const QRectF inTheMiddle = link->labelRectAt(0.5);
        const std::string third =
            addHost(*m_document, HostKind::CpuHost, inTheMiddle.center() - kCardRect.center());
        bool isCovered = false;
        for (QGraphicsItem* over : m_scene->items(inTheMiddle))
            isCovered = isCovered || over == &item(third);
        QVERIFY(isCovered);
        QVERIFY(!link->labelRect().intersects(item(third).cardRect()));
        undo().undo();
        QCOMPARE(link->labelRect(), inTheMiddle);
    }

    void theMoveOfALinkedHostIsUndone()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const QPointF before = m_scene->linkItem({m_one, m_two, 0})->middle();
        for (const std::string& id : {m_one, m_two}) {
            drag(center(id), center(id) + QPoint(40, 30));
            undo().undo();
            QCOMPARE(m_scene->linkItem({m_one, m_two, 0})->middle(), before);
            undo().redo();
            QVERIFY(m_scene->linkItem({m_one, m_two, 0})->middle() != before);
            undo().undo();
        }
    }

    void labelsCarryUnits()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const LinkKey key{m_one, m_two, 0};
        QCOMPARE(m_scene->linkItem(key)->label(), QString());
        changeLink(*m_document, key, {}, [](Link& link) {
            link.bandwidthMbps = 10;
            link.latencyMs = 28;
        });
        QCOMPARE(m_scene->linkItem(key)->label(), QStringLiteral("10 Mbps · 28 ms"));
    }

    void keysDoWhatTheMouseDoes()
    {
        m_scene->select({{m_one}, {}});
        const QPointF before = item(m_one).pos();
        for (int times = 0; times < 3; ++times)
            QTest::keyClick(m_view.get(), Qt::Key_Right);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(item(m_one).pos(), before + QPointF(12, 24));
        QCOMPARE(undo().count(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(m_scene->selection().isEmpty());
        QTest::keyClick(m_view.get(), Qt::Key_Tab);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QVERIFY(m_view->accessibleDescription().contains(QStringLiteral("cpu-1")));
        QTest::keyClick(m_view.get(), Qt::Key_Tab);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_two}, {}}));
        QTest::keyClick(m_view.get(), Qt::Key_Backtab);
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
        QSignalSpy edit(m_view.get(), &TopologyView::editWanted);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(edit.count(), 1);
        m_scene->selectAll();
        QTest::keyClick(m_view.get(), Qt::Key_L);
        QCOMPARE(topology().links.size(), std::size_t(1));
    }

    void hostsAddedByKeyDoNotCoverEachOther()
    {
        for (int count = 0; count < 12; ++count)
            m_view->addInView({PaletteEntry::Kind::CpuHost, {}});
        for (const Host& first : topology().hosts) {
            for (const Host& second : topology().hosts)
                QVERIFY(first.id == second.id ||
                        !item(first.id).cardRect().intersects(item(second.id).cardRect()));
        }
    }

    void theWheelZoomsWithinBounds()
    {
        for (int times = 0; times < 60; ++times)
            wheel(120);
        QVERIFY(m_view->zoom() <= 4.0);
        for (int times = 0; times < 120; ++times)
            wheel(-120);
        QVERIFY(m_view->zoom() >= 0.05 && m_view->zoom() < 0.06);
        m_view->zoomToFit();
        QCOMPARE(m_view->zoom(), 1.0);
        const QRectF seen = m_view->mapToScene(m_view->viewport()->rect()).boundingRect();
        QVERIFY(seen.contains(m_scene->drawingRect()));
    }

    void aFittedDrawingStaysFittedUntilOneTouchesIt()
    {
        const auto showsAll = [this] {
            return m_view->mapToScene(m_view->viewport()->rect())
                .boundingRect()
                .contains(m_scene->drawingRect());
        };
        m_view->zoomToFit();
        const QSize size = m_view->size();
        m_view->resize(260, 200);
        QTRY_VERIFY(showsAll());
        QVERIFY(m_view->zoom() < 1.0);
        m_view->resize(size);
        QTRY_COMPARE(m_view->zoom(), 1.0);
        m_view->setZoom(0.5);
        m_view->resize(260, 200);
        QTest::qWait(20);
        QCOMPARE(m_view->zoom(), 0.5);
    }

    void theMiddleButtonAndSpacePan()
    {
        const QPointF before = m_view->mapToScene(QPoint(0, 0));
        drag({400, 600}, {450, 620}, Qt::MiddleButton);
        QCOMPARE(m_view->mapToScene(QPoint(0, 0)), before - QPointF(50, 20));
        QTest::keyPress(m_view.get(), Qt::Key_Space);
        drag(center(m_one), center(m_one) + QPoint(30, 0));
        QTest::keyRelease(m_view.get(), Qt::Key_Space);
        QCOMPARE(m_view->mapToScene(QPoint(0, 0)), before - QPointF(80, 20));
        QCOMPARE(undo().count(), 0);
    }

    void twoNodesWithOneIdAreDrawnOnce()
    {
        Experiment experiment = m_document->experiment();
        experiment.topology.hosts[1].id = m_one;
        experiment.topology.links.push_back({m_one, "nowhere", {}, {}, {}, {}});
        m_document->reset(experiment);
        QVERIFY(m_scene->hostItem(m_one));
        QVERIFY(!m_scene->hostItem(m_two));
        QVERIFY(!m_document->problems().empty());
    }

    void namesThatLookLikeHtmlAreShownAsTheyAre()
    {
        changeHost(*m_document, m_one, {}, [](Host& host) { host.name = "<img src=x> & <b>"; });
        QVERIFY(item(m_one).toolTip().contains(QStringLiteral("&lt;img src=x&gt; &amp; &lt;b&gt;")));
    }

    void undoDuringADragLeavesNothingDangling()
    {
        const std::string third = addHost(*m_document, HostKind::CpuHost, {-100, -200});
        const QPoint start = center(third);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, start);
        QTest::mouseMove(m_view->viewport(), start + QPoint(20, 0));
        undo().undo();
        QTest::mouseMove(m_view->viewport(), start + QPoint(40, 0));
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, start + QPoint(40, 0));
        QCOMPARE(topology().hosts.size(), std::size_t(2));
    }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
