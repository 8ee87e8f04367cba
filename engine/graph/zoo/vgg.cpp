// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

namespace lockstep {

// The networks of Simonyan and Zisserman [Very deep convolutional networks for large-scale image recognition.
// 2014], plain and with batch norm, for samples of 32 pixels or more.

namespace {

constexpr int kPool = 0;
using Columns = std::vector<int>;

// Table 1 of the paper: output channels of 3x3 convolutions.
const Columns kA{64, kPool, 128, kPool, 256, 256, kPool, 512, 512, kPool, 512, 512, kPool};
const Columns kB{64, 64, kPool, 128, 128, kPool, 256, 256, kPool, 512, 512, kPool, 512, 512, kPool};
const Columns kD{64,    64,  kPool, 128, 128,   kPool, 256, 256, 256,
                 kPool, 512, 512,   512, kPool, 512,   512, 512, kPool};
const Columns kE{64,  64,  kPool, 128, 128,   kPool, 256, 256, 256, 256,  kPool,
                 512, 512, 512,   512, kPool, 512,   512, 512, 512, kPool};

Graph vgg(const char* name, const Columns& columns, bool norm, const Shape& sample, int classes)
{
    Graph graph(name, {.convolution = kaimingNormalFanOut, .linear = normal(0.01), .zeroBias = true});
    LayerId x = graph.input(sample);
    int place = 0;
    const auto next = [&] { return "features." + std::to_string(place++); };
    for (int channels : columns) {
        if (channels == kPool) {
            x = graph.maxPool(x, next());
            continue;
        }
        x = graph.convolution(x, next(), {.channels = channels, .kernel = 3, .padding = 1});
        if (norm)
            x = graph.batchNorm(x, next());
        x = graph.relu(x, next());
    }
    x = graph.averagePool(x, "avgpool", {.height = 7, .width = 7});

    x = graph.linear(x, "classifier.0", {.features = 4096});
    x = graph.relu(x, "classifier.1");
    x = graph.dropout(x, "classifier.2", {.probability = 0.5});
    x = graph.linear(x, "classifier.3", {.features = 4096});
    x = graph.relu(x, "classifier.4");
    x = graph.dropout(x, "classifier.5", {.probability = 0.5});
    graph.linear(x, "classifier.6", {.features = classes});
    return graph;
}

} // namespace

// clang-format off
Graph makeVgg11(const Shape& sample, int classes)   { return vgg("vgg11", kA, false, sample, classes); }
Graph makeVgg11Bn(const Shape& sample, int classes) { return vgg("vgg11_bn", kA, true, sample, classes); }
Graph makeVgg13(const Shape& sample, int classes)   { return vgg("vgg13", kB, false, sample, classes); }
Graph makeVgg13Bn(const Shape& sample, int classes) { return vgg("vgg13_bn", kB, true, sample, classes); }
Graph makeVgg16(const Shape& sample, int classes)   { return vgg("vgg16", kD, false, sample, classes); }
Graph makeVgg16Bn(const Shape& sample, int classes) { return vgg("vgg16_bn", kD, true, sample, classes); }
Graph makeVgg19(const Shape& sample, int classes)   { return vgg("vgg19", kE, false, sample, classes); }
Graph makeVgg19Bn(const Shape& sample, int classes) { return vgg("vgg19_bn", kE, true, sample, classes); }
// clang-format on

} // namespace lockstep
