// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/switch_panel.h"

#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/form/document_form.h"

namespace lockstep {

SwitchPanel::SwitchPanel(ExperimentDocument& document, QWidget* parent) : ElementPanel(document, parent)
{
    form().addHeading(tr("Switch"));
    form().addFields(boundFields(switchFields));
    addRemoveButton(tr("Delete this switch"));
}

} // namespace lockstep
