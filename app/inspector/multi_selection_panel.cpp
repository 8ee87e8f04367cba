// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/multi_selection_panel.h"

#include "app/inspector/fields/address_lines.h"
#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/fields/host_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/form/fact_label.h"

namespace lockstep {

MultiSelectionPanel::MultiSelectionPanel(ExperimentDocument& document, QWidget* parent)
    : ElementPanel(document, parent), m_title(new QLabel(this))
{
    m_title->setProperty("heading", true);
    form().addWidget(QStringLiteral("count"), {}, *m_title);
    auto* advice = new FactLabel(this);
    advice->setText(tr("Drag them together, or press L to link two hosts."));
    form().addWidget(QStringLiteral("advice"), {}, *advice);
    form().addFields({addressLinesField()});
    for (const auto table : {HostFields::reach, HostFields::devices, HostFields::machine})
        form().addFields(boundFieldsOfSeveral("hosts", table));
    form().addFields(boundFieldsOfSeveral("links", linkFields));
    addRemoveButton(tr("Delete them"));
}

void MultiSelectionPanel::showElements(const ElementSet& elements)
{
    if (!(elements == form().scope()))
        form().forgetDrafts(); // they were about others
    m_title->setText(tr("%Ln element(s) selected", nullptr, static_cast<int>(elements.size())));
    ElementPanel::showElements(elements);
}

} // namespace lockstep
