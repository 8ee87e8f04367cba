// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/switch_panel.h"

#include "app/document/elements.h"
#include "app/document/quantities.h"
#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

SwitchPanel::SwitchPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_form(new DocumentForm(document, this))
{
    auto* heading = new QLabel(tr("Switch"), this);
    heading->setProperty("heading", true);
    auto* remove = new QPushButton(tr("Delete this switch"), this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading);
    layout->addWidget(m_form);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    addName();
    addBandwidth();
    connect(remove, &QPushButton::clicked, this, &SwitchPanel::removeWanted);
    connect(&document, &ExperimentDocument::changed, m_form, &DocumentForm::refresh);
}

std::optional<QString> SwitchPanel::pathOf(const Experiment& experiment, const char* key) const
{
    const std::optional<std::size_t> index = findSwitch(experiment.topology, m_id);
    if (!index)
        return std::nullopt;
    return QStringLiteral("topology.switches.%1.").arg(*index) + QLatin1String(key);
}

void SwitchPanel::addName()
{
    m_form->addText({QStringLiteral("name"),
                     tr("Name"),
                     tr("What you call it."),
                     {},
                     [this](const Experiment& experiment) {
                         const auto index = findSwitch(experiment.topology, m_id);
                         return index ? QString::fromStdString(experiment.topology.switches[*index].name)
                                      : QString();
                     },
                     [this](const Experiment& experiment, const QString& text) -> Result<Experiment> {
                         const std::optional<QString> path = pathOf(experiment, "name");
                         return path ? withText(experiment, *path, text.trimmed()) : experiment;
                     }});
}

void SwitchPanel::addBandwidth()
{
    m_form->addText(
        {QStringLiteral("bandwidth_mbps"), tr("Bandwidth"),
         tr("What the switch carries for all of its links together each second, with its unit: 10 Mbps, "
            "1 Gbps. Hosts linked to it share this. Empty: it holds nothing back."),
         tr("10 Mbps, 1 Gbps …"),
         [this](const Experiment& experiment) {
             const auto index = findSwitch(experiment.topology, m_id);
             const auto rate = index ? experiment.topology.switches[*index].bandwidthMbps : std::nullopt;
             return rate ? formatBandwidth(*rate) : QString();
         },
         [this](const Experiment& experiment, const QString& text) -> Result<Experiment> {
             const std::optional<QString> path = pathOf(experiment, "bandwidth_mbps");
             if (!path)
                 return experiment;
             if (text.trimmed().isEmpty())
                 return withValue(experiment, path->toStdString(), "null");
             const Result<double> rate = parseBandwidth(text);
             if (!rate)
                 return rate.error();
             return withValue(experiment, path->toStdString(), numberText(*rate).toStdString());
         }});
}

void SwitchPanel::showSwitch(const std::string& id)
{
    m_id = id;
    m_form->setScope(QString::fromStdString(id));
    m_form->refresh();
}

} // namespace lockstep
