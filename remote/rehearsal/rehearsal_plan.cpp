// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal_plan.h"

#include "remote/rehearsal/place_index.h"
#include "remote/rehearsal/rehearsal_routes.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// What crosses a switch of a shared rate leaves by this device, and comes back in by its peer.
constexpr const char* kSharedOut = "shared0";
constexpr const char* kSharedBack = "shared1";
constexpr const char* kSharedBackMac = "02:00:00:00:00:01";
/// Nobody's; what is sent to it reaches the peer by the line above.
constexpr const char* kSharedGateway = "198.19.255.254";
constexpr const char* kSharedTable = "100";
/// Tables of the exceptions begin here, so do the priorities of their rules.
constexpr std::size_t kFirstException = 1000;
constexpr const char* kNothingPasses = "blackhole";

std::string deviceOf(std::size_t link)
{
    return "link" + std::to_string(link);
}

bool isLate(const Link& link)
{
    return link.latencyMs.value_or(0) > 0;
}

/// Where the late links of a drawing pass through; it exists when there are some.
std::size_t wirePlace(const Topology& topology)
{
    return placeCount(topology);
}

/// Lines for `ip -batch -` or `tc -batch -`, word by word.
class Batch {
public:
    template <typename... Words>
    void add(const Words&... words)
    {
        ((m_text += words, m_text += ' '), ...);
        m_text.back() = '\n';
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

void addBatch(std::vector<StageOrder>& orders, std::size_t place, const char* program, const Batch& batch)
{
    if (!batch.text().empty())
        orders.push_back({StageOrder::Kind::Run, place, {program, "-batch", "-"}, batch.text()});
}

/// What `tc` takes for a token bucket.
std::string bucketText(double bandwidthMbps)
{
    const TokenBucket bucket = tokenBucket(bandwidthMbps);
    return "tbf rate " + std::to_string(bucket.bitsPerSecond) + "bit burst " + std::to_string(bucket.burst) +
           " limit " + std::to_string(bucket.limit);
}

/// The links that end at a place.
std::vector<std::size_t> linksAt(const Topology& topology, const PlaceIndex& places, std::size_t place)
{
    std::vector<std::size_t> links;
    for (std::size_t link = 0; link < topology.links.size(); ++link)
        if (places.of(topology.links[link].from) == place || places.of(topology.links[link].to) == place)
            links.push_back(link);
    return links;
}

/// Of the switch at a place that has one; nothing for hosts and for a switch that holds nothing back.
std::optional<double> sharedRate(const Topology& topology, std::size_t place)
{
    const std::size_t hosts = topology.hosts.size();
    return place < hosts ? std::nullopt : topology.switches[place - hosts].bandwidthMbps;
}

/// All traffic of the switch passes one pair of devices, whose token bucket has the rate of the switch.
void addSharedDevices(Batch& batch, const std::vector<std::size_t>& links)
{
    batch.add("link add", kSharedOut, "type veth peer name", kSharedBack, "address", kSharedBackMac);
    batch.add("link set", kSharedBack, "up");
    batch.add("link set", kSharedOut, "up");
    batch.add("neigh add", kSharedGateway, "lladdr", kSharedBackMac, "dev", kSharedOut, "nud permanent");
    batch.add("route add default via", kSharedGateway, "dev", kSharedOut, "onlink table", kSharedTable);
    for (const std::size_t link : links)
        batch.add("rule add priority", kSharedTable, "iif", deviceOf(link), "lookup", kSharedTable);
}

void addRoutes(Batch& batch, const std::vector<RehearsedRoute>& routes, std::size_t place)
{
    std::size_t table = kFirstException;
    for (const RehearsedRoute& route : routes) {
        if (route.place != place)
            continue;
        const std::string way = "via " + rehearsedAddress(route.next) + " dev " + deviceOf(route.link) +
                                " onlink src " + rehearsedAddress(place);
        const std::string to = rehearsedAddress(route.to);
        if (!route.from) {
            batch.add("route add", to, way);
            continue;
        }
        const std::string number = std::to_string(table++);
        batch.add("rule add priority", number, "from", rehearsedAddress(*route.from), "to", to, "lookup",
                  number);
        batch.add("route add", to, way, "table", number);
    }
}

/// A pair of devices for each half of the link, and the process between them.
void addWire(std::vector<StageOrder>& orders, const Topology& topology, const PlaceIndex& places,
             std::size_t link)
{
    const Link& drawn = topology.links[link];
    const std::size_t place = wirePlace(topology);
    const std::string device = deviceOf(link);
    const std::string one = device + "a", other = device + "b";
    Batch batch;
    for (const auto& [half, end] : {std::pair(one, drawn.from), std::pair(other, drawn.to)}) {
        batch.add("link add", half, "type veth peer name", device, "netns", networkFileOf(places.of(end)));
        batch.add("link set", half, "up");
    }
    addBatch(orders, place, "ip", batch);
    const auto microseconds = std::llround(*drawn.latencyMs * 1000);
    orders.push_back({StageOrder::Kind::Wire, place, {one, other, std::to_string(microseconds)}, {}});
}

void addDevices(std::vector<StageOrder>& orders, const Topology& topology, const PlaceIndex& places)
{
    std::vector<Batch> batches(placeCount(topology));
    for (std::size_t link = 0; link < topology.links.size(); ++link) {
        const Link& drawn = topology.links[link];
        const std::string device = deviceOf(link);
        if (isLate(drawn))
            addWire(orders, topology, places, link);
        else
            batches[places.of(drawn.from)].add("link add", device, "type veth peer name", device, "netns",
                                               networkFileOf(places.of(drawn.to)));
    }
    for (std::size_t place = 0; place < batches.size(); ++place)
        addBatch(orders, place, "ip", batches[place]);
}

void addPlace(std::vector<StageOrder>& orders, const Topology& topology,
              const std::vector<std::size_t>& links, const std::vector<RehearsedRoute>& routes,
              std::size_t place)
{
    // A distribution's setting is inherited, and would drop what comes back another way.
    for (const char* file : {"all/rp_filter", "default/rp_filter"})
        orders.push_back(
            {StageOrder::Kind::Write, place, {std::string("/proc/sys/net/ipv4/conf/") + file}, "0"});
    orders.push_back({StageOrder::Kind::Write, place, {"/proc/sys/net/ipv4/ip_forward"}, "1"});
    // As Linux hosts have it unless they are told otherwise, whatever this computer has: flows that share a
    // link under BBR leave much of it idle after each of a step's bursts.
    orders.push_back(
        {StageOrder::Kind::Prefer, place, {"/proc/sys/net/ipv4/tcp_congestion_control"}, "cubic"});
    const std::string address = rehearsedAddress(place) + "/32";
    const std::optional<double> shared = sharedRate(topology, place);
    Batch ip, tc;
    long long unsent = 0; // of its fastest link
    ip.add("link set lo up");
    ip.add("addr add", address, "dev lo");
    for (const std::size_t link : links) {
        ip.add("addr add", address, "dev", deviceOf(link));
        ip.add("link set", deviceOf(link), "up");
        if (const auto rate = topology.links[link].bandwidthMbps) {
            const TokenBucket bucket = tokenBucket(*rate);
            ip.add("link set", deviceOf(link), "gso_max_segs", std::to_string(bucket.segments));
            tc.add("qdisc replace dev", deviceOf(link), "root", bucketText(*rate));
            unsent = std::max(unsent, bucket.unsent);
        }
    }
    if (unsent > 0)
        orders.push_back({StageOrder::Kind::Write,
                          place,
                          {"/proc/sys/net/ipv4/tcp_limit_output_bytes"},
                          std::to_string(unsent)});
    if (shared) {
        addSharedDevices(ip, links);
        tc.add("qdisc replace dev", kSharedOut, "root", bucketText(*shared));
    }
    addRoutes(ip, routes, place);
    addBatch(orders, place, "ip", ip);
    addBatch(orders, place, "tc", tc);
}

/// x.y.0.1 ... x.y.0.250, x.y.1.1, ...
std::string addressIn(const char* block, std::size_t place)
{
    constexpr std::size_t kPerRow = 250;
    return block + std::to_string(place / kPerRow) + "." + std::to_string(1 + place % kPerRow);
}

} // namespace

std::string rehearsedAddress(std::size_t place)
{
    return addressIn("198.18.", place);
}

std::string loopbackAddress(std::size_t place)
{
    return addressIn("127.18.", place);
}

std::size_t stagePlaces(const Topology& topology)
{
    return placeCount(topology) + (std::ranges::any_of(topology.links, isLate) ? 1 : 0);
}

std::vector<StageOrder> planRehearsal(const Topology& topology)
{
    const PlaceIndex places(topology);
    const std::vector<RehearsedRoute> routes = rehearsedRoutes(topology);
    std::vector<StageOrder> orders;
    addDevices(orders, topology, places);
    for (std::size_t place = 0; place < placeCount(topology); ++place)
        addPlace(orders, topology, linksAt(topology, places, place), routes, place);
    return orders;
}

std::vector<std::size_t> coresOf(std::size_t host, std::size_t hosts, std::size_t cores)
{
    std::vector<std::size_t> own;
    if (hosts < 2 || cores < 2)
        return own;
    const std::size_t first = host * cores / hosts;
    const std::size_t end = std::max(first + 1, (host + 1) * cores / hosts);
    for (std::size_t core = first; core < end; ++core)
        own.push_back(core);
    return own;
}

std::vector<StageOrder> linkOrders(const Topology& topology, std::size_t link, const LinkState& state)
{
    const PlaceIndex places(topology);
    const std::string discipline = state.bandwidthMbps ? bucketText(*state.bandwidthMbps) : "pfifo_fast";
    std::vector<StageOrder> orders;
    for (const std::string& end : {topology.links[link].from, topology.links[link].to}) {
        Batch tc;
        // A smaller bucket would never let pass a frame that waits in a larger one's queue, nor what is
        // behind it: the queue is thrown away, as what is on a wire that is pulled.
        tc.add("qdisc replace dev", deviceOf(link), "root", kNothingPasses);
        if (!state.isCut)
            tc.add("qdisc replace dev", deviceOf(link), "root", discipline);
        addBatch(orders, places.of(end), "tc", tc);
    }
    return orders;
}

TokenBucket tokenBucket(double bandwidthMbps)
{
    constexpr double kBurstSeconds = 0.001;
    constexpr double kQueueSeconds = 0.02;
    constexpr long long kLeastBurst = 5000; // three frames
    constexpr long long kLeastQueue = 375'000;
    constexpr double kFrame = 1514;
    constexpr long long kMostSegments = 45; // 64 kB
    constexpr long long kLeastUnsent = 6000;
    const double bytesPerSecond = bandwidthMbps * 1e6 / 8;
    return {std::max(1LL, std::llround(bandwidthMbps * 1e6)),
            std::max(kLeastBurst, std::llround(bytesPerSecond * kBurstSeconds)),
            std::max(kLeastQueue, std::llround(bytesPerSecond * kQueueSeconds)),
            std::clamp(std::llround(bytesPerSecond * kBurstSeconds / kFrame), 2LL, kMostSegments),
            std::max(kLeastUnsent, std::llround(bytesPerSecond * 2 * kBurstSeconds))};
}

} // namespace lockstep
