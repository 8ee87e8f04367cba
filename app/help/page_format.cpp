// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/page_format.h"

#include "app/theme/theme.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kLane = 760;
constexpr int kLeastMargin = 20;
constexpr int kLineHeight = 130; // percent

/// Space above and below a block, in pixels at the usual size of type.
struct Space {
    int above;
    int below;
};

bool isCode(const QTextBlock& block)
{
    return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
}

/// Whose line is as high as the picture, and not a part more.
bool isPicture(const QTextBlock& block)
{
    return block.text() == QChar(QChar::ObjectReplacementCharacter);
}

Space spaceOf(const QTextBlock& block)
{
    switch (block.blockFormat().headingLevel()) {
    case 0:
        break;
    case 1:
        return {8, 12};
    default:
        return {20, 6};
    }
    if (isCode(block))
        return {isCode(block.previous()) ? 0 : 4, isCode(block.next()) ? 0 : 10};
    return block.textList() ? Space{2, 4} : Space{0, 10};
}

void formatBlock(const QTextBlock& block, const ThemeColors& colors)
{
    QTextBlockFormat format = block.blockFormat();
    const Space space = spaceOf(block);
    format.setTopMargin(space.above);
    format.setBottomMargin(space.below);
    if (isCode(block)) {
        format.setBackground(colors.panel);
        format.setLeftMargin(8);
    } else if (!isPicture(block)) {
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    }
    QTextCursor(block).setBlockFormat(format);
}

void formatTable(QTextTable& table, const ThemeColors& colors)
{
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(colors.grid);
    format.setCellPadding(5);
    format.setCellSpacing(0);
    format.setBottomMargin(10);
    table.setFormat(format);
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            const QTextTableCell cell = table.cellAt(row, column);
            for (QTextBlock block = cell.firstCursorPosition().block();
                 block.isValid() && block.position() <= cell.lastPosition(); block = block.next()) {
                QTextBlockFormat tight = block.blockFormat();
                tight.setBottomMargin(0);
                QTextCursor(block).setBlockFormat(tight);
            }
        }
    }
}

} // namespace

void formatPage(QTextDocument& page, const QPalette& palette)
{
    const ThemeColors& colors = themeColors(palette);
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
        formatBlock(block, colors);
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame))
            formatTable(*table, colors);
    }
}

int layOutPage(QTextDocument& page, int viewWidth)
{
    const int margin = std::max(kLeastMargin, (viewWidth - kLane) / 2);
    QTextFrameFormat format = page.rootFrame()->frameFormat();
    format.setLeftMargin(margin);
    format.setRightMargin(margin);
    page.rootFrame()->setFrameFormat(format);
    return std::max(1, viewWidth - 2 * margin);
}

} // namespace lockstep
