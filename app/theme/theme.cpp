// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/theme.h"

#include "app/theme/style_sheet.h"
#include "app/theme/theme_palette.h"
#include "app/theme/theme_style.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QFontInfo>
#include <QLocale>
#include <QSettings>
#include <utility>

namespace lockstep {

namespace {

constexpr double kTextPoints = 10;
const auto kSaid = QLatin1String("interface/systemTheme");
const auto kSaidDark = QLatin1String("dark");
const auto kSaidLight = QLatin1String("light");

ThemeColors darkColors()
{
    ThemeColors colors;
    colors.window = QColor(0x14181f);
    colors.panel = QColor(0x1a1f27);
    colors.card = QColor(0x1f2630);
    colors.cardBorder = QColor(0x4f5d72);
    colors.grid = QColor(0x2a3340);
    colors.text = QColor(0xe6ebf2);
    colors.mutedText = QColor(0x93a0b4);
    colors.accent = QColor(0x4c9dff);
    colors.good = QColor(0x3ecf8e);
    colors.warning = QColor(0xf2b84b);
    colors.bad = QColor(0xf0616d);
    colors.series = {QColor(0x4c9dff), QColor(0x3ecf8e), QColor(0xf2b84b), QColor(0xf0616d),
                     QColor(0xb18cff), QColor(0x3fc8d6), QColor(0xff9a5c), QColor(0xe573c4)};
    return colors;
}

ThemeColors lightColors()
{
    ThemeColors colors;
    colors.window = QColor(0xf4f6f9);
    colors.panel = QColor(0xeef1f5);
    colors.card = QColor(0xffffff);
    colors.cardBorder = QColor(0x9aa8bc);
    colors.grid = QColor(0xd3dae4);
    colors.text = QColor(0x1b2430);
    colors.mutedText = QColor(0x5c6a7e);
    colors.accent = QColor(0x1f6feb);
    colors.good = QColor(0x17875a);
    colors.warning = QColor(0xb07a08);
    colors.bad = QColor(0xc9313f);
    colors.series = {QColor(0x1f6feb), QColor(0x1a9e63), QColor(0xc98a0c), QColor(0xd23f4c),
                     QColor(0x7c4dda), QColor(0x0f93a3), QColor(0xd9631a), QColor(0xc03d9d)};
    return colors;
}

const ThemeColors& colorsOf(ThemeKind kind)
{
    static const ThemeColors dark = darkColors();
    static const ThemeColors light = lightColors();
    return kind == ThemeKind::Dark ? dark : light;
}

/// Chinese wants one family for everything, or bold text falls back to a face without a bold. Without a
/// desktop the system's font is no family but a word for one ("Sans Serif"), and the first family that there
/// is takes its place: for English a Japanese one, whose quotes and apostrophes are not as wide as a
/// character.
QFont interfaceFont(const QFont& systemFont)
{
    QFont font = systemFont;
    const QStringList chinese = {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),
                                 QStringLiteral("WenQuanYi Micro Hei")};
    const QStringList own = systemFont.families();
    const QStringList narrow = {QStringLiteral("Noto Sans CJK JP"), QStringLiteral("Source Han Sans")};
    const bool isNamed = own.contains(QFontInfo(systemFont).family());
    if (QLocale().language() == QLocale::Chinese)
        font.setFamilies(chinese + own);
    else
        font.setFamilies(own + (isNamed ? QStringList() : narrow) + chinese);
    font.setPointSizeF(kTextPoints);
    return font;
}

} // namespace

QPalette themePalette(ThemeKind kind)
{
    const bool dark = kind == ThemeKind::Dark;
    const ThemeColors& colors = colorsOf(kind);
    const QColor base = dark ? QColor(0x12161c) : QColor(0xffffff);
    const QColor button = dark ? QColor(0x262d38) : QColor(0xf7f9fb);
    QPalette palette;
    palette.setColor(QPalette::Window, colors.panel);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, dark ? QColor(0x191e26) : QColor(0xf5f7fa));
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, colors.card);
    palette.setColor(QPalette::ToolTipText, colors.text);
    palette.setColor(QPalette::PlaceholderText, dark ? QColor(0x66738a) : QColor(0x8a97a8));
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::Light, button.lighter(dark ? 130 : 105));
    palette.setColor(QPalette::Midlight, button.lighter(115));
    palette.setColor(QPalette::Mid, dark ? QColor(0x161b22) : QColor(0xc9d1dc));
    palette.setColor(QPalette::Dark, dark ? QColor(0x0d1015) : QColor(0xb4bfcd));
    palette.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : QColor(0x8a97a8));
    const QColor disabled = dark ? QColor(0x616d80) : QColor(0x9aa5b3);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, dark ? QColor(0x2b3442) : QColor(0xd5dce6));
    return palette;
}

ThemeKind systemTheme()
{
    static const ThemeKind guess = [] {
        constexpr int kDarkestLightWindow = 128;
        // Without a desktop Qt's palette is light, whatever people like.
        const bool isTold = !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP");
        const bool isLight =
            QGuiApplication::palette().color(QPalette::Window).lightness() >= kDarkestLightWindow;
        return isTold && isLight ? ThemeKind::Light : ThemeKind::Dark;
    }();
    const QString said = QSettings().value(kSaid).toString();
    return said == kSaidDark ? ThemeKind::Dark : said == kSaidLight ? ThemeKind::Light : guess;
}

void setSystemTheme(std::optional<ThemeKind> kind)
{
    if (kind)
        QSettings().setValue(kSaid, QString(*kind == ThemeKind::Dark ? kSaidDark : kSaidLight));
    else
        QSettings().remove(kSaid);
}

void applyTheme(QApplication& application, ThemeKind kind)
{
    systemTheme();
    static const QFont systemFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    static bool hasStyle = false; // which outlives every change of theme
    if (!std::exchange(hasStyle, true))
        QApplication::setStyle(new ThemeStyle);
    QApplication::setFont(interfaceFont(systemFont));
    QApplication::setPalette(themePalette(kind));
    application.setStyleSheet(styleSheet(colorsOf(kind)));
}

ThemeKind themeKind(const QPalette& palette)
{
    // A style sheet changes a widget's own Window and Text roles, but never this one.
    constexpr int kDarkestLightShadow = 40;
    const QColor shadow = palette.color(QPalette::Active, QPalette::Shadow);
    return shadow.lightness() < kDarkestLightShadow ? ThemeKind::Dark : ThemeKind::Light;
}

const ThemeColors& themeColors(const QPalette& palette)
{
    return colorsOf(themeKind(palette));
}

} // namespace lockstep
