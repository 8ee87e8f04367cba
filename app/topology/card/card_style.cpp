// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_style.h"

#include "app/theme/phase_color.h"

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
    if (card.lamp.hasFailed())
        return colors.bad;
    if (card.warns())
        return colors.warning;
    if (card.lamp.phase)
        return phaseColor(*card.lamp.phase, colors);
    if (card.lamp.test)
        return *card.lamp.test == TestState::Passed ? colors.good : colors.accent;
    return colors.mutedText;
}

} // namespace lockstep
