// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal.h"

#include "remote/rehearsal/imitation.h"
#include "remote/rehearsal/rehearsal_routes.h"

#include <csignal>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace lockstep {

namespace {

Result<std::shared_ptr<RehearsalStage>> build(const std::string& program, const Topology& joined,
                                              StageKind kind)
{
    auto stage = RehearsalStage::open(program, kind, stagePlaces(joined));
    if (!stage || kind == StageKind::Loopback)
        return stage;
    if (const auto built = stage.value()->carryOut(planRehearsal(joined)); !built)
        return built.error();
    return stage;
}

} // namespace

Rehearsal::Rehearsal(Topology topology, StageKind kind, std::shared_ptr<RehearsalStage> stage)
    : m_topology(std::move(topology)), m_places(m_topology), m_kind(kind), m_stage(std::move(stage))
{
}

Result<std::shared_ptr<Rehearsal>> Rehearsal::open(const std::string& program, const Topology& topology,
                                                   std::optional<StageKind> wanted)
{
    const Topology joined = joinedTopology(topology);
    std::vector<StageKind> kinds{StageKind::User, StageKind::Root, StageKind::Loopback};
    if (wanted)
        kinds = {*wanted};
    else if (::geteuid() != 0)
        std::erase(kinds, StageKind::Root);
    std::optional<Error> refusal;
    for (const StageKind kind : kinds) {
        auto made = build(program, joined, kind);
        if (made)
            return std::shared_ptr<Rehearsal>(new Rehearsal(joined, kind, std::move(made.value())));
        refusal = made.error();
    }
    return *refusal;
}

Result<std::unique_ptr<HostChannel>> Rehearsal::attach(const Host& host, const std::string& engine)
{
    const std::size_t place = m_places.of(host.id);
    const bool imitates = imitatesCompute(m_topology, m_kind, std::thread::hardware_concurrency());
    return m_stage->start(place, engine, engineWords(engine, imitates), coresAt(place));
}

std::string Rehearsal::addressOf(const Host& host) const
{
    const std::size_t place = m_places.of(host.id);
    return hasLinks() ? rehearsedAddress(place) : loopbackAddress(place);
}

Result<void> Rehearsal::setLink(std::size_t link, const LinkState& state)
{
    if (!hasLinks())
        return Error{
            LOCKSTEP_TEXT("The hosts of this rehearsal share this computer's network, which has no links."),
            {},
            ""};
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

Result<void> Rehearsal::slowHost(const Host& host)
{
    return m_stage->carryOut(crowding(host, true));
}

Result<void> Rehearsal::relieveHost(const Host& host)
{
    return m_stage->carryOut(crowding(host, false));
}

Result<void> Rehearsal::slowData(const Host& host)
{
    return m_stage->carryOut({StageOrder::Kind::Brake, m_places.of(host.id), {"1"}, {}});
}

Result<void> Rehearsal::relieveData(const Host& host)
{
    return m_stage->carryOut({StageOrder::Kind::Brake, m_places.of(host.id), {"0"}, {}});
}

StageOrder Rehearsal::crowding(const Host& host, bool isCrowded) const
{
    const std::size_t place = m_places.of(host.id);
    return {StageOrder::Kind::Crowd, place, {isCrowded ? "1" : "0"}, coreText(coresAt(place))};
}

std::vector<std::size_t> Rehearsal::coresAt(std::size_t place) const
{
    return coresOf(place, m_topology.hosts.size(), std::thread::hardware_concurrency());
}

Result<void> Rehearsal::signal(const Host& host, int number)
{
    return m_stage->carryOut({StageOrder::Kind::Signal, m_places.of(host.id), {std::to_string(number)}, {}});
}

std::string stageBeside(const std::string& engine)
{
    return std::filesystem::path(engine).replace_filename("lockstep-stage").string();
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
