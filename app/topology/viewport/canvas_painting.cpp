// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the canvas shows and tells a screen reader of the place where the keyboard is.
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QFocusEvent>
#include <QPainter>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kHintMargin = 14;

QString describe(const ExperimentDocument& document, const TopologyScene& scene, const ElementSet& elements)
{
    QStringList names;
    const Topology& topology = document.experiment().topology;
    for (const std::string& id : elements.nodes) {
        if (const HostItem* item = scene.hostItem(id))
            names << item->card().description();
        else if (scene.networkItem(id))
            names << TopologyView::tr("Network %1").arg(QString::fromStdString(nodeName(topology, id)));
    }
    for (const LinkKey& key : elements.links) {
        const LinkItem* link = scene.linkItem(key);
        QString text = TopologyView::tr("Link from %1 to %2")
                           .arg(QString::fromStdString(nodeName(topology, key.from)),
                                QString::fromStdString(nodeName(topology, key.to)));
        if (link && !link->label().isEmpty())
            text += QStringLiteral(", ") + link->label();
        names << text;
    }
    return names.join(QStringLiteral("; "));
}

} // namespace

void TopologyView::describeSelection()
{
    if (m_scene.isLinkingByKey()) {
        setAccessibleDescription(linkHint());
        return;
    }
    const ElementSet selected = m_scene.selection();
    QString text = selected.isEmpty() ? tr("Nothing is selected. Tab goes through hosts and links.")
                                      : describe(m_document, m_scene, selected);
    const bool isAtSelected = std::includes(selected.nodes.begin(), selected.nodes.end(),
                                            focused().nodes.begin(), focused().nodes.end()) &&
                              std::includes(selected.links.begin(), selected.links.end(),
                                            focused().links.begin(), focused().links.end());
    if (!isAtSelected)
        text =
            tr("At %1, which is not selected.").arg(describe(m_document, m_scene, focused())) + u' ' + text;
    setAccessibleDescription(text);
}

QString TopologyView::linkHint() const
{
    const auto [from, to] = m_scene.pulledEnds();
    const Topology& topology = m_document.experiment().topology;
    return tr("Link from %1 to %2. Arrows or Tab choose another end, Enter draws it, Esc gives up.")
        .arg(QString::fromStdString(nodeName(topology, from)),
             QString::fromStdString(nodeName(topology, to)));
}

void TopologyView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        m_showsFocus = true;
    viewport()->update();
}

void TopologyView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    m_isSpaceDown = false;
    if (m_scene.isLinkingByKey() && event->reason() != Qt::PopupFocusReason)
        m_scene.cancelGesture();
    viewport()->update();
}

void TopologyView::drawKeyboardFocus(QPainter& painter)
{
    if (!m_showsFocus || !hasFocus())
        return;
    const QColor accent = themeColors(palette()).accent;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    QPen pen(accent, 2 * devicePixelRatioF(), focused().isEmpty() ? Qt::SolidLine : Qt::DotLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    if (focused().isEmpty()) {
        // The canvas itself has the keyboard.
        painter.resetTransform();
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    } else {
        painter.drawPath(m_focus.ring());
    }
    painter.restore();
    if (m_scene.isLinkingByKey())
        drawHint(painter, linkHint());
}

/// What an empty canvas says.
void TopologyView::drawInvitation(QPainter& painter)
{
    constexpr int kIcon = 56;
    constexpr int kGap = 12;
    constexpr int kWidest = 540;
    const ThemeColors& colors = themeColors(palette());
    const QString title = tr("Draw your cluster");
    const QString text =
        tr("Drag a host from the left to here, or double-click it.\n"
           "Point at a card and pull one of its round handles to another card to link them.");
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setWeight(QFont::DemiBold);
    const int width = qMin(kWidest, viewport()->width() - 4 * kHintMargin);
    const QRect words =
        fontMetrics().boundingRect(QRect(0, 0, width, 10000), Qt::AlignHCenter | Qt::TextWordWrap, text);
    const int titleHeight = QFontMetrics(large).height();
    QRect room(0, 0, width, kIcon + kGap + titleHeight + kGap / 2 + words.height());
    room.moveCenter(viewport()->rect().center());
    painter.save();
    painter.resetTransform();
    painter.fillRect(room.adjusted(-2 * kGap, -2 * kGap, 2 * kGap, 2 * kGap),
                     colors.window); // no dots behind letters
    painter.drawPixmap(
        room.center().x() - kIcon / 2, room.top(),
        tintedPixmap(QStringLiteral("network"), colors.cardBorder, kIcon, devicePixelRatioF()));
    room.setTop(room.top() + kIcon + kGap);
    painter.setFont(large);
    painter.setPen(colors.text);
    painter.drawText(room, Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, title);
    room.setTop(room.top() + titleHeight + kGap / 2);
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    painter.drawText(room, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, text);
    painter.restore();
}

/// A line of text at the lower edge, as long as what it is about lasts.
void TopologyView::drawHint(QPainter& painter, const QString& text)
{
    const ThemeColors& colors = themeColors(palette());
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const QRect all = viewport()->rect().adjusted(kHintMargin, kHintMargin, -kHintMargin, -kHintMargin);
    const QRect words =
        fontMetrics().boundingRect(all.adjusted(kHintMargin, 0, -kHintMargin, 0),
                                   Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, text);
    const QRectF room = QRectF(words).adjusted(-kHintMargin, -6, kHintMargin, 6).translated(0, -6);
    painter.setPen(QPen(colors.accent, 1));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(room, 8, 8);
    painter.setPen(colors.text);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    painter.restore();
}

} // namespace lockstep
