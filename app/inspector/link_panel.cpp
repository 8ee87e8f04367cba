// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/link_panel.h"

#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/form/fact_label.h"

namespace lockstep {

LinkPanel::LinkPanel(ExperimentDocument& document, QWidget* parent)
    : ElementPanel(document, parent), m_ends(new FactLabel(this))
{
    form().addHeading(tr("Link"));
    form().addWidget(QStringLiteral("ends"), {}, *m_ends);
    form().addFields(boundFields(linkFields));
    auto* purpose = new FactLabel(this);
    purpose->setText(tr("Bandwidth and latency serve the forecast, and a rehearsal keeps to them. A run on "
                        "the hosts finds the network as it is: they change nothing there."));
    form().addWidget(QStringLiteral("purpose"), {}, *purpose);
    addRemoveButton(tr("Delete this link"));
}

void LinkPanel::refreshFacts()
{
    const LinkKey& link = *elements().links.begin();
    m_ends->setText(tr("%1 ↔ %2").arg(QString::fromStdString(nodeName(topology(), link.from)),
                                      QString::fromStdString(nodeName(topology(), link.to))));
}

} // namespace lockstep
