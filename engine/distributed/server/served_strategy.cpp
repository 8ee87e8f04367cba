// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/served_strategy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lockstep {
namespace {

/// As PyTorch's clip_grad_norm_.
double clippingScale(double norm, double clipNorm)
{
    const double scale = clipNorm / (norm + 1e-6);
    return scale > 1 ? 1 : scale;
}

} // namespace

ServedStrategy::ServedStrategy(const TrainingSpec& training, ServerLinks& links, const HostReplica& replica)
    : m_training(training), m_links(links), m_parameters(replica.parameters)
{
    for (const Parameter& parameter : m_parameters.all)
        m_elements += parameter.value.size();
    m_pushed.resize(m_elements);
    m_weights.resize(m_elements);
}

std::string ServedStrategy::exchange() const
{
    const int servers = m_links.servers();
    std::string text = std::to_string(servers) + (servers == 1 ? " server" : " servers");
    if (!isAsync())
        return text + ", which update from the sum of all ranks";
    text += ", which update from each rank's as they come, ";
    text += m_training.staleness < 0
                ? "however far ahead it is"
                : "at most " + std::to_string(m_training.staleness) + " steps ahead of the slowest";
    if (!m_training.dampen)
        return text + ", at the full learning rate (training.dampen is false)";
    const int divisor = m_training.staleness < 0 ? m_links.ranks() : m_training.staleness + 1;
    return text + ", at the learning rate times the rank's share of the batch, divided by " +
           std::to_string(divisor);
}

double ServedStrategy::divisor(const StepBatch& batch) const
{
    return isAsync() ? std::max(batch.count, 1) : batch.globalCount;
}

/// At once: on a device, the thread that begins a step may not be the one that its optimiser is read by.
void ServedStrategy::startFrom(const TensorStore& optimizer, std::int64_t updates)
{
    if (updates > 0)
        m_optimizer = TensorCopy(optimizer);
    m_updates = updates;
}

void ServedStrategy::begin(const StepBatch& batch)
{
    m_batch = batch;
    if (!m_hasStarted)
        start();
}

Strategy::StepEnd ServedStrategy::finish(const StepVotes& mine)
{
    gatherGradients();
    return isAsync() ? pushAlone(mine) : pushTogether(mine);
}

Strategy::StepEnd ServedStrategy::settle()
{
    if (!m_hasStarted)
        start(); // no step was made: rank 0's weights are not yet everywhere
    return m_hasSettled ? StepEnd{} : settleAlone();
}

Slice ServedStrategy::sliceOf(std::size_t server) const
{
    return lockstep::sliceOf(m_elements, static_cast<int>(server), m_links.servers());
}

void ServedStrategy::start()
{
    Request request;
    request.kind = RequestKind::Start;
    request.step = m_batch.step;
    std::vector<std::vector<std::byte>> payloads(static_cast<std::size_t>(m_links.servers()));
    std::vector<ServerLinks::Part> parts(payloads.size());
    const std::span<float> weights = m_weights;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Slice slice = sliceOf(i);
        if (m_links.rank() == 0)
            payloads[i] = startOf(slice);
        parts[i] = {
            request, payloads[i], std::as_writable_bytes(weights.subspan(slice.begin, slice.size)), {}};
    }
    m_links.ask(parts);
    takeWeights();
    m_optimizer = {};
    m_hasStarted = true;
}

std::vector<std::byte> ServedStrategy::startOf(Slice slice) const
{
    SliceStart start;
    start.updates = m_updates;
    start.stretches = stretchesOf(m_parameters.all, slice, m_training.decayAll);
    std::vector<float> all(m_elements);
    const auto part = std::span(all).subspan(slice.begin, slice.size);
    forEachParameter([&](const Parameter& parameter, std::size_t begin) {
        std::ranges::copy(parameter.value, all.begin() + static_cast<std::ptrdiff_t>(begin));
    });
    start.weights.assign(part.begin(), part.end());
    if (m_updates == 0)
        return encode(start); // the state is zeros
    const std::size_t kept = m_optimizer.tensors().size() / m_parameters.all.size();
    for (std::size_t k = 0; k < kept; ++k) {
        std::size_t p = 0;
        forEachParameter([&](const Parameter& parameter, std::size_t begin) {
            m_optimizer.read(p++ * kept + k, std::span(all).subspan(begin, parameter.value.size()));
        });
        start.state.insert(start.state.end(), part.begin(), part.end());
    }
    return encode(start);
}

std::int64_t ServedStrategy::bring(TensorStore& optimizer)
{
    if (!m_hasStarted)
        return m_updates;
    const std::size_t kept = optimizer.tensors().size() / m_parameters.all.size();
    std::vector<std::vector<float>> states(static_cast<std::size_t>(m_links.servers()));
    std::vector<ServerLinks::Part> parts(states.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        states[i].resize(kept * sliceOf(i).size);
        parts[i].request.kind = RequestKind::State;
        parts[i].received = std::as_writable_bytes(std::span(states[i]));
    }
    m_links.ask(parts);
    std::vector<float> all(m_elements);
    for (std::size_t k = 0; k < kept; ++k) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Slice slice = sliceOf(i);
            std::ranges::copy(std::span(states[i]).subspan(k * slice.size, slice.size),
                              all.begin() + static_cast<std::ptrdiff_t>(slice.begin));
        }
        std::size_t p = 0;
        forEachParameter([&](const Parameter& parameter, std::size_t begin) {
            optimizer.write(p++ * kept + k, std::span(all).subspan(begin, parameter.value.size()));
        });
    }
    return parts.front().reply.updates;
}

