// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/part_key.h"

#include "app/theme/part_color.h"
#include "app/timeline/part_name.h"

#include <QEvent>
#include <QPainter>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr int kSwatch = 11;
constexpr int kAround = 12;

std::vector<std::pair<QString, QColor>> entries(const ThemeColors& colors)
{
    std::vector<std::pair<QString, QColor>> all;
    for (const StepPart part : kStepParts)
        all.emplace_back(partName(part), partColor(part, colors));
    all.emplace_back(PartKey::tr("Sums of buckets over the ranks"), bucketColors(colors)[0]);
    return all;
}

} // namespace

PartKey::PartKey(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize PartKey::sizeHint() const
{
    return {200, fontMetrics().height() + 6};
}

/// What does not fit is left out from the end: the figures name every part as well.
void PartKey::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ThemeColors& colors = themeColors(palette());
    int x = kAround;
    for (const auto& [name, color] : entries(colors)) {
        const int width = kSwatch + 5 + fontMetrics().horizontalAdvance(name);
        if (x + width > this->width())
            break;
        painter.fillRect(x, (height() - kSwatch) / 2, kSwatch, kSwatch, color);
        painter.setPen(colors.mutedText);
        painter.drawText(QRect(x + kSwatch + 5, 0, width, height()), Qt::AlignVCenter | Qt::AlignLeft, name);
        x += width + 16;
    }
}

void PartKey::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        update();
}

} // namespace lockstep
