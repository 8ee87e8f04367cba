// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_target.h"

#include <cstddef>
#include <cstdint>

/// libFuzzer's way in (https://llvm.org/docs/LibFuzzer.html).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    lockstep::fuzz::tryInput({reinterpret_cast<const char*>(data), size});
    return 0;
}
