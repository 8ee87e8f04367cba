// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/keyboard/keyboard_navigator.h"
#include "app/topology/viewport/hand_tool.h"
#include "app/topology/viewport/node_placer.h"
#include "app/topology/viewport/viewpoint.h"

#include <QGraphicsView>

namespace lockstep {

class FindBar;
class Overview;
class TopologyScene;

/// The canvas: looks at a scene, takes drops, and gives mouse and keys to those who know what they mean.
class TopologyView : public QGraphicsView {
    Q_OBJECT
public:
    TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent = nullptr);

    /// 1: 100 %.
    qreal zoom() const { return m_viewpoint.zoom(); }
    void setZoom(qreal zoom) { m_viewpoint.setZoom(zoom); }
    /// Shows all cards, never larger than 100 %. Before the view is shown: as soon as it is.
    void zoomToFit() { m_viewpoint.fit(); }
    /// The same for these elements alone.
    void zoomTo(const ElementSet& elements);
    /// Puts a node near the middle of what is seen, clear of the others, and selects it.
    void addInView(const PaletteEntry& entry) { m_placer.addInView(entry); }
    /// The same for hosts in rows, all of which are brought into view.
    void addHostsInView(const std::vector<Host>& hosts, Join join);
    /// Adds what was copied with its middle at a point of the scene, and selects it.
    void pasteAt(const QString& text, const QPointF& center) { m_placer.paste(text, center); }
    /// Where a paste by key goes: the mouse when it is over the canvas, else the middle of what is seen.
    QPointF pasteCenter() const;
    /// Selects elements and brings them into view.
    void reveal(const ElementSet& elements);
    void openFind();
    /// Links the two selected nodes; from one alone it begins a link whose other end arrows and Enter choose.
    void link() { m_keyboard.link(); }
    /// The element that the keyboard is at; none before a key has led to one.
    const ElementSet& focused() const { return m_keyboard.element(); }
    Overview& overview() { return *m_overview; }

signals:
    void zoomChanged(qreal zoom);
    /// Enter or a double click on a selected element: it is to be edited.
    void editWanted();
    /// A right click or the menu key: a menu for the selection is wanted here.
    void menuWanted(const QPoint& globalPoint);
    /// Something could not be done.
    void failed(const QString& sentence);

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool focusNextPrevChild(bool next) override;

private:
    void setUp();
    void connectAll();
    void takeDrag(QDropEvent& event);
    void selectUnder(const QPoint& point);
    QPoint menuPlace();
    void placeOverlays();
    void describe();

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    Viewpoint m_viewpoint;
    HandTool m_hand;
    KeyboardNavigator m_keyboard;
    NodePlacer m_placer;
    FindBar* m_find;
    Overview* m_overview;
};

} // namespace lockstep
