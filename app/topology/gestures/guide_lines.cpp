// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/guide_lines.h"

#include "app/theme/theme.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QPen>

namespace lockstep {

namespace {

constexpr qreal kUnderCards = 5; ///< and over links: texts stay free of lines

} // namespace

void GuideLines::show(const std::vector<QLineF>& lines)
{
    if (m_items.size() > lines.size())
        m_items.resize(lines.size());
    QPen pen(themeColors(QApplication::palette()).accent, qApp->devicePixelRatio());
    pen.setCosmetic(true);
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (index == m_items.size()) {
            m_items.push_back(std::make_unique<QGraphicsLineItem>());
            m_items.back()->setPen(pen);
            m_items.back()->setZValue(kUnderCards);
            m_scene.addItem(m_items.back().get());
        }
        if (m_items[index]->line() != lines[index])
            m_items[index]->setLine(lines[index]);
    }
}

} // namespace lockstep
