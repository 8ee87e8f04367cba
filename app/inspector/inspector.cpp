// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/inspector.h"

#include "app/inspector/experiment_panel.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/host_panel.h"
#include "app/inspector/link_panel.h"
#include "app/inspector/multi_selection_panel.h"
#include "app/inspector/network_panel.h"
#include "app/inspector/switch_panel.h"

#include <QStringList>
#include <QVBoxLayout>

namespace lockstep {

namespace {

/// For a panel whose fields depend on what is selected.
void focusFirstOf(QWidget& panel)
{
    for (QWidget* next = panel.nextInFocusChain(); next != &panel; next = next->nextInFocusChain()) {
        if (panel.isAncestorOf(next) && next->isVisible() && next->isEnabled() &&
            (next->focusPolicy() & Qt::TabFocus)) {
            next->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

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
    for (QWidget* panel : panels())
        layout->addWidget(panel);
    layout->addStretch(1);
    setWidget(body);
    showPanel(m_experiment);
    connect(m_host, &HostPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_link, &LinkPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_switch, &SwitchPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_network, &NetworkPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_multiple, &MultiSelectionPanel::removeWanted, this, &Inspector::removeWanted);
}

std::array<QWidget*, 6> Inspector::panels() const
{
    return {m_experiment, m_host, m_link, m_switch, m_network, m_multiple};
}

void Inspector::showPanel(QWidget* shown)
{
    m_shown = shown;
    for (QWidget* panel : panels())
        panel->setVisible(panel == shown);
}

void Inspector::showElements(const ElementSet& elements)
{
    if (elements.isEmpty()) {
        showPanel(m_experiment);
    } else if (elements.links.empty() && elements.nodes.size() == 1) {
        showNode(*elements.nodes.begin());
    } else if (elements.nodes.empty() && elements.links.size() == 1) {
        m_link->showLink(*elements.links.begin());
        showPanel(m_link);
    } else {
        m_multiple->showElements(elements);
        showPanel(m_multiple);
    }
}

void Inspector::showNode(const std::string& id)
{
    const Topology& topology = m_document.experiment().topology;
    if (findHost(topology, id)) {
        m_host->showHost(id);
        showPanel(m_host);
    } else if (findSwitch(topology, id)) {
        m_switch->showSwitch(id);
        showPanel(m_switch);
    } else {
        m_network->showNetwork(id);
        showPanel(m_network);
    }
}

void Inspector::focusFirstField()
{
    if (m_shown == m_host)
        m_host->form().focusField(QStringLiteral("name"));
    else if (m_shown == m_link)
        m_link->focusBandwidth();
    else if (m_shown == m_switch)
        m_switch->form().focusField(QStringLiteral("name"));
    else if (m_shown == m_network)
        m_network->form().focusField(QStringLiteral("name"));
    else if (m_shown == m_experiment)
        m_experiment->form().focusField(QStringLiteral("name"));
    else
        focusFirstOf(*m_shown);
}

std::optional<ElementSet> Inspector::firstDraft() const
{
    const Topology& topology = m_document.experiment().topology;
    if (!m_experiment->form().scopesWithDrafts().empty())
        return ElementSet{};
    for (const QString& scope : m_host->form().scopesWithDrafts()) {
        if (findHost(topology, scope.toStdString()))
            return ElementSet{{scope.toStdString()}, {}};
    }
    for (const QString& scope : m_switch->form().scopesWithDrafts()) {
        if (findSwitch(topology, scope.toStdString()))
            return ElementSet{{scope.toStdString()}, {}};
    }
    for (const QString& scope : m_network->form().scopesWithDrafts()) {
        if (findNetwork(topology, scope.toStdString()))
            return ElementSet{{scope.toStdString()}, {}};
    }
    for (const QString& scope : m_link->form().scopesWithDrafts()) {
        const QStringList parts = scope.split(u'\n');
        const LinkKey key{parts.value(0).toStdString(), parts.value(1).toStdString(), parts.value(2).toInt()};
        if (findLink(topology, key))
            return ElementSet{{}, {key}};
    }
    return std::nullopt;
}

ElementSet Inspector::elementsOfKey(const std::string& key) const
{
    const Topology& topology = m_document.experiment().topology;
    const QStringList parts = QString::fromStdString(key).split(u'.');
    bool isIndex = false;
    const std::size_t index = parts.value(2).toUInt(&isIndex);
    if (parts.value(0) != QLatin1String("topology") || !isIndex)
        return {};
    if (parts.value(1) == QLatin1String("hosts") && index < topology.hosts.size())
        return {{topology.hosts[index].id}, {}};
    if (parts.value(1) == QLatin1String("switches") && index < topology.switches.size())
        return {{topology.switches[index].id}, {}};
    if (parts.value(1) == QLatin1String("networks") && index < topology.networks.size())
        return {{topology.networks[index].id}, {}};
    if (parts.value(1) == QLatin1String("links") && index < topology.links.size())
        return {{}, {linkKeys(topology)[index]}};
    return {};
}

QString Inspector::nameOfKey(const std::string& key) const
{
    return m_experiment->form().labelOf(QString::fromStdString(key));
}

void Inspector::showCosts(const std::optional<Result<ModelCosts>>& costs)
{
    m_experiment->showCosts(costs);
}

void Inspector::showPreview(LivePreview& preview)
{
    m_experiment->showPreview(preview);
}

void Inspector::showProblems(const Problems& problems)
{
    m_experiment->showProblems(problems);
}

void Inspector::focusKey(const std::string& key)
{
    const QString whole = QString::fromStdString(key);
    const QString last = whole.section(u'.', 3);
    if (m_shown == m_host)
        m_host->form().focusField(last);
    else if (m_shown == m_link)
        m_link->form().focusField(last);
    else if (m_shown == m_switch)
        m_switch->form().focusField(last);
    else if (m_shown == m_network)
        m_network->form().focusField(last);
    else
        m_experiment->form().focusField(whole);
}

} // namespace lockstep
