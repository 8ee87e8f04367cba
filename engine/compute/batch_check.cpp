// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/batch_check.h"

#include "engine/core/error.h"

#include <string>

namespace lockstep {

void checkBatch(const BatchView& batch, const BatchLimits& limits)
{
    const int count = batch.scalars.count;
    LOCKSTEP_CHECK(count >= 0 && count <= limits.count);
    LOCKSTEP_CHECK(batch.scalars.divisor > 0);
    LOCKSTEP_CHECK(static_cast<std::int64_t>(batch.inputs.size()) == count * limits.sample.elements());
    LOCKSTEP_CHECK(!batch.inputs.arePixels() ||
                   static_cast<std::int64_t>(batch.inputs.scale().channels) == limits.sample[0]);
    LOCKSTEP_CHECK(batch.labels.size() == static_cast<std::size_t>(count));
    for (std::int32_t label : batch.labels)
        if (label < 0 || label >= limits.classes)
            throw EngineError(
                ExitCode::DataError,
                {LOCKSTEP_TEXT("A sample has the label %1; this model knows the classes 0 to %2. Check the "
                               "data set."),
                 {std::to_string(label), std::to_string(limits.classes - 1)},
                 {}});
}

} // namespace lockstep
