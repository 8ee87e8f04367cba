// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/page_switch.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace lockstep {

PageSwitch::PageSwitch(const QStringList& names, QWidget* parent)
    : QFrame(parent), m_buttons(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("segments"));
    setAccessibleName(tr("Pages"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    m_buttons->setExclusive(true);
    for (const QString& name : names) {
        auto* button = new QToolButton(this);
        button->setText(name);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setProperty("segment", true);
        m_buttons->addButton(button, static_cast<int>(m_buttons->buttons().size()));
        layout->addWidget(button);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, &PageSwitch::pageChosen);
}

void PageSwitch::setPage(int page)
{
    if (QAbstractButton* button = m_buttons->button(page))
        button->setChecked(true);
}

} // namespace lockstep
