// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the replicas stay in step: the strategy, and of the settings those alone that it has.
#include "app/inspector/fields/experiment_fields.h"

#include "engine/protocol/experiment_member.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

template <StrategyKind kind>
bool forStrategy(const Experiment& experiment)
{
    return experiment.training.strategy == kind;
}

template <CompressionKind kind>
bool forCompression(const Experiment& experiment)
{
    return experiment.training.compression == kind;
}

/// One that a document has beside another strategy is shown, so that it can be taken away.
bool mayCompress(const Experiment& experiment)
{
    return forStrategy<StrategyKind::AllReduce>(experiment) ||
           !forCompression<CompressionKind::None>(experiment);
}

/// Only what crosses a network can be read there.
bool crossesANetwork(const Experiment& experiment)
{
    const auto isUsed = [](const Host& host) { return !host.devices.empty() || host.servers > 0; };
    return std::ranges::count_if(experiment.topology.hosts, isUsed) > 1 || experiment.training.encryption;
}

/// Compression belongs to all-reduce: whoever leaves the one leaves the other, in one step.
Result<void> setStrategy(Experiment& experiment, const QString& text)
{
    Result<void> written = setMember(experiment, "training.strategy", text.toStdString());
    if (written && !forStrategy<StrategyKind::AllReduce>(experiment))
        experiment.training.compression = CompressionKind::None;
    return written;
}

constexpr int kUnbounded = -1;

QString stalenessText(const Experiment& experiment)
{
    const int staleness = experiment.training.staleness;
    return staleness == kUnbounded ? QString() : QString::number(staleness);
}

Result<void> setStaleness(Experiment& experiment, const QString& text)
{
    return setMember(experiment, "training.staleness",
                     text.isEmpty() ? std::to_string(kUnbounded) : text.toStdString());
}

} // namespace

FieldTable<Experiment> ExperimentFields::strategy()
{
    FieldTable<Experiment> table = {
        {"training.strategy",
         tr("Strategy"),
         tr("How the replicas of the network stay in step. All-reduce: every rank applies the mean gradient "
            "of all. Server-sync: the same, but weights and optimiser are on parameter servers, whose number "
            "is a field of each host. Server-async: the servers apply each rank's gradient as it comes. "
            "Local steps: ranks train alone and meet every few steps. Model-parallel: the devices of a host "
            "are one rank, and each holds a part of the model's layers."),
         {.kind = FieldKind::Choice,
          .choices = {choice(StrategyKind::AllReduce, tr("all-reduce")),
                      choice(StrategyKind::ServerSync, tr("server-sync")),
                      choice(StrategyKind::ServerAsync, tr("server-async")),
                      choice(StrategyKind::LocalSteps, tr("local steps")),
                      choice(StrategyKind::ModelParallel, tr("model-parallel"))}},
         {.write = setStrategy, .remark = whenToUse}},
    };
    for (const FieldTable<Experiment>& rows :
         {compression(), localSteps(), asyncServers(), modelParts(), protection()})
        std::copy(rows.begin(), rows.end(), std::back_inserter(table));
    return table;
}

