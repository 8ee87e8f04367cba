// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/place_panel.h"

#include "app/document/node_geometry.h"
#include "app/document/quantities.h"
#include "app/inspector/document_form.h"
#include "app/inspector/field_values.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

PlacePanel::PlacePanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_heading(new QLabel(this)), m_members(new QLabel(this)), m_remove(new QPushButton(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_heading->setProperty("heading", true);
    m_members->setProperty("muted", true);
    m_members->setWordWrap(true);
    m_members->setTextFormat(Qt::PlainText);
    layout->addWidget(m_heading);
    layout->addWidget(m_form);
    layout->addWidget(m_members);
    layout->addSpacing(14);
    layout->addWidget(m_remove, 0, Qt::AlignLeft);
    addFields();
    connect(m_remove, &QPushButton::clicked, this, &PlacePanel::removeWanted);
    connect(&m_document, &ExperimentDocument::changed, this, &PlacePanel::refresh);
}

std::optional<QString> PlacePanel::prefix(const Experiment& experiment) const
{
    if (const std::optional<std::size_t> index = findSwitch(experiment.topology, m_id))
        return QStringLiteral("topology.switches.%1.").arg(*index);
    if (const std::optional<std::size_t> index = findNetwork(experiment.topology, m_id))
        return QStringLiteral("topology.networks.%1.").arg(*index);
    return std::nullopt;
}

Result<Experiment> PlacePanel::write(const Experiment& experiment, const char* key,
                                     const QString& value) const
{
    const std::optional<QString> path = prefix(experiment);
    if (!path)
        return experiment;
    const QString whole = *path + QLatin1String(key);
    if (qstrcmp(key, "name") == 0)
        return withText(experiment, whole, value.trimmed());
    return withValue(experiment, whole.toStdString(), value.trimmed().toStdString());
}

Result<Experiment> PlacePanel::writeBandwidth(const Experiment& experiment, const QString& text) const
{
    if (text.trimmed().isEmpty())
        return write(experiment, "bandwidth_mbps", QStringLiteral("null"));
    const Result<double> value = parseBandwidth(text);
    if (!value)
        return value.error();
    return write(experiment, "bandwidth_mbps", numberText(*value));
}

void PlacePanel::addSide(const char* key, const QString& label, double Network::*side)
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
                         const std::optional<QString> path = prefix(experiment);
                         return path ? withNumber(experiment, *path + QLatin1String(key), text) : experiment;
                     },
                     [this](const Experiment& experiment) {
                         return findNetwork(experiment.topology, m_id).has_value();
                     }});
}

void PlacePanel::addFields()
{
    m_form->addText({QStringLiteral("name"),
                     tr("Name"),
                     tr("What you call it."),
                     {},
                     [this](const Experiment& experiment) {
                         const auto node = findSwitch(experiment.topology, m_id);
                         const auto network = findNetwork(experiment.topology, m_id);
                         return QString::fromStdString(node      ? experiment.topology.switches[*node].name
                                                       : network ? experiment.topology.networks[*network].name
                                                                 : std::string());
                     },
                     [this](const Experiment& experiment, const QString& text) {
                         return write(experiment, "name", text);
                     }});
    m_form->addText(
        {QStringLiteral("bandwidth_mbps"), tr("Bandwidth"),
         tr("What the switch carries for all of its links together each second, with its unit: 10 Mbps, 1 "
            "Gbps. "
            "Hosts linked to it share this. Empty: it holds nothing back."),
         tr("10 Mbps, 1 Gbps …"),
         [this](const Experiment& experiment) {
             const auto index = findSwitch(experiment.topology, m_id);
             const auto rate = index ? experiment.topology.switches[*index].bandwidthMbps : std::nullopt;
             return rate ? formatBandwidth(*rate) : QString();
         },
         [this](const Experiment& experiment, const QString& text) {
             return writeBandwidth(experiment, text);
         },
         [this](const Experiment& experiment) { return findSwitch(experiment.topology, m_id).has_value(); }});
    addSide("width", tr("Width"), &Network::width);
    addSide("height", tr("Height"), &Network::height);
}

void PlacePanel::showPlace(const std::string& id)
{
    m_id = id;
    m_form->setScope(QString::fromStdString(id));
    refresh();
}

void PlacePanel::refresh()
{
    const Topology& topology = m_document.experiment().topology;
    const std::optional<std::size_t> network = findNetwork(topology, m_id);
    if (!network && !findSwitch(topology, m_id))
        return;
    m_heading->setText(network ? tr("Network") : tr("Switch"));
    m_remove->setText(network ? tr("Delete this network") : tr("Delete this switch"));
    QStringList names;
    if (network) {
        for (const std::string& id : membersOf(topology, topology.networks[*network]))
            names << QString::fromStdString(nodeName(topology, id));
    }
    m_members->setText(!network          ? QString()
                       : names.isEmpty() ? tr("Nothing stands on it. Drag hosts here: they move with it.")
                                         : tr("Moves with it: %1").arg(names.join(QStringLiteral(", "))));
    m_members->setVisible(!m_members->text().isEmpty());
    m_form->refresh();
}

} // namespace lockstep
