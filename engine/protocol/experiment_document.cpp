// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment_document.h"

#include "engine/protocol/experiment_description.h"

namespace lockstep {

template void describe(JsonReader&, DataSpec&);
template void describe(JsonWriter&, const DataSpec&);

namespace {

/// Documents of a newer version may hold anything, so their version is looked at before all else.
std::optional<Error> checkVersion(const JsonValue& document)
{
    int version = 0;
    std::optional<Error> error;
    JsonReader reader(document, {}, JsonReader::Missing::Refuse, error);
    reader.integer("version", version, 1, std::numeric_limits<int>::max());
    if (!error && version > kExperimentVersion)
        error =
            Error{LOCKSTEP_TEXT("This experiment was written in version %1 of the format, but this Lockstep "
                                "reads versions up to %2: please use a newer Lockstep."),
                  {std::to_string(version), std::to_string(kExperimentVersion)},
                  {}};
    return error;
}

void write(std::string& out, const Experiment& experiment, JsonWriter::Layout layout,
           JsonWriter::Absent absent)
{
    JsonWriter writer(out, layout, absent);
    describe(writer, experiment);
    writer.finish();
}

} // namespace

Result<Experiment> readExperiment(const JsonValue& document)
{
    if (const auto error = checkVersion(document))
        return *error;
    Experiment experiment;
    std::optional<Error> error;
    JsonReader reader(document, {}, JsonReader::Missing::KeepDefault, error);
    describe(reader, experiment);
    if (error)
        return *error;
    return experiment;
}

Result<Experiment> parseExperiment(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxExperimentBytes, kMaxExperimentDepth});
    if (!document.ok())
        return document.error();
    return readExperiment(*document);
}

std::string toJson(const Experiment& experiment)
{
    std::string out;
    write(out, experiment, JsonWriter::Layout::Indented, JsonWriter::Absent::Omit);
    return out += '\n';
}

Result<Topology> parseTopology(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxExperimentBytes, kMaxExperimentDepth});
    if (!document.ok())
        return document.error();
    if (document->find("version")) {
        Result<Experiment> experiment = readExperiment(*document);
        if (!experiment.ok())
            return experiment.error();
        return std::move(experiment->topology);
    }
    Topology topology;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::KeepDefault, error);
    describe(reader, topology);
    if (error)
        return *error;
    return topology;
}

std::string toJson(const Topology& topology)
{
    std::string out;
    JsonWriter writer(out, JsonWriter::Layout::Indented);
    describe(writer, topology);
    writer.finish();
    return out += '\n';
}

JsonValue toCompleteJson(const Experiment& experiment)
{
    std::string out;
    write(out, experiment, JsonWriter::Layout::OneLine, JsonWriter::Absent::WriteNull);
    // Bounded all the same, for unknown fields come from outside.
    Result<JsonValue> document = parseJson(out, {2 * kMaxExperimentBytes, kMaxExperimentDepth});
    return document.ok() ? std::move(document).value() : JsonValue{};
}

std::string_view toString(DataKind kind)
{
    switch (kind) {
    case DataKind::SyntheticDigits:
        return "synthetic-digits";
    case DataKind::Mnist:
        return "mnist";
    case DataKind::PaddleJson:
        return "paddle-json";
    case DataKind::Cifar10:
        return "cifar10";
    case DataKind::ImageFolder:
        return "image-folder";
    case DataKind::Clips:
        return "clips";
    case DataKind::Synthetic:
        return "synthetic";
    }
    return {};
}

std::string_view toString(OptimizerKind kind)
{
    return factsOf(kind).name;
}

std::string_view toString(LossKind kind)
{
    return kind == LossKind::CrossEntropy ? "cross-entropy" : "squared-error";
}

std::string_view toString(Precision precision)
{
    switch (precision) {
    case Precision::Float32:
        return "f32";
    case Precision::BFloat16:
        return "bf16";
    case Precision::Float16:
        return "fp16";
    }
    return {};
}

int activationBytes(Precision precision)
{
    return precision == Precision::Float32 ? 4 : 2;
}

std::string_view toString(ScheduleKind kind)
{
    switch (kind) {
    case ScheduleKind::Constant:
        return "constant";
    case ScheduleKind::Step:
        return "step";
    case ScheduleKind::MultiStep:
        return "multi-step";
    case ScheduleKind::Cosine:
        return "cosine";
    }
    return {};
}

std::string_view toString(Augmentation augmentation)
{
    return augmentation == Augmentation::Standard ? "standard" : "none";
}

std::string_view toString(StrategyKind kind)
{
    switch (kind) {
    case StrategyKind::AllReduce:
        return "all-reduce";
    case StrategyKind::ServerSync:
        return "server-sync";
    case StrategyKind::ServerAsync:
        return "server-async";
    case StrategyKind::LocalSteps:
        return "local-steps";
    case StrategyKind::ModelParallel:
        return "model-parallel";
    }
    return {};
}

std::string_view toString(CompressionKind kind)
{
    switch (kind) {
    case CompressionKind::None:
        return "none";
    case CompressionKind::BFloat16:
        return "bf16";
    case CompressionKind::Float16:
        return "fp16";
    case CompressionKind::Int8:
        return "int8";
    case CompressionKind::TopK:
        return "top-k";
    case CompressionKind::PowerSgd:
        return "powersgd";
    }
    return {};
}

bool usesServers(StrategyKind kind)
{
    return kind == StrategyKind::ServerSync || kind == StrategyKind::ServerAsync;
}

bool keepsTheRest(CompressionKind kind)
{
    return kind == CompressionKind::TopK || kind == CompressionKind::PowerSgd;
}

std::string_view toString(Connection connection)
{
    return connection == Connection::Local ? "local" : "ssh";
}

} // namespace lockstep
