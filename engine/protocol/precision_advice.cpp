// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/precision_advice.h"

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

bool has(std::span<const std::string> instructionSets, std::string_view name)
{
    return std::find(instructionSets.begin(), instructionSets.end(), name) != instructionSets.end();
}

} // namespace

std::optional<Sentence> precisionRefusal(Precision precision, std::span<const std::string> instructionSets,
                                         const std::string& hostName)
{
    if (precision == Precision::Float16)
        return Sentence(
            LOCKSTEP_TEXT("fp16 is a precision of GPUs, but %1 trains on its processor. Choose the "
                          "precision f32 or bf16, or GPUs alone."),
            {hostName});
    if (precision != Precision::BFloat16 || instructionSets.empty() || has(instructionSets, "avx512_bf16") ||
        has(instructionSets, "amx_bf16"))
        return std::nullopt;
    return Sentence(LOCKSTEP_TEXT("The processor of %1 has neither AMX nor AVX-512 instructions for bf16. "
                                  "Choose the precision f32."),
                    {hostName});
}

std::optional<Sentence> precisionAdvice(Precision precision, std::span<const std::string> instructionSets,
                                        const std::string& hostName)
{
    // AMX multiplies tiles of bf16; AVX-512's dot product gains nothing over f32 and pays for the
    // conversions.
    if (precision != Precision::BFloat16 || !has(instructionSets, "avx512_bf16") ||
        has(instructionSets, "amx_bf16"))
        return std::nullopt;
    return Sentence(
        LOCKSTEP_TEXT("The processor of %1 has AVX-512 instructions for bf16 but no AMX: bf16 is "
                      "slower there than f32 (ResNet-18 trained at 0.7 of its speed). Choose f32."),
        {hostName});
}

} // namespace lockstep
