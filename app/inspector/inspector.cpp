// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/inspector.h"

#include "app/inspector/element_keys.h"
#include "app/inspector/experiment_panel.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/host_panel.h"
#include "app/inspector/link_panel.h"
#include "app/inspector/multi_selection_panel.h"
#include "app/inspector/network_panel.h"
#include "app/inspector/switch_panel.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace lockstep {

namespace {

/// Of the key of an element's field, "topology.hosts.0.port".
constexpr int kList = 1;
constexpr int kMember = 3;

} // namespace

Inspector::Inspector(ExperimentDocument& document, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_experiment(new ExperimentPanel(document)),
      m_host(new HostPanel(document)), m_link(new LinkPanel(document)), m_switch(new SwitchPanel(document)),
      m_network(new NetworkPanel(document)), m_multiple(new MultiSelectionPanel(document))
{
    setObjectName(QStringLiteral("inspectorScroll"));
    setAccessibleName(tr("Inspector"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("inspectorBody"));
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->addWidget(m_experiment);
    for (ElementPanel* panel : elementPanels()) {
        layout->addWidget(panel);
        connect(panel, &ElementPanel::removeWanted, this, &Inspector::removeWanted);
    }
    connect(m_host, &HostPanel::testWanted, this, &Inspector::testWanted);
    layout->addStretch(1);
    setWidget(body);
    showPanel(nullptr);
}

QWidget& Inspector::panel() const
{
    return m_shown ? static_cast<QWidget&>(*m_shown) : *m_experiment;
}

std::array<ElementPanel*, 5> Inspector::elementPanels() const
{
    return {m_host, m_link, m_switch, m_network, m_multiple};
}

ElementPanel& Inspector::panelOf(const ElementSet& elements) const
{
    if (elements.size() != 1)
        return *m_multiple;
    if (!elements.links.empty())
        return *m_link;
    const std::string& id = *elements.nodes.begin();
    const Topology& topology = m_document.experiment().topology;
    return findHost(topology, id) ? *m_host : findSwitch(topology, id) ? *m_switch : *m_network;
}

void Inspector::showPanel(ElementPanel* shown)
{
    m_shown = shown;
    m_experiment->setVisible(!shown);
    for (ElementPanel* panel : elementPanels())
        panel->setVisible(panel == m_shown);
}

/// What a field does not take itself comes here.
void Inspector::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Cancel))
        emit leaveWanted();
    else
        QScrollArea::keyPressEvent(event);
}

void Inspector::showElements(const ElementSet& elements)
{
    if (elements.isEmpty()) {
        showPanel(nullptr);
        return;
    }
    ElementPanel& fitting = panelOf(elements);
    fitting.showElements(elements);
    showPanel(&fitting);
}

void Inspector::focusFirstField()
{
    const QWidget& shown = panel();
    for (QWidget* next = shown.nextInFocusChain(); next != &shown; next = next->nextInFocusChain()) {
        if (shown.isAncestorOf(next) && next->isVisible() && next->isEnabled() &&
            (next->focusPolicy() & Qt::TabFocus)) {
            next->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

std::optional<ElementSet> Inspector::firstDraft() const
{
    if (!m_experiment->form().drafts().scopes().empty())
        return ElementSet{};
    for (const ElementPanel* panel : elementPanels()) {
        for (const ElementSet& scope : panel->form().drafts().scopes()) {
            if (areThere(m_document.experiment().topology, scope))
                return scope;
        }
    }
    return std::nullopt;
}

ElementSet Inspector::elementsOfKey(const std::string& key) const
{
    return lockstep::elementsOfKey(m_document.experiment().topology, key);
}

QString Inspector::nameOfKey(const std::string& key) const
{
    return m_experiment->form().labelOf(QString::fromStdString(key));
}

QString Inspector::labelOfKey(const std::string& key) const
{
    const ElementSet elements = elementsOfKey(key);
    if (elements.isEmpty())
        return nameOfKey(key);
    return panelOf(elements).form().labelOf(QString::fromStdString(key).section(u'.', kMember));
}

void Inspector::showCosts(const std::optional<Result<ModelCosts>>& costs)
{
    m_experiment->showCosts(costs);
}

void Inspector::showForecast(const StrategyTable& table)
{
    m_experiment->showForecast(table);
}

void Inspector::showPreview(LivePreview& preview)
{
    m_experiment->showPreview(preview);
}

void Inspector::showProblems(const Problems& problems)
{
    m_experiment->showProblems(problems);
    for (ElementPanel* panel : elementPanels())
        panel->showProblems(problems);
}

void Inspector::focusKey(const std::string& key)
{
    const QString whole = QString::fromStdString(key);
    if (m_shown == m_multiple)
        m_shown->form().focusField(whole.section(u'.', kList, kList) + u'.' + whole.section(u'.', kMember));
    else if (m_shown)
        m_shown->form().focusField(whole.section(u'.', kMember));
    else
        m_experiment->form().focusField(whole);
}

} // namespace lockstep
