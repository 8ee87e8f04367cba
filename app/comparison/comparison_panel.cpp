// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/comparison_panel.h"

#include "app/text/plain_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/theme/table_look.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

ComparisonPanel::ComparisonPanel(QWidget* parent)
    : QWidget(parent), m_table(new QTableView(this)), m_sum(new QLabel(this)),
      m_differencesOnly(new QToolButton(this)), m_open(new QPushButton(this))
{
    build();
    retranslate();
    connect(m_differencesOnly, &QToolButton::toggled, this, &ComparisonPanel::compare);
    connect(m_open, &QPushButton::clicked, this, [this] { emit documentWanted(*m_run); });
}

void ComparisonPanel::build()
{
    m_table->setModel(&m_model);
    showRows(*m_table);
    showKeyboardRing(*m_table);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_sum->setTextFormat(Qt::PlainText);
    m_sum->setProperty("muted", true);
    m_sum->setWordWrap(true);
    m_differencesOnly->setCheckable(true);
    m_differencesOnly->setAutoRaise(true);
    m_open->setEnabled(false);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->addWidget(m_sum, 1);
    bar->addWidget(m_differencesOnly);
    bar->addWidget(m_open);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addLayout(bar);
}

void ComparisonPanel::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_table->setAccessibleName(tr("Settings"));
    m_differencesOnly->setText(tr("Only what differs"));
    m_open->setText(tr("Open as a document"));
    m_open->setToolTip(tr("Begin a new document with what this run was started with. It is not saved yet."));
    m_model.setTitles({tr("This run"), tr("The document now")});
    compare();
}

void ComparisonPanel::showRun(const Experiment& experiment)
{
    m_run = experiment;
    m_open->setEnabled(true);
    compare();
}

void ComparisonPanel::setDocument(const Experiment& experiment, const QString& title)
{
    m_document = experiment;
    m_title = title;
    compare();
}

void ComparisonPanel::compare()
{
    m_isStale = !isVisible();
    if (m_isStale || !m_run)
        return;
    QVector<ComparedSetting> settings = compareExperiments({&*m_run, &m_document});
    const auto differing = static_cast<int>(std::ranges::count_if(settings, &ComparedSetting::differs));
    // Short, for the table has the room: its head says what the run is compared with.
    m_sum->setText(differing == 0 ? tr("No difference") : tr("%Ln difference(s)", nullptr, differing));
    m_sum->setToolTip(wrappedText(tr("Between this run and “%1” as it would run now.").arg(m_title)));
    if (m_differencesOnly->isChecked())
        settings.removeIf([](const ComparedSetting& setting) { return !setting.differs(); });
    m_model.setSettings(std::move(settings));
}

void ComparisonPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        compare();
}

void ComparisonPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