Strategy::StepEnd ServedStrategy::pushTogether(const StepVotes& mine)
{
    Request request;
    request.kind = RequestKind::Push;
    request.learningRate = m_batch.learningRate;
    request.votes = mine;
    if (m_training.clipNorm == 0) {
        const Reply reply = askForWeights(request, m_pushed);
        return {Outcome::WeightsReplaced, reply.votes};
    }
    StepVotes votes;
    request.scale = clippingScale(normOfSum(request, votes), m_training.clipNorm);
    request.kind = RequestKind::Update;
    askForWeights(request, {});
    return {Outcome::WeightsReplaced, votes};
}

/// All servers' square sums are added in the order of the vector, on each rank alike.
double ServedStrategy::normOfSum(Request request, StepVotes& votes)
{
    request.kind = RequestKind::Norm;
    std::vector<std::vector<double>> squares(static_cast<std::size_t>(m_links.servers()));
    std::vector<ServerLinks::Part> parts(squares.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Slice slice = sliceOf(i);
        squares[i].resize((slice.size + kSliceUnit - 1) / kSliceUnit);
        parts[i] = {request,
                    std::as_bytes(std::span(m_pushed).subspan(slice.begin, slice.size)),
                    std::as_writable_bytes(std::span(squares[i])),
                    {}};
    }
    m_links.ask(parts);
    votes = parts.front().reply.votes;
    double sum = 0;
    for (const std::vector<double>& each : squares)
        sum = std::accumulate(each.begin(), each.end(), sum);
    return std::sqrt(sum);
}

Strategy::StepEnd ServedStrategy::pushAlone(const StepVotes& mine)
{
    Request request;
    request.kind = RequestKind::Push;
    request.step = m_batch.step;
    request.learningRate = dampedRate();
    request.votes = mine;
    if (m_training.clipNorm > 0) {
        const std::vector<double> squares = unitSquares(m_pushed);
        const double sum = std::accumulate(squares.begin(), squares.end(), 0.0);
        request.scale = clippingScale(std::sqrt(sum), m_training.clipNorm);
    }
    if (m_batch.count == 0)
        request.scale = 0;
    const Reply reply = askForWeights(request, m_pushed);
    m_unsaid.lossSum += mine.lossSum;
    m_unsaid.stop += mine.stop;
    m_unsaid.damaged += mine.damaged;
    m_hasSettled = false;
    StepEnd end{Outcome::WeightsReplaced, std::nullopt};
    if (reply.stopAfter == m_batch.step + 1)
        end = settleAlone();
    end.staleness = reply.staleness;
    return end;
}

Strategy::StepEnd ServedStrategy::settleAlone()
{
    Request request;
    request.kind = RequestKind::Settle;
    request.votes = std::exchange(m_unsaid, {});
    const Reply reply = askForWeights(request, {});
    m_hasSettled = true;
    return {Outcome::WeightsReplaced, reply.votes};
}

/// By the rank's share of the batch, so that all ranks together move the weights as far as one step of all
/// would; by the staleness, because delayed gradients are stable at so much smaller rates only.
double ServedStrategy::dampedRate() const
{
    if (!m_training.dampen)
        return m_batch.learningRate;
    const int staleness = m_training.staleness < 0 ? m_links.ranks() - 1 : m_training.staleness;
    return m_batch.learningRate * m_batch.count / m_batch.globalCount / (staleness + 1);
}

void ServedStrategy::gatherGradients()
{
    forEachParameter([&](const Parameter& parameter, std::size_t begin) {
        std::ranges::copy(parameter.gradient, m_pushed.begin() + static_cast<std::ptrdiff_t>(begin));
    });
}

Reply ServedStrategy::askForWeights(const Request& request, std::span<const float> pushed)
{
    std::vector<ServerLinks::Part> parts(static_cast<std::size_t>(m_links.servers()));
    const std::span<float> weights = m_weights;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Slice slice = sliceOf(i);
        parts[i].request = request;
        if (!pushed.empty())
            parts[i].sent = std::as_bytes(pushed.subspan(slice.begin, slice.size));
        parts[i].received = std::as_writable_bytes(weights.subspan(slice.begin, slice.size));
    }
    m_links.ask(parts);
    takeWeights();
    Reply reply = parts.front().reply;
    for (const ServerLinks::Part& part : parts)
        reply.staleness = std::max(reply.staleness, part.reply.staleness);
    return reply;
}

/// Only once all slices are here: a step that is broken off leaves the weights as they were.
void ServedStrategy::takeWeights()
{
    forEachParameter([&](const Parameter& parameter, std::size_t begin) {
        std::ranges::copy(std::span(m_weights).subspan(begin, parameter.value.size()),
                          parameter.value.begin());
    });
    if (m_parameters.changed)
        m_parameters.changed();
}

/// With its place in the flat vector.
void ServedStrategy::forEachParameter(
    const std::function<void(const Parameter& parameter, std::size_t begin)>& job) const
{
    std::size_t begin = 0;
    for (const Parameter& parameter : m_parameters.all) {
        job(parameter, begin);
        begin += parameter.value.size();
    }
}

} // namespace lockstep
