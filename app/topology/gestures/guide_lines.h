// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsLineItem>
#include <QLineF>
#include <memory>
#include <vector>

class QGraphicsScene;

namespace lockstep {

/// Lines in a scene that show how what is dragged is aligned; they leave it with this object.
class GuideLines {
public:
    explicit GuideLines(QGraphicsScene& scene) : m_scene(scene) {}

    void show(const std::vector<QLineF>& lines);
    void clear() { m_items.clear(); }

private:
    QGraphicsScene& m_scene;
    std::vector<std::unique_ptr<QGraphicsLineItem>> m_items;
};

} // namespace lockstep
