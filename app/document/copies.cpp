// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/copies.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/document/running_names.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::Copies)
};

constexpr int kMostInARow = 6;
constexpr int kPlaces = 4096;

/// The part of a topology that these elements make up.
Topology partOf(const Topology& topology, const ElementSet& elements)
{
    const std::set<std::string> nodes = withMembers(topology, elements.nodes);
    Topology part;
    const auto take = [&](const auto& from, auto& to) {
        for (const auto& node : from) {
            if (nodes.contains(node.id))
                to.push_back(node);
        }
    };
    take(topology.hosts, part.hosts);
    take(topology.switches, part.switches);
    take(topology.networks, part.networks);
    for (const Link& link : topology.links) {
        if (nodes.contains(link.from) && nodes.contains(link.to))
            part.links.push_back(link);
    }
    return part;
}

std::set<std::string> idsOf(const Topology& topology)
{
    std::set<std::string> ids;
    for (const auto& [id, rect] : nodeRects(topology))
        ids.insert(id);
    return ids;
}

/// Adds copies to a topology under ids of their own.
class Copier {
public:
    explicit Copier(Topology& into) : m_into(into)
    {
        for (const auto& [id, rect] : nodeRects(into)) {
            m_ids.insert(id);
            m_names.insert(nodeName(into, id));
        }
        for (const Host& host : into.hosts)
            m_addresses.insert(host.address);
    }

    ElementSet add(const Topology& part, const QPointF& way)
    {
        ElementSet added;
        std::map<std::string, std::string> ids;
        const auto copy = [&](const auto& from, auto& to, const char* stem) {
            for (auto node : from) {
                std::string id = takeId(stem);
                ids.emplace(node.id, id);
                node.id = std::move(id);
                node.name = takeName(node.name);
                node.position.x += way.x();
                node.position.y += way.y();
                added.nodes.insert(node.id);
                to.push_back(std::move(node));
            }
        };
        const std::size_t firstHost = m_into.hosts.size();
        copy(part.hosts, m_into.hosts, "host");
        for (std::size_t index = firstHost; index < m_into.hosts.size(); ++index)
            m_into.hosts[index].address = takeAddress(m_into.hosts[index].address);
        copy(part.switches, m_into.switches, "switch");
        copy(part.networks, m_into.networks, "network");
        for (Link link : part.links) {
            const auto from = ids.find(link.from);
            const auto to = ids.find(link.to);
            if (from == ids.end() || to == ids.end())
                continue;
            link.from = from->second;
            link.to = to->second;
            m_into.links.push_back(std::move(link));
        }
        return added;
    }

private:
    std::string takeId(const char* stem)
    {
        for (int& number = m_numbers[stem];;) {
            std::string id = std::string(stem) + '-' + std::to_string(++number);
            if (m_ids.insert(id).second)
                return id;
        }
    }
    std::string takeName(const std::string& name)
    {
        const bool isFree = name.empty() || !m_names.contains(name);
        std::string taken =
            isFree ? name
                   : nextName(name, [this](const std::string& text) { return m_names.contains(text); });
        m_names.insert(taken);
        return taken;
    }
    std::string takeAddress(const std::string& address)
    {
        const bool isFree = address.empty() || !m_addresses.contains(address);
        std::string taken = isFree ? address : nextAddress(address, [this](const std::string& text) {
            return m_addresses.contains(text);
        });
        m_addresses.insert(taken);
        return taken;
    }

    Topology& m_into;
    std::set<std::string> m_ids;
    std::set<std::string> m_names;
    std::set<std::string> m_addresses;
    std::map<std::string, int> m_numbers;
};

bool isFull(const Topology& topology)
{
    return topology.hosts.size() > kMaxHosts || topology.switches.size() > kMaxHosts ||
           topology.networks.size() > kMaxHosts || topology.links.size() > kMaxLinks;
}

Error fullError()
{
    return {
        LOCKSTEP_TEXT("A drawing holds at most %1 hosts, switches or networks and %2 links; this would be "
                      "more."),
        {std::to_string(kMaxHosts), std::to_string(kMaxLinks)},
        {}};
}