FieldTable<Experiment> ExperimentFields::compression()
{
    return {
        {"training.compression",
         tr("Compression"),
         tr("What of the gradients crosses the network. bf16, fp16: 16 bits of each number. int8: 8 bits. "
            "top-k: the largest numbers alone, the others wait. PowerSGD: two narrow matrices in place of "
            "each large one, and what they miss waits. All ranks get the same bits, whichever it is."),
         {.kind = FieldKind::Choice,
          .choices = {choice(CompressionKind::None, tr("None (32 bits)")),
                      choice(CompressionKind::BFloat16, tr("bf16")),
                      choice(CompressionKind::Float16, tr("fp16")), choice(CompressionKind::Int8, tr("int8")),
                      choice(CompressionKind::TopK, tr("top-k")),
                      choice(CompressionKind::PowerSgd, tr("PowerSGD"))}},
         {.shown = mayCompress, .remark = whenToCompress}},
        {"training.compression_rank",
         tr("PowerSGD rank"),
         tr("Columns of the two narrow matrices, from 1 to 64. More of them: closer to the whole gradient, "
            "and as many times the bytes. Begin with 4; 1 sends a quarter of it and learns late."),
         {.unit = {tr("columns"), tr("column")}},
         {.shown = forCompression<CompressionKind::PowerSgd>}},
        {"training.compression_ratio",
         tr("Fraction sent"),
         tr("How much of each gradient crosses in a step, above 0 and up to 1; 0.01 is one number in a "
            "hundred. Each takes 8 bytes, for it has its place beside it."),
         {.unit = {tr("of each gradient")}},
         {.shown = forCompression<CompressionKind::TopK>}},
    };
}

FieldTable<Experiment> ExperimentFields::localSteps()
{
    return {
        {"training.local_steps",
         tr("Meet every"),
         tr("Steps that each rank makes alone, from 1 to 100000; then all go on from the mean of their "
            "weights. They meet before each evaluation and checkpoint besides. 10 steps send a tenth."),
         {.unit = {tr("steps"), tr("step")}},
         {.shown = forStrategy<StrategyKind::LocalSteps>}},
        {"training.outer_learning_rate",
         tr("Outer rate"),
         tr("How far a meeting goes towards the mean of the weights, above 0 and up to 10; 1: to the mean "
            "itself. DiLoCo takes 0.7."),
         {.unit = {tr("of the way")}},
         {.shown = forStrategy<StrategyKind::LocalSteps>}},
        {"training.outer_momentum",
         tr("Outer momentum"),
         tr("How much of the last meetings' way is kept, from 0 to below 1. DiLoCo takes 0.9, for language "
            "models with AdamW; with Momentum as the optimiser 0.5 did better, 0.9 much worse."),
         {.unit = {.zero = tr("(off)")}},
         {.shown = forStrategy<StrategyKind::LocalSteps>}},
        {"training.overlap_meetings",
         tr("Meet while training goes on"),
         tr("Ranks do not wait for a meeting: it crosses the network under the steps up to the next, when "
            "its result comes in. A slow network is hidden so; each rank learns later of what the others "
            "found."),
         {.kind = FieldKind::Flag},
         {.shown = forStrategy<StrategyKind::LocalSteps>}},
    };
}

FieldTable<Experiment> ExperimentFields::asyncServers()
{
    return {
        {"training.staleness",
         tr("At most ahead"),
         tr("How many steps a rank may be ahead of the slowest before it waits, up to 1000. Empty or -1: "
            "any number. The fewer, the fresher the weights that gradients are computed from."),
         {.unit = {tr("steps"), tr("step")}},
         {.shown = forStrategy<StrategyKind::ServerAsync>,
          .read = stalenessText,
          .write = setStaleness,
          .emptyMeaning = unboundedStaleness}},
        {"training.dampen",
         tr("Dampen the learning rate"),
         tr("Divides the rate by the ranks and by the steps that one may be ahead plus 1. Without it many "
            "trainings that learn well in step diverge here."),
         {.kind = FieldKind::Flag},
         {.shown = forStrategy<StrategyKind::ServerAsync>}},
        {"training.outlive_ranks",
         tr("Go on without lost ranks"),
         tr("A rank that dies or cannot be reached any more does not end the training: the others go on "
            "without its samples. Rank 0, which evaluates and saves, and the servers must stay."),
         {.kind = FieldKind::Flag},
         {.shown = forStrategy<StrategyKind::ServerAsync>}},
    };
}

