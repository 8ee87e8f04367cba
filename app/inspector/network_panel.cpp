// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/network_panel.h"

#include "app/document/elements.h"
#include "app/document/node_geometry.h"
#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

NetworkPanel::NetworkPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_members(new QLabel(this))
{
    auto* heading = new QLabel(tr("Network"), this);
    heading->setProperty("heading", true);
    auto* remove = new QPushButton(tr("Delete this network"), this);
    m_members->setProperty("muted", true);
    m_members->setWordWrap(true);
    m_members->setTextFormat(Qt::PlainText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading);
    layout->addWidget(m_form);
    layout->addWidget(m_members);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    addName();
    addSide("width", tr("Width"), &Network::width);
    addSide("height", tr("Height"), &Network::height);
    connect(remove, &QPushButton::clicked, this, &NetworkPanel::removeWanted);
    connect(&m_document, &ExperimentDocument::changed, this, &NetworkPanel::refresh);
}

std::optional<QString> NetworkPanel::pathOf(const Experiment& experiment, const char* key) const
{
    const std::optional<std::size_t> index = findNetwork(experiment.topology, m_id);
    if (!index)
        return std::nullopt;
    return QStringLiteral("topology.networks.%1.").arg(*index) + QLatin1String(key);
}

void NetworkPanel::addName()
{
    m_form->addText({QStringLiteral("name"),
                     tr("Name"),
                     tr("What you call it."),
                     {},
                     [this](const Experiment& experiment) {
                         const auto index = findNetwork(experiment.topology, m_id);
                         return index ? QString::fromStdString(experiment.topology.networks[*index].name)
                                      : QString();
                     },
                     [this](const Experiment& experiment, const QString& text) -> Result<Experiment> {
                         const std::optional<QString> path = pathOf(experiment, "name");
                         return path ? withText(experiment, *path, text.trimmed()) : experiment;
                     }});
}

void NetworkPanel::addSide(const char* key, const QString& label, double Network::*side)
{
    m_form->addText({QLatin1String(key),
                     label,
                     tr("In pixels at a zoom of 100 %, at least 48."),
                     {},
                     [this, side](const Experiment& experiment) {
                         const auto index = findNetwork(experiment.topology, m_id);
                         return index ? numberText(experiment.topology.networks[*index].*side) : QString();
                     },
                     [this, key](const Experiment& experiment, const QString& text) -> Result<Experiment> {
                         const std::optional<QString> path = pathOf(experiment, key);
                         return path ? withNumber(experiment, *path, text) : experiment;
                     }});
}

void NetworkPanel::showNetwork(const std::string& id)
{
    m_id = id;
    m_form->setScope(QString::fromStdString(id));
    refresh();
}

void NetworkPanel::refresh()
{
    const Topology& topology = m_document.experiment().topology;
    const std::optional<std::size_t> index = findNetwork(topology, m_id);
    if (!index)
        return;
    QStringList names;
    for (const std::string& id : membersOf(topology, topology.networks[*index]))
        names << QString::fromStdString(nodeName(topology, id));
    m_members->setText(names.isEmpty() ? tr("Nothing stands on it. Drag hosts here: they move with it.")
                                       : tr("Moves with it: %1").arg(names.join(QStringLiteral(", "))));
    m_form->refresh();
}

} // namespace lockstep
