// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"
#include "app/topology/keyboard/canvas_focus.h"
#include "app/topology/palette/palette_entry.h"

#include <QGraphicsView>

namespace lockstep {

class FindBar;
class Overview;
class TopologyScene;

/// The canvas: looks at a scene, zooms, pans, takes drops, and does by keys what the mouse does.
class TopologyView : public QGraphicsView {
    Q_OBJECT
public:
    TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent = nullptr);

    /// 1: 100 %.
    qreal zoom() const { return transform().m11(); }
    void setZoom(qreal zoom);
    /// What is at this point of the viewport stays there.
    void zoomAt(qreal zoom, const QPointF& place);
    /// Shows all cards, never larger than 100 %. Before the view is shown: as soon as it is.
    void zoomToFit();
    /// The same for these elements alone.
    void zoomTo(const ElementSet& elements);
    /// Puts a node near the middle of what is seen, clear of the others, and selects it.
    void addInView(const PaletteEntry& entry);
    /// Adds what was copied with its middle at a point of the scene, and selects it.
    void pasteAt(const QString& text, const QPointF& center);
    /// Where a paste by key goes: the mouse when it is over the canvas, else the middle of what is seen.
    QPointF pasteCenter() const;
    /// Selects elements and brings them into view.
    void reveal(const ElementSet& elements);
    void openFind();
    /// Links the two selected nodes; from one alone it begins a link whose other end arrows and Enter choose.
    void link();
    /// The element that the keyboard is at; none before a key has led to one.
    const ElementSet& focused() const { return m_focus.element(); }
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
    bool handleKey(const QKeyEvent& event);
    bool handleArrow(const QKeyEvent& event);
    bool handleLinkKey(const QKeyEvent& event);
    void handleSpace(const QKeyEvent& event);
    void nudge(const QPointF& way);
    void walk(const QPointF& direction);
    void extend(const QPointF& direction);
    void toggleFocused();
    void setFocused(const ElementSet& element);
    void followSelection();
    bool selectNext(bool forward);
    void aimNext(bool forward);
    void edit();
    QString linkHint() const;
    void drawKeyboardFocus(QPainter& painter);
    void drawHint(QPainter& painter, const QString& text);
    void drawInvitation(QPainter& painter);
    bool toggleDevices(const QKeyEvent& event);
    void addAt(const PaletteEntry& entry, const QPointF& center);
    void placeOverlays();
    void zoomToRect(const QRectF& room);
    void keepFitted();
    void describeSelection();
    void panBy(const QPoint& way);
    void beginPan(const QPoint& point);
    void endPan();

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    CanvasFocus m_focus;
    bool m_showsFocus = false; ///< the last thing done here was done by a key
    QPoint m_panPoint;
    bool m_isPanning = false;
    bool m_isSpaceDown = false;
    bool m_hasPanned = false; ///< since Space went down
    bool m_fitsWhenShown = false;
    bool m_staysFitted = false; ///< until one moves, zooms or edits, the drawing is fitted to every new size
    FindBar* m_find;
    Overview* m_overview;
};

} // namespace lockstep
