// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/problem_bar.h"

#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>
#include <utility>

namespace lockstep {

ProblemBar::ProblemBar(QWidget* parent) : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("problemBar"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put this message away"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 8, 6);
    layout->setSpacing(10);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(close);
    tintIcon();
    hide();
}

void ProblemBar::say(const QString& text)
{
    put(text, false);
}

void ProblemBar::tell(const QString& text)
{
    put(text, true);
}

void ProblemBar::put(const QString& text, bool isHarmless)
{
    m_text->setText(text);
    setAccessibleName(text);
    if (std::exchange(m_isHarmless, isHarmless) != isHarmless) {
        setProperty("harmless", isHarmless);
        style()->unpolish(this);
        style()->polish(this);
        tintIcon();
    }
    show();
}

QString ProblemBar::text() const
{
    return m_text->text();
}

void ProblemBar::tintIcon()
{
    const ThemeColors& colors = themeColors(palette());
    m_icon->setPixmap(m_isHarmless
                          ? tintedPixmap(QStringLiteral("waiting"), colors.accent, 20, devicePixelRatioF())
                          : tintedPixmap(QStringLiteral("warning"), colors.bad, 20, devicePixelRatioF()));
}

void ProblemBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcon();
    QFrame::changeEvent(event);
}

} // namespace lockstep
