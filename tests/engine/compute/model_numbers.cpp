// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/model_numbers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

constexpr std::size_t kPeriod = 1000003;
constexpr std::size_t kBuckets = 4096;

const std::vector<float>& table()
{
    static const std::vector<float> values = [] {
        std::vector<float> made(kPeriod);
        for (std::size_t i = 0; i < kPeriod; ++i) {
            auto x = static_cast<std::uint32_t>((i + 1) * 2654435761u);
            x ^= x >> 16;
            x *= 0x45d9f3bu;
            x ^= x >> 16;
            made[i] = static_cast<float>(x / 2147483648.0 - 1);
        }
        return made;
    }();
    return values;
}

std::size_t placeOf(const std::string& name)
{
    std::uint32_t place = 2166136261u;
    for (char c : name)
        place = (place ^ static_cast<unsigned char>(c)) * 16777619u;
    return place % kPeriod;
}

std::string moduleOf(const std::string& tensor)
{
    return tensor.substr(0, tensor.rfind('.'));
}

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// As scaled() of torch_models.py: factor and offset of the numbers of a tensor.
std::pair<float, float> distribution(const std::string& name, const Shape& shape, bool isNorm)
{
    if (isNorm && endsWith(name, "bias"))
        return {0.1f, 1.5f};
    if (isNorm && endsWith(name, "weight"))
        return {0.05f, 0.25f};
    const auto fanIn = shape.rank() == 0 ? 1.0 : static_cast<double>(shape.elements() / shape[0]);
    if (shape.rank() >= 4)
        return {static_cast<float>(std::sqrt(6 / fanIn)), 0.0f};
    if (shape.rank() == 2)
        return {static_cast<float>(std::sqrt(3 / fanIn)), 0.0f};
    if (shape.rank() == 3)
        return {0.2f, 0.5f};
    if (endsWith(name, "running_var"))
        return {0.5f, 1.0f};
    if (endsWith(name, "weight"))
        return {0.2f, 0.6f};
    return {0.1f, 0.0f};
}

void fill(const std::string& name, const Shape& shape, std::span<float> values, bool isNorm)
{
    fillNumbers(name, values);
    const auto [factor, offset] = distribution(name, shape, isNorm);
    const bool alternates = isNorm && endsWith(name, "bias");
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = (alternates && i % 4 == 3 ? -offset : offset) + factor * values[i];
}

/// Copies a graph layer by layer.
class Copy {
public:
    explicit Copy(const Graph& from) : m_from(from), m_to(from.name()) {}

    Graph copy()
    {
        for (const Layer& layer : m_from.layers()) {
            m_layer = &layer;
            m_ids.push_back(std::visit([&](const auto& kind) { return add(kind); }, layer.kind));
        }
        for (const AuxiliaryHead& head : m_from.auxiliaryHeads())
            m_to.auxiliaryHead(m_ids[static_cast<std::size_t>(head.logits)], head.weight);
        return std::move(m_to);
    }

private:
    LayerId input(std::size_t i = 0) const { return m_ids[static_cast<std::size_t>(m_layer->inputs[i])]; }
    const std::string& name() const { return m_layer->name; }

    LayerId add(const InputLayer&) { return m_to.input(m_layer->output); }
    LayerId add(const ConvolutionLayer& kind) { return m_to.convolution(input(), name(), kind); }
    LayerId add(const ClipConvolutionLayer& kind) { return m_to.clipConvolution(input(), name(), kind); }
    LayerId add(const LinearLayer& kind) { return m_to.linear(input(), name(), kind); }
    LayerId add(const BatchNormLayer& kind) { return m_to.batchNorm(input(), name(), kind); }
    LayerId add(const LayerNormLayer& kind) { return m_to.layerNorm(input(), name(), kind); }
    LayerId add(const LayerScaleLayer& kind) { return m_to.layerScale(input(), name(), kind); }
    LayerId add(const MaxPoolLayer& kind) { return m_to.maxPool(input(), name(), kind); }
    LayerId add(const ClipMaxPoolLayer& kind) { return m_to.clipMaxPool(input(), name(), kind); }
    LayerId add(const AdaptiveAveragePoolLayer& kind) { return m_to.averagePool(input(), name(), kind); }
    LayerId add(const ActivationLayer& kind) { return m_to.activation(input(), name(), kind.function); }
    LayerId add(const AddLayer&) { return m_to.add(input(0), input(1), name()); }
    LayerId add(const ConcatLayer&)
    {
        std::vector<LayerId> all;
        for (std::size_t i = 0; i < m_layer->inputs.size(); ++i)
            all.push_back(input(i));
        return m_to.concat(all, name());
    }
    LayerId add(const SliceLayer& kind) { return m_to.slice(input(), name(), kind); }
    LayerId add(const ChannelShuffleLayer& kind) { return m_to.channelShuffle(input(), name(), kind); }
    LayerId add(const DropoutLayer&) { return input(); }
    LayerId add(const StochasticDepthLayer&) { return input(); }
    LayerId add(const SubsampleLayer& kind) { return m_to.subsample(input(), name(), kind); }

