// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/arrange/tree_layout.h"

#include "app/document/node_geometry.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

using Ids = std::vector<std::string>;

constexpr std::size_t kMostInALine = 8;
constexpr qreal kLevelGap = 1.5 * kRowGap;

/// Nodes around each other, the upper left corner of all at the origin.
struct Block {
    QSizeF size{0, 0};
    NodePlaces places;

    bool isEmpty() const { return places.empty(); }

    void add(const Block& other, const QPointF& corner)
    {
        for (const auto& [id, place] : other.places)
            places[id] = place + corner;
        size = size.expandedTo({corner.x() + other.size.width(), corner.y() + other.size.height()});
    }
};

Block besideEachOther(const std::vector<Block>& blocks)
{
    Block all;
    for (const Block& block : blocks) {
        if (!block.isEmpty())
            all.add(block, {all.isEmpty() ? 0 : all.size.width() + kCardGap, 0});
    }
    return all;
}

/// From above, around one middle line.
Block belowEachOther(const std::vector<Block>& blocks)
{
    qreal width = 0;
    for (const Block& block : blocks)
        width = std::max(width, block.size.width());
    Block all;
    for (const Block& block : blocks) {
        const qreal top = all.isEmpty() ? 0 : all.size.height() + kLevelGap;
        if (!block.isEmpty())
            all.add(block, {std::round((width - block.size.width()) / 2), top});
    }
    return all;
}

class Trees {
public:
    Trees(const NodeRects& nodes, const Ids& order, const Neighbours& neighbours) : m_nodes(nodes)
    {
        std::set<std::string> done;
        while (done.size() < order.size()) {
            m_roots.push_back(busiest(order, neighbours, done));
            grow(m_roots.back(), order, neighbours, done);
        }
    }

    Block all() const
    {
        const auto [leaves, trees] = partsOf(m_roots);
        std::vector<Block> blocks;
        for (const std::string& root : trees)
            blocks.push_back(wholeTree(root));
        blocks.push_back(lines(leaves));
        return besideEachOther(blocks);
    }

private:
    /// Of what is left, the node with most links: where a tree begins. Ties: as the document lists them.
    static std::string busiest(const Ids& order, const Neighbours& neighbours,
                               const std::set<std::string>& done)
    {
        std::string best;
        for (const std::string& id : order) {
            if (!done.contains(id) && (best.empty() || neighbours.at(id).size() > neighbours.at(best).size()))
                best = id;
        }
        return best;
    }

    /// Breadth first: a node belongs to the nearest to the root that it is linked to.
    void grow(const std::string& root, const Ids& order, const Neighbours& neighbours,
              std::set<std::string>& done)
    {
        done.insert(root);
        Ids open = {root};
        for (std::size_t next = 0; next < open.size(); ++next) {
            const std::string above = open[next];
            Ids& below = m_below[above];
            for (const std::string& id : order) {
                if (neighbours.at(above).contains(id) && done.insert(id).second)
                    below.push_back(id);
            }
            open.insert(open.end(), below.begin(), below.end());
        }
    }

    /// Those that nothing stands below, and the others.
    std::pair<Ids, Ids> partsOf(const Ids& ids) const
    {
        std::pair<Ids, Ids> parts;
        for (const std::string& id : ids)
            (m_below.at(id).empty() ? parts.first : parts.second).push_back(id);
        return parts;
    }

    Block single(const std::string& id) const { return {m_nodes.at(id).size(), {{id, {0, 0}}}}; }

    Block lines(const Ids& ids) const
    {
        const auto root = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(ids.size()))));
        const std::size_t most = std::max(kMostInALine, root);
        const std::size_t count = (ids.size() + most - 1) / most;
        std::vector<Block> all;
        qreal width = 0;
        for (std::size_t line = 0; line < count; ++line) {
            std::vector<Block> cards;
            for (std::size_t i = ids.size() * line / count; i < ids.size() * (line + 1) / count; ++i)
                cards.push_back(single(ids[i]));
            all.push_back(besideEachOther(cards));
            width = std::max(width, all.back().size.width());
        }
        Block block;
        for (const Block& line : all)
            block.add(line, {std::round((width - line.size.width()) / 2),
                             block.isEmpty() ? 0 : block.size.height() + kRowGap});
        return block;
    }

    Block treesBelow(const Ids& roots) const
    {
        std::vector<Block> blocks;
        for (const std::string& root : roots) {
            const auto [leaves, trees] = partsOf(m_below.at(root));
            blocks.push_back(
                belowEachOther({single(root), besideEachOther({lines(leaves), treesBelow(trees)})}));
        }
        return besideEachOther(blocks);
    }

    Block wholeTree(const std::string& root) const
    {
        const auto [leaves, trees] = partsOf(m_below.at(root));
        return trees.empty() ? belowEachOther({single(root), lines(leaves)})
                             : belowEachOther({lines(leaves), single(root), treesBelow(trees)});
    }

    const NodeRects& m_nodes;
    Ids m_roots;
    std::map<std::string, Ids> m_below;
};

} // namespace

NodePlaces inTrees(const NodeRects& nodes, const std::vector<std::string>& order,
                   const Neighbours& neighbours)
{
    return Trees(nodes, order, neighbours).all().places;
}

} // namespace lockstep
