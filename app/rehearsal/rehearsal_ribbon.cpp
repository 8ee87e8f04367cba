// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rehearsal/rehearsal_ribbon.h"

#include "app/rehearsal/rehearsal_texts.h"
#include "app/text/list_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

namespace lockstep {

namespace {

QLabel* addLabel(QWidget* parent, const char* role)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty(role, true);
    return label;
}

} // namespace

RehearsalRibbon::RehearsalRibbon(QWidget* parent)
    : QFrame(parent), m_sentence(addLabel(this, "heading")), m_omissions(addLabel(this, "muted")),
      m_present(addLabel(this, "warningText")), m_undo(new QPushButton(this))
{
    setObjectName(QStringLiteral("rehearsalRibbon"));
    m_present->setObjectName(QStringLiteral("disturbances"));
    m_present->setProperty("errorText", true); // in the tone of a warning
    m_undo->setObjectName(QStringLiteral("undoDisturbances"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 7, 12, 7);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_sentence, 0, 0);
    grid->addWidget(m_omissions, 1, 0);
    grid->addWidget(m_present, 2, 0);
    grid->addWidget(m_undo, 0, 1, 3, 1, Qt::AlignVCenter);
    connect(m_undo, &QPushButton::clicked, this, &RehearsalRibbon::undoWanted);
    retranslate();
}

void RehearsalRibbon::showRehearsal(const std::optional<RehearsalFacts>& facts, const Topology& topology)
{
    m_facts = facts;
    m_topology = topology;
    retranslate();
}

void RehearsalRibbon::showDisturbances(const Disturbances& disturbances)
{
    m_disturbances = disturbances;
    retranslate();
}

void RehearsalRibbon::retranslate()
{
    setVisible(m_facts.has_value());
    if (!m_facts)
        return;
    m_sentence->setText(rehearsalSentence(*m_facts, static_cast<int>(m_topology.hosts.size())));
    m_omissions->setText(sentencesText(omissionSentences(*m_facts)));
    m_omissions->setVisible(!m_omissions->text().isEmpty());
    m_present->setText(disturbanceTexts(m_disturbances, m_topology).join(QStringLiteral(" · ")));
    m_present->setVisible(!m_disturbances.isEmpty());
    m_undo->setText(tr("As drawn again"));
    m_undo->setToolTip(
        tr("Mends all links, lets hosts go on and relieves them. A host that was killed stays so."));
    m_undo->setVisible(
        std::ranges::any_of(m_disturbances.hosts, [](const auto& host) { return !host.second.isKilled; }) ||
        !m_disturbances.links.empty());
}

void RehearsalRibbon::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
