// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How it is trained: the settings that most experiments change, then the others.
#include "app/inspector/fields/experiment_fields.h"

#include "engine/protocol/experiment_member.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/shares.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

template <OptimizerKind... kinds>
bool forOptimizers(const Experiment& experiment)
{
    return ((experiment.training.optimizer == kinds) || ...);
}

template <ScheduleKind... kinds>
bool forSchedules(const Experiment& experiment)
{
    return ((experiment.training.schedule.kind == kinds) || ...);
}

/// A switch that is on is shown, so that it can be put out.
bool trainsInFloat32OnGpus(const Experiment& experiment)
{
    const auto isGpu = [](Device device) { return device.kind == DeviceKind::Cuda; };
    const std::vector<Host>& hosts = experiment.topology.hosts;
    const bool hasGpus = std::any_of(hosts.begin(), hosts.end(), [&](const Host& host) {
        return std::any_of(host.devices.begin(), host.devices.end(), isGpu);
    });
    return experiment.training.tf32 || (hasGpus && experiment.training.precision == Precision::Float32);
}

/// One that a document states for a single rank is shown, so that it can be taken away.
bool hasShares(const Experiment& experiment)
{
    return placeRanks(experiment).size() > 1 || experiment.training.shares.kind != ShareKind::Equal;
}

/// Equal ones are what an empty field means.
QString sharesText(const Experiment& experiment)
{
    return experiment.training.shares.kind == ShareKind::Equal
               ? QString()
               : QString::fromStdString(memberText(experiment, "training.shares"));
}

Result<void> setShares(Experiment& experiment, const QString& text)
{
    return setMember(experiment, "training.shares",
                     text.isEmpty() ? std::string(kEqualShares) : text.toStdString());
}

bool usesCrossEntropy(const Experiment& experiment)
{
    return experiment.training.loss == LossKind::CrossEntropy;
}

} // namespace

FieldTable<Experiment> ExperimentFields::training()
{
    FieldTable<Experiment> table = {
        {"training.optimizer",
         tr("Optimiser"),
         tr("How a gradient becomes a change of the weights. SGD: the plain step. Momentum: remembers where "
            "it was going. Adagrad: smaller steps for weights that moved much. Adam: momentum with a step of "
            "its own for every weight; often the quickest, usually with a learning rate of 0.001. AdamW: "
            "Adam whose weight decay does not pass through the gradient."),
         {.kind = FieldKind::Choice,
          .choices = {choice(OptimizerKind::Sgd, tr("SGD")), choice(OptimizerKind::Momentum, tr("Momentum")),
                      choice(OptimizerKind::Adagrad, tr("Adagrad")), choice(OptimizerKind::Adam, tr("Adam")),
                      choice(OptimizerKind::AdamW, tr("AdamW"))}}},
        {"training.learning_rate", tr("Learning rate"),
         tr("The length of a step, above 0. Too large: the loss jumps or grows. Too small: it hardly falls. "
            "With more ranks the global batch grows, and a larger rate often pays.")},
        {"training.momentum",
         tr("Momentum"),
         tr("How much of the last step is kept, from 0 to below 1; 0.9 is usual."),
         {.shown = forOptimizers<OptimizerKind::Momentum>}},
    };
    for (const FieldTable<Experiment>& rows : {learningRate(), extent()})
        std::copy(rows.begin(), rows.end(), std::back_inserter(table));
    return table;
}

FieldTable<Experiment> ExperimentFields::learningRate()
{
    return {
        {"training.schedule.kind",
         tr("Schedule"),
         tr("How the learning rate changes during the training. Step: times a factor every few epochs. "
            "Multi-step: at epochs of your choice. Cosine: smoothly down to the end, often the best without "
            "any tuning."),
         {.kind = FieldKind::Choice,
          .choices = {choice(ScheduleKind::Constant, tr("Constant")), choice(ScheduleKind::Step, tr("Step")),
                      choice(ScheduleKind::MultiStep, tr("Multi-step")),
                      choice(ScheduleKind::Cosine, tr("Cosine"))}}},
        {"training.schedule.every",
         tr("Every"),
         tr("Epochs between two changes of the rate."),
         {.unit = {tr("epochs"), tr("epoch")}},
         {.shown = forSchedules<ScheduleKind::Step>}},
        {"training.schedule.milestones",
         tr("At epochs"),
         tr("The epochs at which the rate changes, rising, such as 30, 60, 80. Fractions are possible."),
         {.shown = forSchedules<ScheduleKind::MultiStep>}},
        {"training.schedule.rates",
         tr("Rates"),
         tr("The rate from each of these epochs on, such as 0.01, 0.001, 0.0001. Empty: times the factor at "
            "each."),
         {.shown = forSchedules<ScheduleKind::MultiStep>}},
        {"training.schedule.factor",
         tr("Factor"),
         tr("What the rate is multiplied by at each change; 0.1 is usual."),
         {.shown = forSchedules<ScheduleKind::Step, ScheduleKind::MultiStep>}},
        {"training.schedule.floor",
         tr("Ends at"),
         tr("The rate at the end of the cosine."),
         {.shown = forSchedules<ScheduleKind::Cosine>}},
    };
}