    const Graph& m_from;
    Graph m_to;
    const Layer* m_layer = nullptr;
    std::vector<LayerId> m_ids;
};

} // namespace

void fillNumbers(const std::string& name, std::span<float> values)
{
    std::size_t at = placeOf(name);
    for (float& each : values) {
        each = table()[at];
        at = at + 1 == kPeriod ? 0 : at + 1;
    }
}

std::vector<float> sketched(std::span<const float> values)
{
    if (values.size() <= kBuckets)
        return {values.begin(), values.end()};
    static const std::vector<float> signs = [] {
        std::vector<float> made(kPeriod);
        fillNumbers("signs", made);
        return made;
    }();
    std::vector<double> sums(kBuckets);
    std::size_t sign = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<double>(values[i]);
        sums[i % kBuckets] += signs[sign] >= 0 ? value : -value;
        sign = sign + 1 == kPeriod ? 0 : sign + 1;
    }
    return {sums.begin(), sums.end()};
}

void fillModel(Program& program, bool steady)
{
    std::set<std::string> norms;
    for (const TensorInfo& each : program.buffers().tensors())
        norms.insert(moduleOf(each.name));
    const auto fillAll = [&](TensorStore& store, const auto& isNorm) {
        for (std::size_t i = 0; i < store.tensors().size(); ++i) {
            const TensorInfo& each = store.tensors()[i];
            std::vector<float> values(each.elements());
            fill(each.name, each.shape, values, isNorm(each));
            if (each.stored == TensorInfo::Stored::Int64)
                values[0] = 0;
            store.write(i, values);
        }
    };
    fillAll(program.parameters(),
            [&](const TensorInfo& each) { return steady && norms.contains(moduleOf(each.name)); });
    fillAll(program.buffers(), [](const TensorInfo&) { return false; });
}

Shape modelSample(const std::string& model)
{
    if (model == "i3d")
        return {3, 18, 19, 22};
    if (model == "mnist-cnn" || model == "lenet")
        return {1, 28, 28};
    const bool cifar =
        model == "resnet8" || model == "resnet20" || model == "resnet32" || model == "resnet56";
    const std::int64_t side = cifar || model.starts_with("vgg") ? 32 : 64;
    return {3, side, side};
}

BatchView ModelBatch::view(int first, int count) const
{
    const std::size_t elements = inputs.size() / labels.size();
    const auto from = static_cast<std::size_t>(first);
    const auto samples = static_cast<std::size_t>(count);
    return {.inputs = std::span(inputs).subspan(from * elements, samples * elements),
            .labels = std::span(labels).subspan(from, samples),
            .scalars = {.count = count}};
}

ModelBatch modelBatch(const std::string& model, int step)
{
    // As DRAWS of the script.
    const int draw = model == "vgg13" || model == "vgg11_bn" ? 1 : model == "mobilenet_v2" ? 2 : 0;
    ModelBatch batch;
    batch.inputs.resize(static_cast<std::size_t>(kModelBatch * modelSample(model).elements()));
    fillNumbers("inputs" + std::to_string(step + draw), batch.inputs);
    for (float& each : batch.inputs)
        each *= 1.7f;
    for (int i = 0; i < kModelBatch; ++i)
        batch.labels.push_back((7 * i + 3 * step + 3) % kModelClasses);
    return batch;
}

Graph withoutMasks(const Graph& graph)
{
    return Copy(graph).copy();
}

} // namespace lockstep
