// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Networks, chips, lanes and the overview, by mouse and keyboard.
#include "app/document/copies.h"
#include "app/document/node_geometry.h"
#include "app/topology/card/card_chips.h"
#include "app/topology/items/network_item.h"
#include "app/topology/viewport/overview.h"
#include "tests/app/topology/canvas_fixture.h"

#include <QSignalSpy>
#include <cmath>

using namespace lockstep;

class CanvasNodesTest : public CanvasFixture {
    Q_OBJECT

private slots:
    void init() { openCanvas(); }
    void cleanup() { closeCanvas(); }

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

    void linksBetweenCardsThatMoveTogetherKeepTheirCourse()
    {
        drag(handleOf(m_one, 1), center(m_two));
        const LinkItem* link = m_scene->linkItem({m_one, m_two, 0});
        const LinkRoute before = link->route();
        m_scene->selectAll();
        drag(center(m_one), center(m_one) + QPoint(70, 30));
        QVERIFY(link->route() == before.translated({70, 30}));
        undo().undo();
        QVERIFY(link->route() == before);
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

    void aDragOfManyIsDrawnRoughlyUntilItIsLetGo()
    {
        Experiment large = m_document->experiment();
        for (int index = 0; index < 60; ++index) {
            Host host;
            host.id = "many-" + std::to_string(index);
            host.position = {(index % 10) * 300.0, 400 + index / 10 * 160.0, {}};
            large.topology.hosts.push_back(host);
            for (int other = 0; other < index && other < 6; ++other)
                large.topology.links.push_back({host.id, "many-" + std::to_string(other), {}, {}, {}, {}});
        }
        m_document->reset(large);
        const auto dragStarts = [&] {
            QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, center(m_one));
            QTest::mouseMove(m_view->viewport(), center(m_one) + QPoint(30, 10));
            return m_scene->drawsFast();
        };
        m_scene->selectAll();
        QVERIFY(dragStarts());
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, center(m_one));
        QVERIFY(!m_scene->drawsFast());
        m_scene->select({{m_one}, {}});
        QVERIFY(!dragStarts()); // a few alone are drawn well
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, center(m_one));
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

    void theOverviewKeepsClearOfCards_data()
    {
        QTest::addColumn<QSize>("canvas");
        QTest::addColumn<qreal>("zoom");
        QTest::newRow("large") << QSize(1000, 700) << 2.0;
        QTest::newRow("of a small window") << QSize(530, 470) << 1.0;
    }
    void theOverviewKeepsClearOfCards()
    {
        QFETCH(QSize, canvas);
        QFETCH(qreal, zoom);
        m_view->resize(canvas);
        m_view->setZoom(zoom);
        QWidget& overview = m_view->overview();
        const auto card = [&] { return m_view->mapFromScene(item(m_two).cardRect()).boundingRect(); };
        const auto bring = [&](const QPoint& place) {
            const QPoint middle = m_view->viewport()->rect().center();
            m_view->centerOn(m_view->mapToScene(middle + card().center() - place));
        };
        bring(QRect({}, canvas).bottomRight() - QPoint(110, 80));
        QVERIFY(m_view->viewport()->rect().intersects(card()));
        QVERIFY(overview.isVisible());
        QTRY_VERIFY2(!overview.geometry().intersects(card()), "in the usual corner");
        const QRect there = overview.geometry();
        QVERIFY(QRect({}, canvas).contains(there));
        bring(there.center());
        QTRY_VERIFY2(!overview.geometry().intersects(card()), "where it went");
    }
};

QTEST_MAIN(CanvasNodesTest)
#include "canvas_nodes_test.moc"
