// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/protocol/data_preview.h"

#include <memory>
#include <string>

namespace lockstep {

/// Makes small pictures of samples: picture files whole, other samples as they are trained on but not
/// augmented, of several frames the middle one. One that is damaged says why. Used by one thread.
class SamplePictures {
public:
    /// `side`: longest side of a picture, pixels. Borrows both.
    SamplePictures(const Dataset& set, const DataSpec& data, int side);
    ~SamplePictures();
    SamplePictures(const SamplePictures&) = delete;
    SamplePictures& operator=(const SamplePictures&) = delete;

    PreviewPicture make(std::size_t index);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// The name of a class, cut where it is too long for one.
std::string shownName(std::string name);

} // namespace lockstep
