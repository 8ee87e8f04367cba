// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/keyboard/canvas_description.h"

#include "app/topology/topology_scene.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

struct Canvas {
    Q_DECLARE_TR_FUNCTIONS(lockstep::TopologyView)
};

QString nameOf(const ExperimentDocument& document, const std::string& id)
{
    return QString::fromStdString(nodeName(document.experiment().topology, id));
}

QString describe(const ExperimentDocument& document, const TopologyScene& scene, const ElementSet& elements)
{
    QStringList names;
    for (const std::string& id : elements.nodes) {
        if (const HostItem* item = scene.hostItem(id))
            names << item->card().liveDescription();
        else if (scene.networkItem(id))
            names << Canvas::tr("Network %1").arg(nameOf(document, id));
    }
    for (const LinkKey& key : elements.links) {
        const LinkItem* link = scene.linkItem(key);
        QString text =
            Canvas::tr("Link from %1 to %2").arg(nameOf(document, key.from), nameOf(document, key.to));
        if (link && !link->label().isEmpty())
            text += QStringLiteral(", ") + link->label();
        names << text;
    }
    return names.join(QStringLiteral("; "));
}

bool includes(const ElementSet& all, const ElementSet& some)
{
    return std::includes(all.nodes.begin(), all.nodes.end(), some.nodes.begin(), some.nodes.end()) &&
           std::includes(all.links.begin(), all.links.end(), some.links.begin(), some.links.end());
}

} // namespace

QString canvasDescription(const ExperimentDocument& document, const TopologyScene& scene,
                          const ElementSet& keyboardAt)
{
    if (scene.isLinkingByKey())
        return linkHint(document, scene);
    const ElementSet selected = scene.selection();
    const QString text = selected.isEmpty()
                             ? Canvas::tr("Nothing is selected. Tab goes through hosts and links.")
                             : describe(document, scene, selected);
    if (includes(selected, keyboardAt))
        return text;
    return Canvas::tr("At %1, which is not selected.").arg(describe(document, scene, keyboardAt)) + u' ' +
           text;
}

QString linkHint(const ExperimentDocument& document, const TopologyScene& scene)
{
    const auto [from, to] = scene.pulledEnds();
    return Canvas::tr("Link from %1 to %2. Arrows or Tab choose another end, Enter draws it, Esc gives up.")
        .arg(nameOf(document, from), nameOf(document, to));
}

} // namespace lockstep
