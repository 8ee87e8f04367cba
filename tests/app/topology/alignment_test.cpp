// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Guides that what is dragged is aligned with.
#include "app/topology/gestures/alignment_guides.h"
#include "tests/app/topology/canvas_fixture.h"

#include <QGraphicsLineItem>

using namespace lockstep;

class AlignmentTest : public CanvasFixture {
    Q_OBJECT

private slots:
    void init()
    {
        openCanvas();
        m_scene->setGuides(true);
    }
    void cleanup() { closeCanvas(); }

    void edgesAndMiddlesPull_data()
    {
        QTest::addColumn<QRectF>("moving");
        QTest::addColumn<qreal>("x");
        // The other one is 100 wide at 0 ... 100.
        QTest::newRow("left to left") << QRectF(3, 300, 60, 40) << -3.0;
        QTest::newRow("right to right") << QRectF(44, 300, 60, 40) << -4.0;
        QTest::newRow("middle to middle") << QRectF(18, 300, 60, 40) << 2.0;
        QTest::newRow("left to right") << QRectF(105, 300, 60, 40) << -5.0;
        QTest::newRow("right to left") << QRectF(-62, 300, 60, 40) << 2.0;
    }
    void edgesAndMiddlesPull()
    {
        QFETCH(QRectF, moving);
        QFETCH(qreal, x);
        const AlignmentGuides guides({QRectF(0, 0, 100, 40)});
        const AlignmentGuides::Shift shift = guides.shiftFor(moving, 6);
        QVERIFY(shift.x);
        QCOMPARE(*shift.x, x);
        QVERIFY(!shift.y);
        QVERIFY(!guides.shiftFor(moving, 1).x);
        const std::vector<QLineF> lines = guides.linesFor(moving.translated(x, 0));
        QVERIFY(!lines.empty());
        for (const QLineF& line : lines) // each touches both
            QVERIFY(line.x1() == line.x2() && line.y1() < 0 && line.y2() > 340);
        QVERIFY(guides.linesFor(moving).empty());
    }

    void gapsOfOneWidthPull()
    {
        const AlignmentGuides guides({QRectF(0, 0, 100, 40), QRectF(150, 0, 100, 40)});
        // After the two: the gap of 50 again.
        AlignmentGuides::Shift shift = guides.shiftFor(QRectF(303, 5, 70, 30), 6);
        QVERIFY(shift.x);
        QCOMPARE(*shift.x, -3.0);
        // Before them, and below them the other way round.
        shift = guides.shiftFor(QRectF(-118, 5, 70, 30), 6);
        QCOMPARE(shift.x.value_or(0), -2.0);
        const AlignmentGuides column({QRectF(0, 0, 100, 40), QRectF(0, 400, 100, 40)});
        shift = column.shiftFor(QRectF(37, 197, 30, 40), 6); // between the two
        QCOMPARE(shift.y.value_or(0), 3.0);
        QCOMPARE(column.linesFor(QRectF(37, 200, 30, 40)).size(), std::size_t(6));
    }

    void whatIsFarAwayDoesNotPull()
    {
        const AlignmentGuides guides({QRectF(0, 5000, 100, 40)});
        QVERIFY(!guides.shiftFor(QRectF(3, 0, 100, 40), 6).x);
    }

    void aDragIsAlignedAndShowsIt()
    {
        // Card two stands at (100, 80): card one is let go a little off its left edge.
        const QPoint start = center(m_one);
        const QPoint end = start + QPoint(396, 300);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, start);
        moveTo(start + QPoint(200, 200));
        QCOMPARE(lines(), 0);
        moveTo(end);
        QCOMPARE(item(m_one).pos(), QPointF(100, 200));
        QVERIFY(lines() >= 3); // both edges and the middle
        moveTo(end, Qt::AltModifier);
        QCOMPARE(item(m_one).pos(), QPointF(96, 200));
        QCOMPARE(lines(), 0);
        moveTo(end);
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, end);
        QCOMPARE(lines(), 0);
        QCOMPARE(host(m_one).position.x, 100.0);
        QCOMPARE(undo().count(), 1);
        undo().undo();
        QCOMPARE(host(m_one).position.x, -300.0);
    }

    void anAlignmentWinsOverTheGrid()
    {
        m_scene->setSnap(24);
        drag(center(m_one), center(m_one) + QPoint(396, 300));
        QCOMPARE(host(m_one).position.x, 100.0); // no line of the grid
        QCOMPARE(host(m_one).position.y, 192.0);
    }

    void guidesThatAreOffDoNothing()
    {
        m_scene->setGuides(false);
        drag(center(m_one), center(m_one) + QPoint(396, 300));
        QCOMPARE(host(m_one).position.x, 96.0);
    }

    void theReachIsOfTheScreen()
    {
        m_view->setZoom(0.5);
        const QPoint start = center(m_one);
        drag(start, start + QPoint(195, 150)); // 390 units: 10 off, 5 on the screen
        QCOMPARE(host(m_one).position.x, 100.0);
    }

private:
    void moveTo(const QPoint& place, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* viewport = m_view->viewport();
        QMouseEvent move(QEvent::MouseMove, place, viewport->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                         modifiers);
        QApplication::sendEvent(viewport, &move);
    }
    int lines() const
    {
        int count = 0;
        for (QGraphicsItem* one : m_scene->items())
            count += one->type() == QGraphicsLineItem::Type ? 1 : 0;
        return count;
    }
};

QTEST_MAIN(AlignmentTest)
#include "alignment_test.moc"
