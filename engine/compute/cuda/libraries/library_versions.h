// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace lockstep::cuda {

/// "9.19.0" of 91900, as cuDNN and cuBLAS count their versions.
std::string versionText(std::size_t version);

} // namespace lockstep::cuda
