# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
#
# Headers of the standard library, parsed once for the engine's libraries. Only the release build does so; in the others
# (CMakePresets.json) a file that does not include what it uses fails.
file(CONFIGURE OUTPUT standard_headers.cpp CONTENT "// Only its headers count.\n")
add_library(lockstep_standard_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/standard_headers.cpp)
target_link_libraries(lockstep_standard_headers PRIVATE lockstep_options)
target_precompile_headers(lockstep_standard_headers PRIVATE <algorithm> <array> <chrono> <cstdint> <cstring> <filesystem>
  <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream> <string> <string_view> <thread> <utility>
  <variant> <vector>)
