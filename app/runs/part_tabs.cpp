// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/part_tabs.h"

#include "app/theme/icons.h"
#include "app/theme/reading_order.h"
#include "app/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QTabBar>
#include <QToolButton>

namespace lockstep {

PartTabs::PartTabs(QWidget* parent) : QTabWidget(parent), m_fill(new QToolButton(this))
{
    setDocumentMode(true);
    makeTabBarApart(*this);
    tabBar()->setDrawBase(false); // a line of its own, above that of the page
    m_fill->setObjectName(QStringLiteral("fillPage"));
    m_fill->setAutoRaise(true);
    m_fill->setCheckable(true);
    setCornerWidget(m_fill);
    connect(m_fill, &QToolButton::clicked, this, &PartTabs::fillingWanted);
    retranslate();
    tintButton();
}

void PartTabs::addPart(QWidget* part)
{
    addTab(part, part->windowTitle());
    connect(part, &QWidget::windowTitleChanged, this,
            [this, part](const QString& title) { setTabText(indexOf(part), title); });
}

QList<QWidget*> PartTabs::inReadingOrder() const
{
    QList<QWidget*> all{tabBar(), m_fill};
    for (int part = 0; part < count(); ++part)
        all.append(widget(part));
    return all;
}

bool PartTabs::isFilling() const
{
    return m_fill->isChecked();
}

void PartTabs::setFilling(bool fills)
{
    m_fill->setChecked(fills);
    retranslate();
    tintButton();
}

void PartTabs::retranslate()
{
    const QString name = isFilling() ? tr("Show the other parts again") : tr("Fill the page with this part");
    m_fill->setAccessibleName(name);
    m_fill->setToolTip(isFilling() ? tr("Show the other parts again (Esc)") : name);
    // Qt names these once.
    for (const auto& [button, text] :
         {std::pair("ScrollLeftButton", "Scroll Left"), std::pair("ScrollRightButton", "Scroll Right")}) {
        if (auto* scroll = findChild<QToolButton*>(QLatin1String(button)))
            scroll->setAccessibleName(
                QCoreApplication::translate(QTabBar::staticMetaObject.className(), text));
    }
}

void PartTabs::tintButton()
{
    const QString icon = isFilling() ? QStringLiteral("shrink") : QStringLiteral("fill");
    m_fill->setIcon(tintedIcon(icon, themeColors(palette()).mutedText));
}

void PartTabs::paintEvent(QPaintEvent*)
{
    // Nothing: in document mode that would be a stroke of the page's line above the corner's button.
}

void PartTabs::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        tintButton();
}

} // namespace lockstep
