// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/network_panel.h"

#include "app/document/node_geometry.h"
#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/form/fact_label.h"
#include "app/text/list_text.h"

#include <QStringList>

namespace lockstep {

NetworkPanel::NetworkPanel(ExperimentDocument& document, QWidget* parent)
    : ElementPanel(document, parent), m_members(new FactLabel(this))
{
    form().addHeading(tr("Network"));
    form().addFields(boundFields(networkFields));
    form().addWidget(QStringLiteral("members"), {}, *m_members);
    addRemoveButton(tr("Delete this network"));
}

void NetworkPanel::refreshFacts()
{
    const std::optional<std::size_t> index = findNetwork(topology(), *elements().nodes.begin());
    QStringList names;
    for (const std::string& id : membersOf(topology(), topology().networks[*index]))
        names << QString::fromStdString(nodeName(topology(), id));
    m_members->setText(names.isEmpty() ? tr("Nothing stands on it. Drag hosts here: they move with it.")
                                       : tr("Moves with it: %1").arg(listText(names)));
}

} // namespace lockstep
