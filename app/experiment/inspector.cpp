// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment/inspector.h"

#include "app/experiment/document_form.h"
#include "app/experiment/experiment_panel.h"
#include "app/experiment/host_panel.h"
#include "app/experiment/link_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringList>
#include <QVBoxLayout>

namespace lockstep {

namespace {

/// Takes only the room of the panel that is seen, so that short panels do not scroll.
class PanelStack : public QStackedWidget {
public:
    using QStackedWidget::QStackedWidget;
    QSize sizeHint() const override { return currentWidget() ? currentWidget()->sizeHint() : QSize(); }
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QSize();
    }
};

} // namespace

Inspector::Inspector(ExperimentDocument& document, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_panels(new PanelStack),
      m_experiment(new ExperimentPanel(document)), m_host(new HostPanel(document)), m_link(new LinkPanel(document))
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
    layout->addWidget(m_panels);
    layout->addStretch(1);
    for (QWidget* panel : {static_cast<QWidget*>(m_experiment), static_cast<QWidget*>(m_host),
                           static_cast<QWidget*>(m_link), makeSeveralPanel()})
        m_panels->addWidget(panel);
    setWidget(body);
    connect(m_host, &HostPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_link, &LinkPanel::removeWanted, this, &Inspector::removeWanted);
    connect(m_panels, &QStackedWidget::currentChanged, m_panels, [this] { m_panels->updateGeometry(); });
}

QWidget* Inspector::makeSeveralPanel()
{
    auto* panel = new QWidget;
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    m_several = new QLabel(panel);
    m_several->setProperty("heading", true);
    auto* hint = new QLabel(tr("Drag them together, or press L to link two hosts."), panel);
    hint->setWordWrap(true);
    hint->setProperty("muted", true);
    auto* remove = new QPushButton(tr("Delete them"), panel);
    connect(remove, &QPushButton::clicked, this, &Inspector::removeWanted);
    layout->addWidget(m_several);
    layout->addWidget(hint);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    return panel;
}

void Inspector::showElements(const ElementSet& elements)
{
    m_elements = elements;
    if (elements.isEmpty()) {
        m_panels->setCurrentWidget(m_experiment);
    } else if (elements.links.empty() && elements.nodes.size() == 1 &&
               findHost(m_document.experiment().topology, *elements.nodes.begin())) {
        m_host->showHost(*elements.nodes.begin());
        m_panels->setCurrentWidget(m_host);
    } else if (elements.nodes.empty() && elements.links.size() == 1) {
        m_link->showLink(*elements.links.begin());
        m_panels->setCurrentWidget(m_link);
    } else {
        m_several->setText(tr("%n element(s) selected", nullptr, static_cast<int>(elements.size())));
        m_panels->setCurrentIndex(3);
    }
}

void Inspector::focusFirstField()
{
    if (m_panels->currentWidget() == m_host)
        m_host->form().focusField(QStringLiteral("name"));
    else if (m_panels->currentWidget() == m_link)
        m_link->focusBandwidth();
    else if (m_panels->currentWidget() == m_experiment)
        m_experiment->form().focusField(QStringLiteral("name"));
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
    if (parts.value(1) == QLatin1String("links") && index < topology.links.size())
        return {{}, {linkKeys(topology)[index]}};
    return {};
}

void Inspector::focusKey(const std::string& key)
{
    const QString whole = QString::fromStdString(key);
    const QString last = whole.section(u'.', 3);
    if (m_panels->currentWidget() == m_host)
        m_host->form().focusField(last);
    else if (m_panels->currentWidget() == m_link)
        m_link->form().focusField(last);
    else
        m_experiment->form().focusField(whole);
}

} // namespace lockstep
