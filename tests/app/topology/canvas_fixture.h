// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/palette/palette_entry.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <memory>

namespace lockstep {

/// A canvas with two hosts, and a hand that holds a mouse over it.
class CanvasFixture : public QObject {
protected:
    void openCanvas()
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
    void closeCanvas()
    {
        m_view.reset();
        m_scene.reset();
        m_document.reset();
    }

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

} // namespace lockstep