FieldTable<Experiment> ExperimentFields::extent()
{
    return {
        {"training.batch",
         tr("Batch"),
         tr("Samples that each rank takes in one step, from 1 to 65536. All ranks together take batch × "
            "ranks: the global batch."),
         {.unit = {tr("samples/rank"), tr("sample/rank")}}},
        {"training.shares",
         tr("Shares"),
         tr("How the samples of a step are dealt out to the ranks; the global batch stays. Empty: as many to "
            "each. auto: by their speed, timed at the start and corrected between epochs. 3, 1: to rank 0 "
            "three times as many as to rank 1 (MXNet: work_load_list)."),
         {.placeholder = tr("equal")},
         {.shown = hasShares, .read = sharesText, .write = setShares}},
        {"training.epochs", tr("Epochs"),
         tr("How many times the training goes over all samples. After each, accuracy is measured and a "
            "checkpoint written.")},
        {"training.seed", tr("Seed"),
         tr("Start of all random numbers: first weights and order of the samples. The same seed on the same "
            "devices gives the same weights, bit for bit.")},
        {"training.precision",
         tr("Precision"),
         tr("The numbers that the network computes with; weights and sums always have 32 bits. f32 is the "
            "reference. Mixed bf16 is much quicker on processors with AMX and on GPUs since Ampere (RTX 30, "
            "A100), nearly always with the same accuracy. Mixed fp16 is for older GPUs (RTX 20, T4); it "
            "scales "
            "the loss, and now and then leaves a step out. PyTorch and MXNet call this AMP."),
         {.kind = FieldKind::Choice,
          .choices = {choice(Precision::Float32, tr("32-bit (f32)")),
                      choice(Precision::BFloat16, tr("Mixed (bf16)")),
                      choice(Precision::Float16, tr("Mixed (fp16)"))}}},
        {"training.tf32",
         tr("TF32 on GPUs"),
         tr("GPUs since Ampere may multiply in TF32: the range of f32 with 10 bits of fraction, several "
            "times "
            "quicker, and good where f32 is too slow and bf16 too coarse. Processors and older GPUs compute "
            "in "
            "f32 all the same. PyTorch: torch.backends.cuda.matmul.allow_tf32."),
         {.kind = FieldKind::Flag},
         {.shown = trainsInFloat32OnGpus}},
    };
}

FieldTable<Experiment> ExperimentFields::optimizer()
{
    return {
        {"training.nesterov",
         tr("Nesterov momentum"),
         tr("Looks at the gradient one step ahead; often a little better than plain momentum."),
         {.kind = FieldKind::Flag},
         {.shown = forOptimizers<OptimizerKind::Momentum>}},
        {"training.beta1",
         tr("Beta 1"),
         tr("How long Adam remembers the gradient; 0.9 is usual."),
         {.shown = forOptimizers<OptimizerKind::Adam, OptimizerKind::AdamW>}},
        {"training.beta2",
         tr("Beta 2"),
         tr("How long Adam remembers the square of the gradient; 0.999 is usual."),
         {.shown = forOptimizers<OptimizerKind::Adam, OptimizerKind::AdamW>}},
        {"training.epsilon",
         tr("Epsilon"),
         tr("Keeps the division from becoming too large; 0: the usual value of the optimiser."),
         {.unit = {.zero = tr("(automatic)")}},
         {.shown = forOptimizers<OptimizerKind::Adagrad, OptimizerKind::Adam, OptimizerKind::AdamW>}},
        {"training.weight_decay", tr("Weight decay"),
         tr("Pulls all weights towards 0 (L2 regularisation), against learning by heart; 0.0001 is usual for "
            "photographs, 0.05 with AdamW.")},
        {"training.decay_all",
         tr("Decay norm and bias parameters too"),
         tr("Many recipes leave these out: they are few, and pulling them towards 0 helps nothing."),
         {.kind = FieldKind::Flag}},
        {"training.schedule.warmup_epochs",
         tr("Warm-up"),
         tr("The rate grows from 0 to its full value over so many epochs. With large batches the first steps "
            "at the full rate would be too rough."),
         {.unit = {tr("epochs"), tr("epoch"), tr("epochs (off)")}}},
        {"training.schedule.scale_with_world_size",
         tr("Scale the rate with the ranks"),
         tr("N ranks see N times as many samples in a step, so the gradient is N times as certain: multiply "
            "the rate by N, and use a warm-up (the linear scaling rule)."),
         {.kind = FieldKind::Flag}},
    };
}

