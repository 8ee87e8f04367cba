// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QVector>
#include <optional>

class QApplication;

namespace lockstep {

enum class ThemeKind { Dark, Light };

/// Every colour that the program paints with, beyond QPalette.
struct ThemeColors {
    QColor window, panel, card, cardBorder, grid;
    QColor text, mutedText;
    QColor accent, good, warning, bad;
    QVector<QColor> series; ///< curves by rank, repeating
};

/// What the desktop is set to: as it said last, to this program or an earlier one, else as the palette tells
/// that Qt brought along; dark where nobody tells. To be asked for the first time before applyTheme() puts
/// our own palette there, which does so itself.
ThemeKind systemTheme();
/// What the desktop has said; kept for the next start. Nothing: it has no preference.
void setSystemTheme(std::optional<ThemeKind> kind);
/// Fusion with our palette, and the fonts for the language in use.
void applyTheme(QApplication& application, ThemeKind kind);
/// Which of our themes a palette made by applyTheme belongs to.
ThemeKind themeKind(const QPalette& palette);
/// The colours that belong to a palette made by applyTheme: light or dark is read off the palette, so a
/// widget asks with its own palette() and follows a change of theme by QEvent::PaletteChange.
const ThemeColors& themeColors(const QPalette& palette);

} // namespace lockstep
