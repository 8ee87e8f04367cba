// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What somebody may have meant who wrote `found`: a few of the known names, the nearest first. Case and what
/// joins words do not count: "ResNet-18" is resnet18. Nothing where no name is near.
std::vector<std::string> nearNames(std::string_view found, const std::vector<std::string>& known);

} // namespace lockstep
