// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/catalogue_bar.h"

#include "app/text/plain_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockstep {

CatalogueBar::CatalogueBar(QWidget* parent)
    : QWidget(parent), m_heading(new QLabel(this)), m_search(new QLineEdit(this)),
      m_columns(new QPushButton(this)), m_compare(new QPushButton(this)), m_sweep(new QPushButton(this)),
      m_inquire(new QPushButton(this))
{
    m_heading->setProperty("heading", true);
    m_search->setClearButtonEnabled(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_heading);
    layout->addWidget(m_search, 1);
    for (QPushButton* button : {m_columns, m_compare, m_sweep, m_inquire})
        layout->addWidget(button);
    connect(m_search, &QLineEdit::textChanged, this, &CatalogueBar::searchChanged);
    connect(m_columns, &QPushButton::clicked, this, &CatalogueBar::columnsWanted);
    connect(m_compare, &QPushButton::clicked, this, &CatalogueBar::comparisonWanted);
    connect(m_sweep, &QPushButton::clicked, this, &CatalogueBar::sweepWanted);
    connect(m_inquire, &QPushButton::clicked, this, &CatalogueBar::inquiryWanted);
    retranslate();
}

void CatalogueBar::setCanCompare(bool can)
{
    m_compare->setEnabled(can);
}

void CatalogueBar::retranslate()
{
    m_heading->setText(tr("Runs"));
    m_search->setPlaceholderText(tr("Search: words, lr>0.01, model:resnet, -tag:old"));
    m_search->setAccessibleName(tr("Search the runs"));
    m_search->setToolTip(wrappedText(tr("Words are looked for in names, tags, notes, models, data sets and "
                                        "hosts. tag:, note:, state:, host:, "
                                        "model: or any parameter or result narrow them, by key or by the "
                                        "name shown: model:resnet, "
                                        "optimizer=adam, lr>0.01, accuracy>=90%, "
                                        "created>2026-11. A - in front leaves out what it holds for.")));
    m_columns->setText(tr("Columns…"));
    m_columns->setToolTip(tr("Choose which parameters and results are shown"));
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("Put the chosen runs side by side; choose several with Ctrl or Shift"));
    m_sweep->setText(tr("Sweep…"));
    m_sweep->setToolTip(tr("Run the document with several values of a setting"));
    m_inquire->setText(tr("Refresh"));
    m_inquire->setToolTip(tr("Ask the hosts of the runs whose state is not known"));
}

void CatalogueBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
