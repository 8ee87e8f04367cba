// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal.h"

#include "remote/rehearsal/rehearsal_routes.h"

#include <csignal>
#include <thread>
#include <unistd.h>

namespace lockstep {

Rehearsal::Rehearsal(Topology topology, StageKind kind, std::shared_ptr<RehearsalStage> stage)
    : m_topology(std::move(topology)), m_places(m_topology), m_kind(kind), m_stage(std::move(stage))
{
}

Result<std::shared_ptr<Rehearsal>> Rehearsal::open(const std::string& program, const Topology& topology)
{
    Topology joined = joinedTopology(topology);
    StageKind kind = StageKind::User;
    auto stage = RehearsalStage::open(program, kind, placeCount(joined));
    if (!stage && ::geteuid() == 0) {
        kind = StageKind::Root;
        stage = RehearsalStage::open(program, kind, placeCount(joined));
    }
    if (!stage)
        return stage.error();
    if (const auto built = stage.value()->carryOut(planRehearsal(joined)); !built)
        return built.error();
    return std::shared_ptr<Rehearsal>(new Rehearsal(std::move(joined), kind, std::move(stage.value())));
}

Result<std::unique_ptr<HostChannel>> Rehearsal::attach(const Host& host, const std::string& engine)
{
    const std::size_t place = m_places.of(host.id);
    return m_stage->start(place, engine, {engine, "attach"},
                          coresOf(place, m_topology.hosts.size(), std::thread::hardware_concurrency()));
}

std::string Rehearsal::addressOf(const Host& host) const
{
    return rehearsedAddress(m_places.of(host.id));
}

Result<void> Rehearsal::setLink(std::size_t link, const LinkState& state)
{
    return m_stage->carryOut(linkOrders(m_topology, link, state));
}

Result<void> Rehearsal::pauseHost(const Host& host)
{
    return signal(host, SIGSTOP);
}

Result<void> Rehearsal::continueHost(const Host& host)
{
    return signal(host, SIGCONT);
}

Result<void> Rehearsal::killHost(const Host& host)
{
    return signal(host, SIGKILL);
}

Result<void> Rehearsal::signal(const Host& host, int number)
{
    return m_stage->carryOut({StageOrder::Kind::Signal, m_places.of(host.id), {std::to_string(number)}, {}});
}

Experiment rehearsedExperiment(Experiment experiment)
{
    bool hadGpus = false;
    for (Host& host : experiment.topology.hosts) {
        host.connection = Connection::Local;
        host.address.clear();
        host.interface.clear();
        for (Device& device : host.devices) {
            hadGpus = hadGpus || device.kind == DeviceKind::Cuda;
            device = Device{};
        }
    }
    // Processors compute in bf16 where GPUs do in fp16: as many bytes in memory.
    if (hadGpus && experiment.training.precision == Precision::Float16)
        experiment.training.precision = Precision::BFloat16;
    return experiment;
}

} // namespace lockstep
