// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/card.h"

#include "app/theme/theme.h"

#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kRadius = 7;

class Card : public QWidget {
public:
    explicit Card(QWidget* content)
    {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(5, 5, 5, 5);
        layout->addWidget(content);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const ThemeColors& colors = themeColors(palette());
        QColor border = colors.cardBorder;
        border.setAlpha(130);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(border);
        painter.setBrush(colors.window);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    }
};

} // namespace

QWidget* framed(QWidget* content)
{
    return new Card(content);
}

void spaceCards(QSplitter& cards)
{
    constexpr int kGap = 10;
    cards.setChildrenCollapsible(false);
    cards.setHandleWidth(kGap);
    cards.setStyleSheet(QStringLiteral("QSplitter::handle { background: transparent; }"));
}

} // namespace lockstep
