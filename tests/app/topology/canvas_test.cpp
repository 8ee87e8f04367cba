// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The gestures of the canvas, sent as the events of a mouse and a keyboard.
#include "app/document/copies.h"
#include "app/document/node_geometry.h"
#include "app/topology/host_item.h"
#include "app/topology/link_item.h"
#include "app/topology/network_item.h"
#include "app/topology/overview.h"
#include "app/topology/palette_entry.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <memory>

using namespace lockstep;

class CanvasTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<ExperimentDocument>();
        m_scene = std::make_unique<TopologyScene>(*m_document);
        m_view = std::make_unique<TopologyView>(*m_document, *m_scene);
        m_one = addHost(*m_document, HostKind::CpuHost, {-300, -100});
        m_two = addHost(*m_document, HostKind::GpuHost, {100, 80});
        m_document->reset(m_document->experiment());
        m_view->resize(1000, 700);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->centerOn(0, 0);
    }
    void cleanup()
    {
        m_view.reset();
        m_scene.reset();
        m_document.reset();
    }

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
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
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

    void aNetworkMovesWithWhatStandsOnIt()
    {
        const std::string network = groupNodes(*m_document, {m_one});
        const QPointF before = item(m_one).pos();
        const QPointF other = item(m_two).pos();
        const QPoint label =
            m_view->mapFromScene(m_scene->networkItem(network)->area().topLeft() + QPointF(20, 12));
        drag(label, label + QPoint(48, 24));
        QCOMPARE(item(m_one).pos(), before + QPointF(48, 24));
        QCOMPARE(item(m_two).pos(), other);
        QCOMPARE(undo().count(), 2);
        undo().undo();
        QCOMPARE(item(m_one).pos(), before);
        // What is dragged off it stays behind.
        drag(center(m_one), center(m_one) + QPoint(300, 260));
        const QPointF away = item(m_one).pos();
        drag(label, label + QPoint(48, 24));
        QCOMPARE(item(m_one).pos(), away);
    }

    void theCornerOfANetworkStretchesIt()
    {
        const std::string id = addNetwork(*m_document, {-400, 100, 240, 160});
        const QPoint corner =
            m_view->mapFromScene(m_scene->networkItem(id)->area().bottomRight()) - QPoint(4, 4);
        drag(corner, corner + QPoint(60, 30));
        QCOMPARE(m_scene->networkItem(id)->area(), QRectF(-400, 100, 300, 190));
        undo().undo();
        QCOMPARE(m_scene->networkItem(id)->area(), QRectF(-400, 100, 240, 160));
        drag(corner, corner - QPoint(400, 400));
        QCOMPARE(m_scene->networkItem(id)->area().size(), QSizeF(48, 48));
    }

    void aRubberBandBeginsInsideANetwork()
    {
        const std::string id = addNetwork(*m_document, {-400, -200, 800, 500});
        drag(m_view->mapFromScene(QPointF(-380, -150)), m_view->mapFromScene(QPointF(-60, 20)));
        QCOMPARE(m_scene->selection(), (ElementSet{{m_one}, {}}));
    }

    void aChipChoosesADevice()
    {
        changeHost(*m_document, m_two, {}, [](Host& host) { host.gpus = 3; });
        const auto click = [&](std::size_t chip) {
            const QPointF middle = chipRects(item(m_two).card()).at(chip).center();
            QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                              m_view->mapFromScene(item(m_two).pos() + middle));
        };
        QCOMPARE(item(m_two).card().chips.size(), std::size_t(4)); // the CPU and three GPUs
        click(3);
        QVERIFY(host(m_two).devices == (std::vector<Device>{{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}}));
        click(1);
        QVERIFY(host(m_two).devices == (std::vector<Device>{{DeviceKind::Cuda, 2}}));
        click(0);
        QVERIFY(host(m_two).devices.front() == Device{});
        undo().undo();
        undo().undo();
        QCOMPARE(host(m_two).devices.size(), std::size_t(2));
        // A drag that begins on a chip moves the card and chooses nothing.
        const QPoint chip =
            m_view->mapFromScene(item(m_two).pos() + chipRects(item(m_two).card()).at(2).center());
        drag(chip, chip + QPoint(30, 0));
        QCOMPARE(host(m_two).devices.size(), std::size_t(2));
    }

    void digitsAndCChooseDevicesOfAllSelectedHosts()
    {
        m_scene->select({{m_one, m_two}, {}});
        const int before = undo().count();
        QTest::keyClick(m_view.get(), Qt::Key_2);
        QCOMPARE(undo().count(), before + 1);
        for (const std::string& id : {m_one, m_two})
            QVERIFY(host(id).devices.back() == (Device{DeviceKind::Cuda, 2}));
        QTest::keyClick(m_view.get(), Qt::Key_2);
        QVERIFY(host(m_one).devices == std::vector<Device>{Device{}});
        QTest::keyClick(m_view.get(), Qt::Key_C);
        QVERIFY(host(m_two).devices.front() == Device{});
    }

    void shiftPullsAParallelLinkAndLanesKeepApart()
    {
        drag(handleOf(m_one, 1), center(m_two));
        drag(handleOf(m_one, 1), center(m_two), Qt::LeftButton, Qt::ShiftModifier);
        drag(handleOf(m_two, 3), center(m_one), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(topology().links.size(), std::size_t(3));
        std::vector<QPointF> middles;
        for (const LinkKey& key : linkKeys(topology()))
            middles.push_back(m_scene->linkItem(key)->middle());
        for (std::size_t one = 0; one < middles.size(); ++one) {
            for (std::size_t two = one + 1; two < middles.size(); ++two)
                QVERIFY(QLineF(middles[one], middles[two]).length() > 15);
        }
    }

    void linksGoRoundCards()
    {
        Experiment experiment;
        for (int index = 0; index < 3; ++index) {
            Host node;
            node.id = "h" + std::to_string(index);
            node.position.x = index * 320;
            experiment.topology.hosts.push_back(node);
        }
        experiment.topology.links.push_back({"h0", "h2", {}, {}, {}, {}});
        m_document->reset(experiment);
        const LinkItem* link = m_scene->linkItem({"h0", "h2", 0});
        const QRectF between = item("h1").cardRect();
        for (int step = 0; step <= 100; ++step)
            QVERIFY(!between.contains(link->route().at(step / 100.0)));
        // Out of the way, the link is straight again.
        moveNodes(*m_document, {{"h1", {320, 600}}});
        QVERIFY(std::abs(link->middle().y() - item("h0").cardRect().center().y()) < 1);
        undo().undo();
        for (int step = 0; step <= 100; ++step)
            QVERIFY(!between.contains(link->route().at(step / 100.0)));
    }

    void dragsSnapToTheGridUnlessAltIsHeld()
    {
        m_scene->setSnap(24);
        drag(center(m_one), center(m_one) + QPoint(50, 31));
        QCOMPARE(std::fmod(item(m_one).pos().x(), 24), 0.0);
        QCOMPARE(std::fmod(item(m_one).pos().y(), 24), 0.0);
        const QPointF before = item(m_one).pos();
        drag(center(m_one), center(m_one) + QPoint(50, 31), Qt::LeftButton, Qt::AltModifier);
        QCOMPARE(item(m_one).pos(), before + QPointF(50, 31));
    }

    void escapeEndsADragWithoutAStep()
    {
        const QPointF before = item(m_one).pos();
        const QPoint start = center(m_one);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, start);
        QTest::mouseMove(m_view->viewport(), start + QPoint(60, 60));
        QVERIFY(item(m_one).pos() != before);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QCOMPARE(item(m_one).pos(), before);
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, start + QPoint(60, 60));
        QCOMPARE(undo().count(), 0);
    }

    void textOfACopyCanBeDropped()
    {
        QMimeData data;
        data.setText(copyText(topology(), {{m_two}, {}}));
        QVERIFY(drop(data, {500, 350}));
        QCOMPARE(topology().hosts.size(), std::size_t(3));
        QCOMPARE(topology().hosts.back().name, std::string("gpu-2"));
        QSignalSpy failed(m_view.get(), &TopologyView::failed);
        data.setText(QStringLiteral("{\"hosts\": 1}"));
        drop(data, {500, 350});
        QCOMPARE(failed.count(), 1);
        QCOMPARE(topology().hosts.size(), std::size_t(3));
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/x.lockstep.json"))});
        QVERIFY(!drop(file, {500, 350})); // it is for the window
    }

    void theOverviewShowsItselfWhenThereIsMoreThanIsSeen()
    {
        m_view->zoomToFit();
        QVERIFY(m_view->overview().isHidden());
        m_view->setZoom(3);
        QVERIFY(!m_view->overview().isHidden());
        const QPointF before = m_view->mapToScene(m_view->viewport()->rect().center());
        QTest::mouseClick(&m_view->overview(), Qt::LeftButton, {}, QPoint(20, 20));
        QVERIFY(QLineF(before, m_view->mapToScene(m_view->viewport()->rect().center())).length() > 50);
        m_view->overview().setWanted(false);
        QVERIFY(m_view->overview().isHidden());
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

private:
    const Topology& topology() const { return m_document->experiment().topology; }
    QUndoStack& undo() { return m_document->undoStack(); }
    const Host& host(const std::string& id) const { return topology().hosts[*findHost(topology(), id)]; }
    HostItem& item(const std::string& id) const { return *m_scene->hostItem(id); }
    QPoint center(const std::string& id) const { return m_view->mapFromScene(item(id).cardRect().center()); }
    QPoint handleOf(const std::string& id, std::size_t handle) const
    {
        return m_view->mapFromScene(item(id).mapToScene(HostItem::handles()[handle]));
    }

    void drag(const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* viewport = m_view->viewport();
        QTest::mouseMove(viewport, from);
        QTest::mousePress(viewport, button, {}, from);
        for (int step = 1; step <= 8; ++step) {
            const QPoint place = from + (to - from) * step / 8;
            QMouseEvent move(QEvent::MouseMove, place, viewport->mapToGlobal(place), Qt::NoButton, button,
                             modifiers);
            QApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, button, modifiers, to);
    }

    /// QDrag has no mouse to follow without a display, so the events it would cause are sent.
    bool drop(QMimeData& data, const QPoint& place)
    {
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_view->viewport(), &enter);
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, {});
        event.ignore();
        QApplication::sendEvent(m_view->viewport(), &event);
        return enter.isAccepted() && event.isAccepted();
    }

    void wheel(int angle)
    {
        const QPointF place(500, 350);
        QWheelEvent event(place, m_view->mapToGlobal(place), {}, {0, angle}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view->viewport(), &event);
    }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<TopologyScene> m_scene;
    std::unique_ptr<TopologyView> m_view;
    std::string m_one;
    std::string m_two;
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
