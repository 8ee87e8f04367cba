// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/dnnl_program.h"

#include "engine/compute/cpu/dnnl_network.h"
#include "engine/core/error.h"

#include <algorithm>
#include <map>
#include <omp.h>

namespace lockstep {

namespace {

/// Runs f and turns oneDNN's exceptions into the engine's.
template <typename F>
void naming(const F& f)
{
    try {
        f();
    } catch (const dnnl::error& error) {
        const bool memory = error.status == dnnl_out_of_memory;
        throw EngineError(memory ? ExitCode::OutOfMemory : ExitCode::Failure,
                          {LOCKSTEP_TEXT("oneDNN, the library that computes on the CPU, reports: %1 (status %2)."),
                           {error.what(), std::to_string(static_cast<int>(error.status))},
                           {}});
    }
}

class DnnlProgram final : public CpuProgram {
public:
    DnnlProgram(const Graph& graph, const ProgramOptions& options) : CpuProgram(graph, options), m_graph(graph)
    {
        m_workers.resize(static_cast<std::size_t>(team().size()));
        for (std::size_t w = 0; w < m_workers.size(); ++w)
            for (std::size_t i = 0; i < parameters().size(); ++i) {
                // Worker 0 writes to the gradients themselves, to which the others' are added.
                if (w > 0)
                    m_workers[w].partials.emplace_back(parameters()[i].gradient.size());
                m_workers[w].pointers.push_back(
                    {parameter(i).value.data(), w == 0 ? parameter(i).gradient.data() : m_workers[w].partials[i].data()});
            }
        // The full batch's networks now, so that an impossible graph fails here.
        team().run([&](int worker) {
            const auto [from, to] = team().share(worker, this->options().batch);
            if (to > from)
                naming([&] { network(worker, to - from); });
        });
    }

    void parametersChanged() override { ++m_version; }

    std::int64_t memoryBytes() const override
    {
        std::int64_t bytes = 0;
        for (const Worker& worker : m_workers)
            for (const auto& [samples, network] : worker.networks)
                bytes += network.memoryBytes();
        for (const Parameter& each : parameters())
            bytes += static_cast<std::int64_t>(each.value.size_bytes() + each.gradient.size_bytes() * m_workers.size());
        return bytes;
    }

private:
    struct Worker {
        std::map<int, DnnlNetwork> networks; ///< by number of samples
        std::map<int, std::uint64_t> loaded; ///< the version of the parameters that each network holds
        std::vector<std::vector<float>> partials;
        std::vector<ParameterPointers> pointers;
    };

    Worker& worker(int index) { return m_workers[static_cast<std::size_t>(index)]; }

    DnnlNetwork& network(int index, int samples)
    {
        // A full batch and a short one make two shares each at most; more only when the caller's batches vary.
        constexpr std::size_t kMostNetworks = 8;
        Worker& own = worker(index);
        const auto found = own.networks.find(samples);
        if (found != own.networks.end())
            return found->second;
        if (own.networks.size() >= kMostNetworks) {
            own.networks.clear();
            own.loaded.clear();
        }
        // OpenMP's thread count is a setting of each thread: a worker computes alone.
        omp_set_num_threads(1);
        return own.networks.try_emplace(samples, m_graph, samples, own.pointers).first->second;
    }

    void forwardShare(int index, const BatchView& batch, Phase phase) override
    {
        const auto [from, to] = team().share(index, batch.count);
        if (to > from)
            naming([&, first = from, last = to] { forwardSamples(index, batch, phase, first, last); });
    }

    void forwardSamples(int index, const BatchView& batch, Phase phase, int from, int to)
    {
        omp_set_num_threads(1);
        DnnlNetwork& net = network(index, to - from);
        std::uint64_t& loaded = worker(index).loaded[to - from];
        if (loaded != m_version)
            net.loadParameters();
        loaded = m_version;
        const std::int64_t elements = m_graph.inputShape().elements();
        net.forward(batch.inputs.data() + from * elements);
        const auto classCount = static_cast<std::size_t>(classes());
        for (int sample = from; sample < to; ++sample) {
            const auto at = static_cast<std::size_t>(sample - from) * classCount;
            const std::span<const float> derivative = score(index, sample, {net.logits() + at, classCount},
                                                            batch.labels[static_cast<std::size_t>(sample)]);
            if (phase == Phase::Training)
                std::copy(derivative.begin(), derivative.end(), net.logitsGradient() + at);
        }
    }

    void backwardShare(int index, float scale) override
    {
        const auto [from, to] = team().share(index, count());
        DnnlNetwork* net = to > from ? &network(index, to - from) : nullptr;
        if (net != nullptr) {
            for (std::int64_t i = 0; i < std::int64_t{to - from} * classes(); ++i)
                net->logitsGradient()[i] *= scale;
            net->beginBackward();
        }
        for (std::size_t weight = parameters().size(); weight > 0;) {
            weight -= 2;
            if (net != nullptr)
                naming([&] { net->backwardNext(); });
            else
                clearGradients(index, weight);
            team().barrier();
            if (index == 0) {
                addPartials(weight);
                addPartials(weight + 1);
                announce(weight + 1);
                announce(weight);
            }
            // The next step overwrites what worker 0 has just read, but not before the job has ended.
        }
    }

    void clearGradients(int index, std::size_t weight)
    {
        for (std::size_t i : {weight, weight + 1})
            std::fill_n(worker(index).pointers[i].gradient, parameters()[i].gradient.size(), 0.0f);
    }

    void addPartials(std::size_t index)
    {
        const std::span<float> sum = parameter(index).gradient;
        for (std::size_t w = 1; w < m_workers.size(); ++w)
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += m_workers[w].partials[index][i];
    }

    Graph m_graph;
    std::vector<Worker> m_workers;
    std::uint64_t m_version = 1;
};

} // namespace

std::unique_ptr<Program> makeDnnlProgram(const Graph& graph, const ProgramOptions& options)
{
    if (!DnnlNetwork::isChain(graph))
        throw EngineError(ExitCode::InvalidExperiment,
                          {LOCKSTEP_TEXT("The model %1 has layers that are not one chain; this engine cannot compute it."),
                           {graph.name()},
                           {}});
    return std::make_unique<DnnlProgram>(graph, options);
}

std::string dnnlVersion()
{
    const dnnl_version_t* version = dnnl_version();
    return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
           std::to_string(version->patch);
}

} // namespace lockstep
