// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_style.h"

#include <QApplication>

namespace lockstep {

QFont cardFont(int pixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QColor stateColor(const CanvasCard& card, const ThemeColors& colors)
{
    if (card.run.phase == RunPhase::Failed)
        return colors.bad;
    if (card.warns())
        return colors.warning;
    switch (card.state) {
    case CanvasCard::State::Idle:
        return colors.mutedText;
    case CanvasCard::State::Ready:
        return colors.good;
    case CanvasCard::State::Warning:
        return colors.warning;
    case CanvasCard::State::Failed:
        break;
    }
    return colors.bad;
}

} // namespace lockstep
