// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/key_walk.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QImage>
#include <QMenuBar>
#include <QRadioButton>
#include <QTabBar>
#include <QTest>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kMostStops = 200;
constexpr int kSeen = 12; ///< pixels that change where the keyboard is

QString nameOf(const QWidget& widget)
{
    QStringList parts{QString::fromLatin1(widget.metaObject()->className()), widget.objectName()};
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        parts.append(u'"' + button->text() + u'"');
    parts.append(QStringLiteral("in"));
    parts.append(QString::fromLatin1(widget.parentWidget()->metaObject()->className()));
    parts.removeAll(QString());
    return parts.join(u' ');
}

QRect placeOf(const QWidget& widget)
{
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

bool isShown(const QWidget& widget, const QWidget& window)
{
    return widget.isVisible() && widget.isEnabled() && widget.window() == &window && !widget.size().isEmpty();
}

/// Of buttons that exclude each other Tab reaches the one that had the keyboard last; arrows lead to the
/// others.
bool isReachedByArrows(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (!button)
        return false;
    if (!button->group())
        return button->autoExclusive() && !button->isChecked();
    const QList<QAbstractButton*> all = button->group()->buttons();
    return button->group()->exclusive() && std::ranges::any_of(all, [button](const QAbstractButton* other) {
               return other != button && (other->focusPolicy() & Qt::TabFocus);
           });
}

/// Buttons that belong to a control which does the same with keys.
bool isPartOfControl(const QWidget& widget)
{
    for (const QWidget* above = widget.parentWidget(); above && !above->isWindow();
         above = above->parentWidget()) {
        if (qobject_cast<const QTabBar*>(above) || above->inherits("QLineEdit") ||
            above->inherits("QMenuBar") || above->inherits("QAbstractItemView"))
            return true;
    }
    return false;
}

QList<QWidget*> expectedStops(const QWidget& window)
{
    QList<QWidget*> stops;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (isShown(*widget, window) && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() &&
            !isReachedByArrows(*widget))
            stops.append(widget);
    }
    return stops;
}

int differing(const QImage& left, const QImage& right)
{
    int count = 0;
    for (int y = 0; y < qMin(left.height(), right.height()); ++y) {
        for (int x = 0; x < qMin(left.width(), right.width()); ++x)
            count += left.pixel(x, y) != right.pixel(x, y) ? 1 : 0;
    }
    return count;
}

/// People read from the left to the right, then on below; what lies above to the right may be another column.
bool isReadBefore(const QRect& one, const QRect& other)
{
    const bool beside = one.top() < other.bottom() && other.top() < one.bottom();
    return beside ? one.right() <= other.left() : one.bottom() <= other.top() && one.left() < other.right();
}

class Walk {
public:
    explicit Walk(QWidget& window) : m_window(window) {}

    QStringList faults()
    {
        m_expected = expectedStops(m_window);
        if (m_expected.isEmpty())
            return {};
        QWidget* const here = m_window.focusWidget();
        QWidget* const start = m_expected.contains(here) ? here : m_expected.first();
        start->clearFocus(); // or it may have it from a mouse
        start->setFocus(Qt::TabFocusReason);
        go();
        for (QWidget* widget : m_expected) {
            if (!m_stops.contains(widget))
                say(QStringLiteral("Tab does not reach"), *widget);
        }
        // Once on the way round it does; where the walk began is of no matter.
        if (m_backwards.size() > 1)
            m_faults.append(m_backwards);
        checkButtons();
        return m_faults;
    }

private:
    void say(const QString& what, const QWidget& widget) { m_faults.append(what + u' ' + nameOf(widget)); }

    void go()
    {
        for (int i = 0; i < kMostStops; ++i) {
            QWidget* stop = m_window.focusWidget();
            if (!stop || m_stops.contains(stop))
                return;
            m_stops.append(stop);
            const QImage withKeys = stop->grab().toImage();
            QTest::keyClick(m_window.windowHandle(), Qt::Key_Tab);
            QWidget* const next = m_window.focusWidget();
            if (next == stop && m_stops.size() < m_expected.size())
                return say(QStringLiteral("Tab does not leave"), *stop);
            checkOrder(*stop, *next);
            if (stop->isVisible() && differing(withKeys, stop->grab().toImage()) < kSeen)
                say(QStringLiteral("it is not seen where the keyboard is:"), *stop);
        }
    }

    /// Where they stand once both have been scrolled into sight.
    void checkOrder(const QWidget& from, const QWidget& to)
    {
        if (!from.isAncestorOf(&to) && isReadBefore(placeOf(to), placeOf(from)))
            m_backwards.append(
                QStringLiteral("Tab leads backwards from %1 to %2").arg(nameOf(from), nameOf(to)));
    }

    void checkButtons()
    {
        for (const QAbstractButton* button : m_window.findChildren<QAbstractButton*>()) {
            if (isShown(*button, m_window) && !(button->focusPolicy() & Qt::TabFocus) &&
                !isPartOfControl(*button) && !isReachedByArrows(*button))
                say(QStringLiteral("only a mouse presses"), *button);
        }
    }

    QWidget& m_window;
    QList<QWidget*> m_expected;
    QList<QWidget*> m_stops;
    QStringList m_backwards;
    QStringList m_faults;
};

} // namespace

QStringList keyWalkFaults(QWidget& window)
{
    return Walk(window).faults();
}

QStringList namelessControls(const QWidget& root)
{
    QStringList found;
    for (QWidget* control : root.findChildren<QWidget*>()) {
        const bool isReached = control->isVisible() && control->isEnabled() && control->window() == &root &&
                               (control->focusPolicy() & Qt::TabFocus) != 0 && !control->focusProxy();
        if (!isReached || qobject_cast<QTabBar*>(control))
            continue;
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(control);
        if (!told || told->text(QAccessible::Name).isEmpty())
            found.append(QString::fromLatin1(control->metaObject()->className()) + u' ' +
                         control->objectName() + QStringLiteral(" in ") +
                         QString::fromLatin1(control->parent()->metaObject()->className()));
    }
    return found;
}

} // namespace lockstep
