// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/host_panel.h"

#include "app/document/quantities.h"
#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/host_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/form/fact_label.h"
#include "engine/protocol/process_placement.h"

#include <QPushButton>

namespace lockstep {

HostPanel::HostPanel(ExperimentDocument& document, QWidget* parent)
    : ElementPanel(document, parent), m_ranks(new FactLabel(this))
{
    form().addHeading(tr("Host"));
    form().addFields(boundFields(HostFields::reach));
    form().addHeading(tr("Devices"));
    form().addFields(boundFields(HostFields::devices));
    form().addWidget(QStringLiteral("ranks"),
                     tr("Ranks are counted through all hosts in the order in which they were drawn."),
                     *m_ranks);
    form().addHeading(tr("Machine"));
    form().addFields(boundFields(HostFields::machine));
    QPushButton* test = addButton(tr("Test this host"));
    test->setObjectName(QStringLiteral("testHost"));
    test->setToolTip(tr("Tries the login, the engine, the devices and the data there (F7)"));
    connect(test, &QPushButton::clicked, this, &HostPanel::testWanted);
    addRemoveButton(tr("Delete this host"));
}

void HostPanel::refreshFacts()
{
    const std::optional<std::size_t> index = findHost(topology(), *elements().nodes.begin());
    std::vector<int> ranks;
    for (const Placement& placement : placeRanks(experiment())) {
        if (placement.host == index)
            ranks.push_back(placement.rank);
    }
    m_ranks->setText(
        ranks.empty()
            ? tr("No device chosen: no rank runs here.")
            : tr("%Ln rank(s) here: %1", nullptr, static_cast<int>(ranks.size())).arg(formatRanks(ranks)));
}

} // namespace lockstep
