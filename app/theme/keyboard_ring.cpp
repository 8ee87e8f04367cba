// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/keyboard_ring.h"

#include "app/theme/theme.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

namespace lockstep {

namespace {

constexpr int kLine = 2;

/// Lies over the view, but is no more than its line: what the view paints below is not held up by it.
class KeyboardRing : public QWidget {
public:
    explicit KeyboardRing(QWidget& view) : QWidget(&view), m_view(view)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        hide();
        view.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched != &m_view)
            return QWidget::eventFilter(watched, event);
        if (event->type() == QEvent::FocusIn)
            focusCame(static_cast<QFocusEvent*>(event)->reason());
        else if (event->type() == QEvent::FocusOut)
            hide();
        else if (event->type() == QEvent::KeyPress && isKey(*static_cast<QKeyEvent*>(event)))
            use(true);
        else if (event->type() == QEvent::Resize && isVisible())
            surround();
        return false;
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), themeColors(palette()).accent); }

private:
    /// Ctrl and its like are held for the mouse, too.
    static bool isKey(const QKeyEvent& event)
    {
        const int key = event.key();
        return key != Qt::Key_Control && key != Qt::Key_Shift && key != Qt::Key_Alt && key != Qt::Key_Meta;
    }

    void focusCame(Qt::FocusReason reason)
    {
        switch (reason) {
        case Qt::TabFocusReason:
        case Qt::BacktabFocusReason:
        case Qt::ShortcutFocusReason:
            return use(true);
        case Qt::MouseFocusReason:
            return use(false);
        default:
            return use(m_isInUse); // it comes back from a menu or another window
        }
    }

    void use(bool isInUse)
    {
        m_isInUse = isInUse;
        const bool isShown = isInUse && m_view.hasFocus();
        if (isShown)
            surround();
        setVisible(isShown);
    }

    void surround()
    {
        setGeometry(m_view.rect());
        setMask(QRegion(rect()) - QRegion(rect().adjusted(kLine, kLine, -kLine, -kLine)));
        raise();
    }

    QWidget& m_view;
    bool m_isInUse = false;
};

} // namespace

void showKeyboardRing(QWidget& view)
{
    new KeyboardRing(view);
}

} // namespace lockstep
