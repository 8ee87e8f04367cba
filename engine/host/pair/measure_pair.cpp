// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/measure_pair.h"

#include "engine/distributed/authenticated_link.h"
#include "engine/host/host_probe.h"
#include "engine/host/pair/core_watch.h"
#include "engine/host/pair/flow.h"
#include "engine/host/pair/probe.h"

#include <algorithm>

namespace lockstep {
namespace {

/// The connections of a measurement, by the order in which they are made.
enum class Step { Probe = 1, FromConnecting = 2, FromListening = 3 };
constexpr int kListening = 0;
constexpr int kConnecting = 1;
/// The listening host is there before the other one hears of it.
constexpr double kListenSeconds = 20;
constexpr double kConnectSeconds = 4;
constexpr double kHandshakeSeconds = 3;
/// Of a connection over a way that loses large packets: less than what any tunnel leaves of 1500.
constexpr int kSmallSegment = 1200;

class PairMeasurement {
public:
    PairMeasurement(const PairRequest& request, int listener, int cancel)
        : m_request(request), m_listener(listener), m_cancel(cancel), m_time(request.seconds)
    {
    }

    PairReport listen()
    {
        answerProbe(join(Step::Probe).get(), m_cancel);
        receive(Step::FromConnecting);
        send(Step::FromListening);
        return m_report;
    }

    PairReport connect()
    {
        {
            const Descriptor socket = join(Step::Probe);
            noteAddress(socket.get());
            const Probe probe = askProbe(socket.get(), m_cancel);
            m_report.roundTripMs = probe.roundTripMs;
            m_losesLarge = !probe.largeMessagePasses;
        }
        send(Step::FromConnecting);
        // A connection that came to a stop for another reason does so with small segments, too.
        m_report.losesLargePackets = m_losesLarge && m_report.sentMbps > 0;
        receive(Step::FromListening);
        return m_report;
    }

private:
    Descriptor join(Step step)
    {
        const bool listens = m_listener >= 0;
        MeshOptions mesh;
        mesh.kind = LinkKind::Pair;
        mesh.self = listens ? kListening : kConnecting;
        // Nobody connects to the one that connects: its port only says that it takes part.
        mesh.members = {listens ? localEndpoint(m_listener) : m_request.peer, {m_request.peer.address, 1}};
        mesh.listenDescriptor = m_listener;
        mesh.token = parseRunToken(m_request.token);
        mesh.run = m_request.id;
        mesh.attempt = static_cast<int>(step);
        mesh.deadlineSeconds = listens && step == Step::Probe ? kListenSeconds : kConnectSeconds;
        mesh.handshakeSeconds = kHandshakeSeconds;
        mesh.cancelDescriptor = m_cancel;
        mesh.segmentBytes = m_losesLarge ? kSmallSegment : 0;
        return std::move(connectMesh(mesh).at(listens ? kConnecting : kListening).socket);
    }

    void send(Step step)
    {
        Descriptor socket = join(step);
        noteAddress(socket.get());
        const CoreWatch cores;
        const SentFlow flow = sendFlow(std::move(socket), m_time, m_cancel);
        m_report.coreSending = cores.busiest();
        m_report.sentMbps = flow.mbps;
        m_report.pathMtu = flow.pathMtu;
        m_report.receiverWaits = flow.receiverWaits;
        m_report.idle = flow.idle;
    }

    void receive(Step step)
    {
        Descriptor socket = join(step);
        const CoreWatch cores;
        receiveFlow(std::move(socket), m_time, m_cancel);
        m_report.coreReceiving = cores.busiest();
    }

    void noteAddress(int socket)
    {
        m_report.address = localEndpoint(socket).address;
        for (const NetworkInterface& interface : probeInterfaces()) {
            const auto& addresses = interface.addresses;
            if (std::find(addresses.begin(), addresses.end(), m_report.address) != addresses.end())
                m_report.interface = interface.name;
        }
    }

    const PairRequest& m_request;
    const int m_listener;
    const int m_cancel;
    const std::chrono::duration<double> m_time;
    bool m_losesLarge = false;
    PairReport m_report;
};

} // namespace

PairReport measurePair(const PairRequest& request, int listener, int cancel)
{
    PairMeasurement measurement(request, listener, cancel);
    return listener >= 0 ? measurement.listen() : measurement.connect();
}

} // namespace lockstep
