// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/problem_bar.h"

#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

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
    m_text->setText(text);
    setAccessibleName(text);
    show();
}

QString ProblemBar::text() const
{
    return m_text->text();
}

void ProblemBar::tintIcon()
{
    m_icon->setPixmap(
        tintedPixmap(QStringLiteral("warning"), themeColors(palette()).bad, 20, devicePixelRatioF()));
}

void ProblemBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcon();
    QFrame::changeEvent(event);
}

} // namespace lockstep
