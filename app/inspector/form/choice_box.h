// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <QStylePainter>
#include <QWheelEvent>

namespace lockstep {

/// A combo box for a panel that scrolls: it may be narrower than its entries, which its list shows whole, and
/// the wheel turns the panel, not the choice. Escape is the panel's too.
class ChoiceBox : public QComboBox {
public:
    explicit ChoiceBox(QWidget* parent = nullptr) : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(8);
    }

    void showPopup() override
    {
        const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
        view()->setMinimumWidth(view()->sizeHintForColumn(0) + scrollBar);
        QComboBox::showPopup();
    }

protected:
    /// As QComboBox does, but for the end of a long text.
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        const QRect room =
            style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width());
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
    void keyPressEvent(QKeyEvent* event) override
    {
        // Which it would take for the first letter of an entry.
        if (event->matches(QKeySequence::Cancel))
            event->ignore();
        else
            QComboBox::keyPressEvent(event);
    }
};

} // namespace lockstep