FieldTable<Experiment> ExperimentFields::gradients()
{
    return {
        {"training.loss",
         tr("Loss"),
         tr("What the training makes smaller. Cross-entropy suits classes; squared error is there for "
            "comparison."),
         {.kind = FieldKind::Choice,
          .choices = {choice(LossKind::CrossEntropy, tr("Cross-entropy")),
                      choice(LossKind::SquaredError, tr("Squared error"))}}},
        {"training.label_smoothing",
         tr("Label smoothing"),
         tr("Tells the network to be a little less sure: this share of each target is spread over all "
            "classes. 0.1 is usual for photographs."),
         {.unit = {.many = tr("of a target"), .zero = tr("(off)")}},
         {.shown = usesCrossEntropy}},
        {"training.accumulate",
         tr("Accumulate"),
         tr("Each rank computes the gradient of its batch in so many pieces, one after another: the same "
            "step with less memory."),
         {.unit = {tr("pieces"), tr("piece")}}},
        {"training.drop_last",
         tr("Drop a short last batch"),
         tr("When an epoch cannot be divided into whole batches, its last samples, others each time, are "
            "left out. Batch norms learn little from a few samples. Validation always takes every sample."),
         {.kind = FieldKind::Flag}},
        {"training.clip_norm",
         tr("Clip gradients at"),
         tr("When the gradient is longer than this, it is shortened to it; it keeps one strange batch from "
            "ruining the weights. 0: never."),
         {.unit = {.many = tr("L2 norm"), .zero = tr("(off)")}}},
        {"training.deterministic",
         tr("Deterministic"),
         tr("Every sum is made in a fixed order, so that equal seeds give equal weights, bit for bit. "
            "Processors always do so, at no cost. GPUs then pass over the quickest of their convolutions "
            "where "
            "these add in any order. PyTorch: torch.use_deterministic_algorithms."),
         {.kind = FieldKind::Flag}},
        {"training.bucket_mb",
         tr("Bucket"),
         tr("Gradients are sent in buckets of this size while backward still computes the others. Small "
            "buckets start earlier, large ones use a fast network better."),
         {.unit = {tr("MiB")}}},
        {"training.timeout_seconds",
         tr("Time-out"),
         tr("How long a rank may be silent before the run ends and names it. A GPU that hangs is "
            "waited for as long, but for five minutes at least."),
         {.unit = {tr("s")}}},
    };
}

FieldTable<Experiment> ExperimentFields::checkpoints()
{
    return {
        {"training.checkpoint_every",
         tr("Checkpoint every"),
         tr("Epochs between two checkpoints; the last epoch always writes one."),
         {.unit = {tr("epochs"), tr("epoch")}}},
        {"training.keep_checkpoints",
         tr("Keep the latest"),
         tr("How many of the latest checkpoints stay."),
         {.unit = {tr("checkpoints")}}},
        {"training.keep_best",
         tr("Keep the best"),
         tr("How many of those with the best accuracy stay besides."),
         {.unit = {tr("checkpoints"), tr("checkpoint")}}},
        {"training.keep_best_above",
         tr("Best only above"),
         tr("A checkpoint counts as one of the best only when its accuracy is above this, from 0 to 1."),
         {.unit = {tr("accuracy")}}},
        {"training.early_stop",
         tr("Stop early after"),
         tr("Epochs without a better accuracy after which the training ends; 0: it goes on to the last "
            "epoch."),
         {.unit = {tr("epochs"), tr("epoch"), tr("epochs (off)")}}},
        {"restart.max",
         tr("Restart after errors"),
         tr("How many further attempts the hosts make by themselves, without this window, after one that "
            "ended in an error, as when a rank dies. Each goes on from the newest checkpoint that is whole."),
         {.unit = {tr("attempts"), tr("attempt"), tr("attempts (off)")}}},
        {"restart.backoff_seconds",
         tr("Wait before"),
         tr("How long the hosts wait before the first of these attempts. Each waits twice as long as the one "
            "before, an hour at most."),
         {.unit = {tr("s")}}},
        {"restart.elastic",
         tr("Go on without lost hosts"),
         tr("When a host is lost, the others make the next attempt without it, from the newest whole "
            "checkpoint that they hold. They take over its share, so a global batch stays as large. Once it "
            "is "
            "back, the next attempt takes it in again. More than half of the hosts must be left, or half of "
            "them with the first; so a network that is cut in two never trains twice."),
         {.kind = FieldKind::Flag}},
        {"restart.copies",
         tr("Copies of checkpoints"),
         tr("How many other hosts hold a copy of each checkpoint. When the host of rank 0 is lost with its "
            "disk, the run goes on from a copy. They cost room on these hosts, and a part of the network "
            "while they are made."),
         {.unit = {tr("hosts"), tr("host"), tr("hosts (off)")}}},
        {"training.log_every",
         tr("Log every"),
         tr("Steps between two lines of a rank's text log; the curves have every step."),
         {.unit = {tr("steps"), tr("step")}}},
    };
}

} // namespace lockstep