FieldTable<Experiment> ExperimentFields::protection()
{
    return {
        {"training.encryption",
         tr("Encrypt traffic"),
         tr("What ranks of different hosts, or ranks and servers, send each other is encrypted "
            "(AES-256-GCM): "
            "on a network that you share, others can neither read nor change it. Without, connections are "
            "authenticated when they are made, and gradients cross in clear text."),
         {.kind = FieldKind::Flag},
         {.shown = crossesANetwork, .remark = whatEncryptionCosts}},
    };
}

/// Figures of all_reduce_benchmark: processor time with and without, for 46.8 MB each way.
QString ExperimentFields::whatEncryptionCosts(const Experiment& /*experiment*/)
{
    return tr(
        "Costs about 0.65 s of one core for each GiB that a rank sends and receives, for which a link of "
        "1 Gbps takes 8.6 s. GPUs then exchange gradients through the hosts' memory, not by NCCL.");
}

FieldTable<Experiment> ExperimentFields::modelParts()
{
    return {
        {"training.cuts",
         tr("Parts begin with"),
         tr("The layers with which the second device of a host begins, the third, and so on, with commas "
            "between them: features.6 of AlexNet, layer3.0.conv1 of ResNet-18. Empty: chosen so that all "
            "devices have as much to do. A layer where more than one tensor would cross is refused, and "
            "those that can be chosen are listed; the log of the run says which layers are where."),
         {},
         {.shown = forStrategy<StrategyKind::ModelParallel>, .emptyMeaning = chosenCuts}},
    };
}

QString ExperimentFields::chosenCuts(const Experiment& /*experiment*/)
{
    return tr("chosen");
}

QString ExperimentFields::unboundedStaleness(const Experiment& /*experiment*/)
{
    return tr("unbounded");
}

QString ExperimentFields::whenToUse(const Experiment& experiment)
{
    switch (experiment.training.strategy) {
    case StrategyKind::AllReduce:
        return tr("Good nearly always: each step is exactly that of one large batch. On slow links, "
                  "compress. MXNet: local, device.");
    case StrategyKind::ServerSync:
        return tr("Good where ranks reach the servers but not each other; the weights are those of "
                  "all-reduce, which needs no more processes. MXNet: dist_sync, dist_device_sync.");
    case StrategyKind::ServerAsync:
        return tr("Good where a rank's speed jumps more than twofold and the others should not wait; costs "
                  "half a point of accuracy or more. MXNet: dist_async.");
    case StrategyKind::LocalSteps:
        return tr("Good where a round trip on the network takes longer than computing a step, or links drop "
                  "out; costs about half a point of accuracy.");
    case StrategyKind::ModelParallel:
        return tr(
            "Good for trying how a model trains whose layers are on several devices: what it learns is "
            "the same as on one. A GPU needs memory for its part alone, so a model may be larger than "
            "one GPU; what crosses between parts goes through the host's memory, where the weights are "
            "updated too. Compute the batch in pieces (Accumulate), four for each device or more: while one "
            "device has a piece, the others have theirs.");
    }
    return {};
}

QString ExperimentFields::whenToCompress(const Experiment& experiment)
{
    switch (experiment.training.compression) {
    case CompressionKind::None:
        return tr("Good while gradients cross as quickly as they are computed: then less to send gains "
                  "nothing.");
    case CompressionKind::BFloat16:
        return tr("Half the bytes. Good where gradients take up to twice as long as computing; no loss of "
                  "accuracy has been measured.");
    case CompressionKind::Float16:
        return tr("Half the bytes, sums closer than those of bf16; the tiniest gradients become 0. Good "
                  "where bf16 is.");
    case CompressionKind::Int8:
        return tr("A quarter of the bytes. Good where half are still too many and PowerSGD costs too much "
                  "accuracy.");
    case CompressionKind::TopK:
        return tr("Good for networks without large matrices, such as ShuffleNet, on slow links with up to 8 "
                  "ranks.");
    case CompressionKind::PowerSgd:
        return tr("Good on slow links: a fortieth of the bytes or less, for up to half a point of accuracy "
                  "at rank 4.");
    }
    return {};
}

} // namespace lockstep
