// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_epilogue.h"

namespace lockstep::cuda {

std::string describe(const ConvolutionEpilogue& epilogue)
{
    if (epilogue.kind == ConvolutionEpilogue::Kind::Statistics)
        return "statistics";
    std::string text = "normalize";
    if (epilogue.residual)
        text += " residual";
    if (epilogue.clamp != Clamp::None)
        text += epilogue.clamp == Clamp::Relu ? " relu" : " relu6";
    return text;
}

} // namespace lockstep::cuda