/// The ways to the next places in rows beneath the copied part where nothing stands, as many as asked for.
std::vector<QPointF> freeWays(const Topology& topology, const std::set<std::string>& part, int count)
{
    const QRectF bounds = boundsOf(topology, part);
    std::vector<QRectF> others;
    for (const auto& [id, rect] : nodeRects(topology)) {
        const bool isArea = std::any_of(topology.networks.begin(), topology.networks.end(),
                                        [&id = id](const Network& network) { return network.id == id; });
        if (!isArea || part.contains(id))
            others.push_back(rect);
    }
    const int columns = count < kMostInARow ? count + 1 : static_cast<int>(std::ceil(std::sqrt(count + 1.0)));
    const QPointF pitch(bounds.width() + kCardGap, bounds.height() + kRowGap);
    std::vector<QPointF> ways;
    for (int place = 1; place < kPlaces && static_cast<int>(ways.size()) < count; ++place) {
        const QPointF way(place % columns * pitch.x(), place / columns * pitch.y());
        const QRectF room = bounds.translated(way);
        const bool isFree = std::none_of(others.begin(), others.end(),
                                         [&](const QRectF& other) { return other.intersects(room); });
        if (isFree)
            ways.push_back(way);
    }
    while (static_cast<int>(ways.size()) < count)
        ways.push_back((ways.empty() ? QPointF() : ways.back()) + QPointF(24, 24));
    return ways;
}

ElementSet addParallels(Topology& topology, const std::set<LinkKey>& links, int times)
{
    ElementSet added;
    for (const LinkKey& key : links) {
        const std::optional<std::size_t> index = findLink(topology, key);
        if (!index)
            continue;
        const Link link = topology.links[*index];
        const auto ordinal = static_cast<int>(
            std::count_if(topology.links.begin(), topology.links.end(),
                          [&](const Link& other) { return other.from == link.from && other.to == link.to; }));
        for (int time = 0; time < times; ++time) {
            topology.links.push_back(link);
            added.links.insert({link.from, link.to, ordinal + time});
        }
    }
    return added;
}

} // namespace

Result<ElementSet> duplicateElements(ExperimentDocument& document, const ElementSet& elements, int times)
{
    Experiment next = document.experiment();
    ElementSet added;
    if (times > mostDuplicates(next.topology, elements))
        return fullError();
    if (elements.nodes.empty()) {
        added = addParallels(next.topology, elements.links, times);
    } else {
        const Topology part = partOf(next.topology, elements);
        const std::vector<QPointF> ways = freeWays(next.topology, idsOf(part), times);
        Copier copier(next.topology);
        for (const QPointF& way : ways)
            added.nodes.merge(copier.add(part, way).nodes);
    }
    const auto count = static_cast<int>(elements.size());
    document.edit([count] { return Texts::tr("Duplicate %Ln element(s)", nullptr, count); }, next);
    return added;
}

int mostDuplicates(const Topology& topology, const ElementSet& elements)
{
    const Topology part = partOf(topology, elements);
    const std::size_t links = elements.nodes.empty() ? elements.links.size() : part.links.size();
    std::size_t most = kMaxHosts;
    const auto bound = [&](std::size_t limit, std::size_t now, std::size_t more) {
        if (more > 0)
            most = std::min(most, now < limit ? (limit - now) / more : 0);
    };
    bound(kMaxHosts, topology.hosts.size(), part.hosts.size());
    bound(kMaxHosts, topology.switches.size(), part.switches.size());
    bound(kMaxHosts, topology.networks.size(), part.networks.size());
    bound(kMaxLinks, topology.links.size(), links);
    return static_cast<int>(most);
}

QString copyText(const Topology& topology, const ElementSet& elements)
{
    return QString::fromStdString(toJson(partOf(topology, elements)));
}

Result<Topology> readCopy(const QString& text)
{
    const QString trimmed = text.trimmed();
    if (!trimmed.startsWith(u'{')) {
        return Error{
            LOCKSTEP_TEXT("The clipboard holds no hosts: expected what Copy puts there, or an experiment "
                          "as text."),
            {},
            {}};
    }
    Result<Topology> copied = parseTopology(trimmed.toStdString());
    if (copied && copied->hosts.empty() && copied->switches.empty() && copied->networks.empty())
        return Error{LOCKSTEP_TEXT("The text in the clipboard names no host, switch or network."), {}, {}};
    return copied;
}

Result<ElementSet> pasteTopology(ExperimentDocument& document, const Topology& copied, const QPointF& center)
{
    Experiment next = document.experiment();
    const QPointF middle = boundsOf(copied, idsOf(copied)).center();
    const QPointF way(std::round(center.x() - middle.x()), std::round(center.y() - middle.y()));
    const ElementSet added = Copier(next.topology).add(copied, way);
    if (isFull(next.topology))
        return fullError();
    const auto count = static_cast<int>(added.size());
    document.edit([count] { return Texts::tr("Paste %Ln element(s)", nullptr, count); }, next);
    return added;
}

void cutElements(ExperimentDocument& document, const ElementSet& elements)
{
    const ElementSet all{withMembers(document.experiment().topology, elements.nodes), elements.links};
    const auto count = static_cast<int>(elements.size());
    removeElements(document, all, [count] { return Texts::tr("Cut %Ln element(s)", nullptr, count); });
}

} // namespace lockstep
