// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/palette_entry.h"

#include "app/document/node_geometry.h"

#include <QMimeData>
#include <cmath>

namespace lockstep {

namespace {

const auto kMimeType = QLatin1String("application/x-lockstep-host");
const auto kTemplateType = QLatin1String("application/x-lockstep-template");
constexpr QSizeF kFreshNetwork{480, 312};

} // namespace

QMimeData* toMimeData(const PaletteEntry& entry)
{
    auto* data = new QMimeData;
    Topology topology;
    topology.hosts = {entry.known};
    if (entry.kind == PaletteEntry::Kind::KnownHost) {
        data->setText(QString::fromStdString(toJson(topology)));
    } else if (entry.kind == PaletteEntry::Kind::Template) {
        topology.hosts.front().id = "template";
        data->setData(kTemplateType, QByteArray::fromStdString(toJson(topology)));
    } else {
        data->setData(kMimeType, QByteArray::number(static_cast<int>(entry.kind)));
    }
    return data;
}

std::optional<PaletteEntry> entryOf(const QMimeData* data)
{
    if (!data)
        return std::nullopt;
    if (data->hasFormat(kTemplateType)) {
        Result<Topology> read = parseTopology(data->data(kTemplateType).toStdString());
        if (!read || read->hosts.size() != 1)
            return std::nullopt;
        return PaletteEntry{PaletteEntry::Kind::Template, std::move(read->hosts.front())};
    }
    if (!data->hasFormat(kMimeType))
        return std::nullopt;
    bool isNumber = false;
    const int kind = data->data(kMimeType).toInt(&isNumber);
    if (!isNumber || kind < 0 || kind >= static_cast<int>(PaletteEntry::Kind::KnownHost))
        return std::nullopt;
    return PaletteEntry{static_cast<PaletteEntry::Kind>(kind), {}};
}

QSizeF sizeOf(const PaletteEntry& entry)
{
    return entry.kind == PaletteEntry::Kind::Network ? kFreshNetwork : kCardSize;
}

std::string addEntry(ExperimentDocument& document, const PaletteEntry& entry, const QPointF& center)
{
    const QSizeF size = sizeOf(entry);
    const QPointF corner(std::round(center.x() - size.width() / 2),
                         std::round(center.y() - size.height() / 2));
    switch (entry.kind) {
    case PaletteEntry::Kind::ThisComputer:
        return addHost(document, HostKind::ThisComputer, corner);
    case PaletteEntry::Kind::CpuHost:
        return addHost(document, HostKind::CpuHost, corner);
    case PaletteEntry::Kind::GpuHost:
        return addHost(document, HostKind::GpuHost, corner);
    case PaletteEntry::Kind::Switch:
        return addSwitch(document, corner);
    case PaletteEntry::Kind::Network:
        return addNetwork(document, {corner, size});
    case PaletteEntry::Kind::Template:
        return addHostOf(document, entry.known, corner);
    case PaletteEntry::Kind::KnownHost:
        break;
    }
    return addHostLike(document, entry.known, corner);
}

} // namespace lockstep
