// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/style_sheet.h"

#include "app/theme/mixed_color.h"

#include <QHash>

namespace lockstep {

namespace {

constexpr char kSheet[] = R"(
QToolTip { color: @text; background: @card; border: 1px solid @cardBorder; padding: 5px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow::separator { width: 1px; height: 1px; background: @line; }
QMenuBar { background: @panel; border: none; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @card; border: 1px solid @cardBorder; }
QMenu::item:selected { background: @accent; color: white; }
QMenu::separator { height: 1px; background: @cardBorder; margin: 3px 8px; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; padding: 5px 10px; spacing: 4px; }
QToolBar QToolButton { border: none; border-radius: 5px; padding: 5px; }
QToolBar QToolButton:hover { background: @hover; }
QToolBar QToolButton:pressed { background: @line; }
QStatusBar { background: @panel; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QSplitter::handle { background: @line; }
QFrame#segments { background: @window; border: 1px solid @line; border-radius: 7px; }
QToolBar QToolButton[segment="true"] { border: none; border-radius: 5px; padding: 5px 16px; color: @mutedText; }
QToolBar QToolButton[segment="true"]:hover { color: @text; background: transparent; }
QToolBar QToolButton[segment="true"]:checked { background: @raised; color: @text; font-weight: 600; }
QToolBar QToolButton[segment="true"]:focus { border: 1px solid @accent; padding: 4px 15px; }
QPushButton { background: @button; color: @text; border: 1px solid @fieldBorder; border-radius: 5px;
  padding: 5px 14px; }
QPushButton:hover { border-color: @cardBorder; background: @hover; }
QPushButton:pressed { background: @line; }
QPushButton:default { border-color: @accent; }
QPushButton:focus { border: 2px solid @accent; padding: 4px 13px; }
QPushButton:disabled { color: @disabled; border-color: @line; }
QPushButton::menu-indicator { image: url(:/icons/chevron-down.svg); width: 12px; height: 12px;
  subcontrol-origin: padding; subcontrol-position: center right; right: 4px; }
QPushButton[primary="true"] { background: @accent; color: white; border: 1px solid @accent; border-radius: 6px;
  padding: 6px 18px; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; }
QPushButton[primary="true"]:disabled { background: @line; border-color: @line; color: @disabled; }
QPushButton[danger="true"] { background: transparent; color: @bad; border: 1px solid @bad; border-radius: 6px;
  padding: 6px 18px; font-weight: 600; }
QPushButton[danger="true"]:hover { background: @badTint; }
QPushButton[danger="true"]:disabled { border-color: @line; color: @disabled; }
QPushButton[secondary="true"] { border-radius: 6px; padding: 6px 14px; }
QPushButton[secondary="true"]:focus { padding: 5px 13px; }
QPushButton[primary="true"]:focus, QPushButton[danger="true"]:focus { border: 2px solid @text; padding: 5px 17px; }
QMessageBox { messagebox-question-icon: url(:/icons/dialog-question.svg);
  messagebox-information-icon: url(:/icons/dialog-information.svg);
  messagebox-warning-icon: url(:/icons/dialog-warning.svg);
  messagebox-critical-icon: url(:/icons/dialog-error.svg); }
QLabel[heading="true"] { font-weight: 600; color: @text; }
QLabel[muted="true"] { color: @mutedText; }
QLabel[errorText="true"] { color: @bad; }
QLabel[errorText="true"][warningText="true"] { color: @warning; }
QToolButton { border: none; border-radius: 4px; padding: 3px 6px; color: @text; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @line; }
QToolButton:checked { background: @raised; }
QToolButton:disabled { color: @disabled; }
QToolButton:focus { background: @hover; }
QToolButton#browse { background: @button; border: 1px solid @fieldBorder; }
QToolButton#browse:hover, QToolButton#browse:focus { background: @hover; border-color: @cardBorder; }
QToolButton#fold:checked { background: transparent; }
QToolButton#fold:checked:hover, QToolButton#fold:focus { background: @hover; }
QToolButton::menu-indicator { image: url(:/icons/chevron-down.svg); width: 12px; height: 12px; }
QToolButton[popupMode="2"] { padding-right: 18px; }
QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: center right; right: 3px; }
QToolButton#problemButton { border: none; border-radius: 4px; padding: 2px 8px; color: @mutedText; }
QToolButton#problemButton:hover, QToolButton#problemButton:focus { background: @hover; color: @text; }
QFrame#fillInStrip { background: @panel; border: none; border-bottom: 1px solid @line; }
QFrame#rehearsalRibbon { background: @card; border: 1px solid @line; border-left: 4px solid @accent;
  border-radius: 6px; }
QFrame#startStrip { background: @panel; border: none; border-top: 1px solid @line; }
QFrame#startStrip QPushButton { text-align: left; }
QCommandLinkButton { background: transparent; border: 1px solid @line; border-radius: 7px; padding: 8px; }
QCommandLinkButton:hover { background: @hover; border-color: @cardBorder; }
QCommandLinkButton:focus { border-color: @accent; }
QFrame#problemPanel, QFrame#hostTestPanel { background: @panel; border: none; }
QListView#problemList, QListView#hostTestList { background: transparent; border: none; outline: none; }
QListView#problemList::item, QListView#hostTestList::item { padding: 3px 8px; margin: 0 6px; border-radius: 5px; color: @text; }
QListView#problemList::item:hover, QListView#hostTestList::item:hover { background: @hover; }
QListView#problemList::item:selected, QListView#hostTestList::item:selected { background: @hover; color: @text; }
QComboBox, QSpinBox, QDoubleSpinBox { background: @base; color: @text; border: 1px solid @fieldBorder;
  border-radius: 5px; padding: 4px 7px; }
QComboBox:hover, QLineEdit:hover, QSpinBox:hover { border-color: @cardBorder; }
QComboBox:focus, QComboBox:on, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @accent; }
QComboBox:disabled, QSpinBox:disabled { color: @disabled; }
QComboBox[wrong="true"], QSpinBox[wrong="true"] { border-color: @bad; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow, QSpinBox::down-arrow { image: url(:/icons/chevron-down.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: @card; color: @text; border: 1px solid @cardBorder; padding: 3px;
  selection-background-color: @accent; selection-color: white; outline: none; }
QSpinBox::up-button, QSpinBox::down-button { subcontrol-origin: border; border: none; width: 20px; }
QSpinBox::up-arrow { image: url(:/icons/chevron-up.svg); width: 12px; height: 12px; }
QSpinBox::down-arrow { width: 12px; height: 12px; }
QLineEdit { background: @base; border: 1px solid @fieldBorder; border-radius: 5px; padding: 4px 7px; }
QLineEdit:focus { border-color: @accent; }
QLineEdit:disabled { color: @disabled; }
QLineEdit[wrong="true"] { border-color: @bad; }
QPlainTextEdit { background: @base; border: 1px solid @fieldBorder; border-radius: 5px; }
QPlainTextEdit:focus { border-color: @accent; }
lockstep--LinesEdit { background: @base; border: 1px solid @fieldBorder; border-radius: 5px; padding: 2px 3px; }
lockstep--LinesEdit:focus { border-color: @accent; }
lockstep--LinesEdit[wrong="true"] { border-color: @bad; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @fieldBorder; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover { background: @mutedText; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QHeaderView { background: transparent; }
QHeaderView::section { background: transparent; color: @mutedText; border: none; border-bottom: 1px solid @line;
  padding: 4px 6px; }
QHeaderView::down-arrow, QHeaderView::up-arrow { width: 9px; height: 9px; subcontrol-origin: border;
  subcontrol-position: top center; }
QHeaderView::down-arrow { image: url(:/icons/chevron-down.svg); }
QHeaderView::up-arrow { image: url(:/icons/chevron-up.svg); }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar::tab { background: transparent; color: @mutedText; border: none; border-bottom: 2px solid transparent;
  padding: 5px 12px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QFileDialog QSidebar:focus { border: 1px solid @accent; }
QListWidget#palette { background: transparent; border: none; outline: none; }
QListWidget#palette::item { border-radius: 7px; padding: 7px 8px; margin: 1px 6px; }
QListWidget#palette::item:hover { background: @hover; }
QListWidget#palette::item:selected { background: @hover; color: @text; }
QListWidget#palette::item:selected:focus { border: 1px solid @accent; }
QFrame#problemBar { background: @badTint; border: none; border-bottom: 1px solid @bad; }
QFrame#problemBar[harmless="true"] { background: @panel; border-bottom-color: @line; }
QScrollArea#inspectorScroll, QWidget#inspectorBody { background: @panel; border: none; }
)";

} // namespace

QString styleSheet(const ThemeColors& colors)
{
    const bool dark = colors.window.lightness() < 128;
    const QHash<QString, QColor> names = {
        {QStringLiteral("text"), colors.text},
        {QStringLiteral("mutedText"), colors.mutedText},
        {QStringLiteral("window"), colors.window},
        {QStringLiteral("panel"), colors.panel},
        {QStringLiteral("card"), colors.card},
        {QStringLiteral("cardBorder"), colors.cardBorder},
        {QStringLiteral("accent"), colors.accent},
        {QStringLiteral("accentHover"), colors.accent.lighter(112)},
        {QStringLiteral("bad"), colors.bad},
        {QStringLiteral("warning"), colors.warning},
        {QStringLiteral("badTint"), mixed(colors.panel, colors.bad, 0.14)},
        {QStringLiteral("line"), mixed(colors.panel, colors.cardBorder, dark ? 0.35 : 0.4)},
        {QStringLiteral("fieldBorder"), mixed(colors.panel, colors.cardBorder, dark ? 0.6 : 0.75)},
        {QStringLiteral("hover"), mixed(colors.panel, colors.text, 0.08)},
        {QStringLiteral("button"), dark ? QColor(0x262d38) : QColor(0xf7f9fb)},
        {QStringLiteral("raised"), dark ? QColor(0x2b3442) : QColor(0xffffff)},
        {QStringLiteral("base"), dark ? QColor(0x12161c) : QColor(0xffffff)},
        {QStringLiteral("disabled"), dark ? QColor(0x616d80) : QColor(0x9aa5b3)},
    };
    const QString sheet = QString::fromLatin1(kSheet);
    QString filled;
    filled.reserve(sheet.size());
    for (qsizetype at = 0; at < sheet.size(); ++at) {
        if (sheet.at(at) != u'@') {
            filled += sheet.at(at);
            continue;
        }
        qsizetype end = at + 1;
        while (end < sheet.size() && sheet.at(end).isLetter())
            ++end;
        filled += names.value(sheet.mid(at + 1, end - at - 1)).name();
        at = end - 1;
    }
    return filled;
}

} // namespace lockstep
