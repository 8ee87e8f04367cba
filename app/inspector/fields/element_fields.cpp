// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/element_fields.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct SwitchTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::SwitchPanel)
};
struct NetworkTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::NetworkPanel)
};
struct LinkTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::LinkPanel)
};

} // namespace

FieldTable<Switch> switchFields()
{
    return {
        {"name", SwitchTexts::tr("Name"), SwitchTexts::tr("What you call it.")},
        {"bandwidth_mbps",
         SwitchTexts::tr("Bandwidth"),
         SwitchTexts::tr("What the switch carries for all of its links together each second, with its unit: "
                         "10 Mbps, 1 Gbps. Hosts linked to it share this. Empty: it holds nothing back."),
         {.placeholder = SwitchTexts::tr("10 Mbps, 1 Gbps …"), .notation = &kBandwidthNotation}},
    };
}

FieldTable<Network> networkFields()
{
    return {
        {"name", NetworkTexts::tr("Name"), NetworkTexts::tr("What you call it.")},
        {"width",
         NetworkTexts::tr("Width"),
         NetworkTexts::tr("In pixels at a zoom of 100 %, at least 48."),
         {.unit = {NetworkTexts::tr("px")}}},
        {"height",
         NetworkTexts::tr("Height"),
         NetworkTexts::tr("In pixels at a zoom of 100 %, at least 48."),
         {.unit = {NetworkTexts::tr("px")}}},
    };
}

FieldTable<Link> linkFields()
{
    return {
        {"bandwidth_mbps",
         LinkTexts::tr("Bandwidth"),
         LinkTexts::tr(
             "How many bits the link carries each second, with its unit: 10 Mbps, 1 Gbps, 25 Gbps. Gradients "
             "cross it in every step: a slow link is often what training waits for. It serves the forecast, "
             "and a rehearsal keeps to it; a run on the hosts finds the network as it is. Empty: not "
             "stated."),
         {.placeholder = LinkTexts::tr("10 Mbps, 1 Gbps …"),
          .hintOfSeveral =
              LinkTexts::tr("How many bits each of these links carries in a second, with the unit: 10 Mbps."),
          .notation = &kBandwidthNotation}},
        {"latency_ms",
         LinkTexts::tr("Latency"),
         LinkTexts::tr("How long a message takes one way, with its unit: 0.1 ms, 50 us. It counts once for "
                       "every piece of gradient that is exchanged. Empty: not stated."),
         {.placeholder = LinkTexts::tr("0.1 ms …"),
          .hintOfSeveral = LinkTexts::tr("How long a message takes one way: 0.1 ms, 50 us."),
          .notation = &kLatencyNotation}},
        {"note", LinkTexts::tr("Note"), LinkTexts::tr("Anything you want to remember about this link.")},
    };
}

} // namespace lockstep
