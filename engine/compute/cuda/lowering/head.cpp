// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/head.h"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/lowering/step_header.h"

namespace lockstep::cuda {

struct HeadLowering::Head {
    BufferId logits = 0;
    double weight = 1;
    bool scored = true;
};

void HeadLowering::output(Value& x)
{
    const BufferId of = logits(x);
    m_program.buffers().keep(of);
    m_program.plan().ends.logits = of;
    m_program.forward({.name = "no loss yet",
                       .give = [loss = m_program.plan().ends.loss](
                                   const Frame& f) { f.queue.fill(f.at(loss), 0, sizeof(LossBlock)); }},
                      {m_program.plan().ends.loss});
    lower(x, {.logits = of});
}

void HeadLowering::auxiliary(Value& x, double weight)
{
    lower(x, {.logits = logits(x), .weight = weight, .scored = false});
}

void HeadLowering::crossing(Value& x)
{
    ProgramPlan::Ends& ends = m_program.plan().ends;
    ends.logits = logits(x);
    m_program.buffers().keep(ends.logits);
    ends.outputGradient =
        m_program.buffers().kept(4 * x.elements() * std::int64_t{m_program.options().batch});
    m_program.onBackward([this, &x, gradient = ends.outputGradient] { derivative(x, gradient); });
}

BufferId HeadLowering::logits(const Value& x)
{
    if (x.element == Element::Float32)
        return x.data;
    const BufferId converted = m_program.samples(x.elements(), Element::Float32);
    m_program.forward({.name = "logits",
                       .give =
                           [from = x.element, x = x.data, converted, n = x.elements()](const Frame& f) {
                               convert(f.queue, from, f.at(x), Element::Float32, f.at(converted),
                                       f.count * n);
                           }},
                      {x.data, converted});
    return converted;
}

void HeadLowering::lower(Value& x, const Head& head)
{
    const BufferId derived = m_program.samples(m_classes, Element::Float32);
    const BufferId scratch = m_program.workspace(lossScratch(m_program.options().batch));
    const ProgramPlan::Ends& ends = m_program.plan().ends;
    const LossArguments loss{.kind = m_program.options().loss,
                             .smoothing = m_program.options().labelSmoothing,
                             .weight = head.weight,
                             .scored = head.scored,
                             .classes = m_classes};
    const bool scales = m_program.element() == Element::Float16;
    m_program.forward({.name = "loss",
                       .give =
                           [loss, logits = head.logits, header = ends.header, total = ends.loss,
                            lossScale = ends.lossScale, scales, derived, scratch](const Frame& f) {
                               LossArguments all = loss;
                               all.samples = f.count;
                               all.logits = f.at<float>(logits);
                               all.labels = labelsOf(f.at<std::byte>(header));
                               all.derivative = f.training() ? f.at<float>(derived) : nullptr;
                               all.step = f.at<StepBlock>(header);
                               all.scale = scales ? f.at<LossScale>(lossScale) : nullptr;
                               all.loss = f.at<LossBlock>(total);
                               all.scratch = f.at(scratch);
                               sampleLosses(f.queue, all);
                           }},
                      {head.logits, derived});
    m_program.onBackward([this, &x, derived] { derivative(x, derived); });
}

void HeadLowering::derivative(Value& x, BufferId derivative)
{
    if (x.element == Element::Float32) {
        m_gradients.pass(x, derivative, true);
        return;
    }
    const BufferId dx = m_gradients.fresh(x);
    m_program.backward({.name = "loss' derivative",
                        .give =
                            [to = x.element, derivative, dx, n = x.elements()](const Frame& f) {
                                convert(f.queue, Element::Float32, f.at(derivative), to, f.at(dx),
                                        f.count * n);
                            }},
                       {derivative, dx});
}

} // namespace lockstep::cuda
