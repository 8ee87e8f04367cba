// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/keyboard/canvas_focus.h"

#include <QGraphicsView>
#include <QObject>

class QKeyEvent;

namespace lockstep {

class TopologyScene;

/// The canvas by keyboard: goes from element to element, selects, moves, chooses devices and links.
class KeyboardNavigator : public QObject {
    Q_OBJECT
public:
    KeyboardNavigator(ExperimentDocument& document, TopologyScene& scene, QGraphicsView& view);

    /// The element that the keyboard is at; none before a key has led to one.
    const ElementSet& element() const { return m_focus.element(); }
    const CanvasFocus& focus() const { return m_focus; }
    /// Whether the last thing done was done by a key: only then one is shown where the keyboard is.
    bool isInUse() const { return m_isInUse; }
    void setInUse(bool isInUse) { m_isInUse = isInUse; }

    /// False for a key that means nothing here.
    bool press(const QKeyEvent& event);
    /// Selects the next or previous element in the order of the document or, while a link is drawn, aims at
    /// it. False past either end.
    bool goToNext(bool forward);
    /// Selects the element, or no longer.
    void toggle();
    /// Links the two selected nodes; from one alone it begins a link whose other end arrows and Enter choose.
    void link();

signals:
    /// The element is another one, or another one is selected.
    void moved();
    /// What is selected is to be edited.
    void editWanted();
    /// Something could not be done.
    void failed(const QString& sentence);

private:
    bool pressArrow(const QKeyEvent& event);
    bool pressDeviceKey(const QKeyEvent& event);
    void pressLinkKey(const QKeyEvent& event);
    void goTo(const ElementSet& element);
    void extendTo(const ElementSet& element);
    ElementSet toward(const QPointF& direction) const;
    void aimAt(const std::string& end);
    void edit();
    void giveUp();
    void followSelection();

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    QGraphicsView& m_view;
    CanvasFocus m_focus;
    bool m_isInUse = false;
};

} // namespace lockstep
