# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DOUTPUT=file.cpp -DROOT=... -DVERSION=... -DBUILT_WITH=... -DCUDA_MAJOR=... -DCUDA_ARCHITECTURES="75 80"
#   -DCUDA_FOLDERS=... -P write_build_facts.cmake
# Writes what build_facts.h declares. The hash is of what both the engine and a plug-in are compiled from: two libraries
# that differ in it may disagree about any class that crosses their border.
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/engine/*.h ${ROOT}/engine/*.inl ${ROOT}/engine/*.cpp ${ROOT}/engine/*.cu
  ${ROOT}/engine/*.cuh)
list(FILTER sources EXCLUDE REGEX "^engine/(host|cli)/")
list(SORT sources)
set(said "${BUILT_WITH}\n")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} hash)
  string(APPEND said "${hash} ${source}\n")
endforeach()
string(SHA256 hash "${said}")
string(SUBSTRING ${hash} 0 16 hash)
string(REPLACE " " ", " architectures "${CUDA_ARCHITECTURES}")
if(architectures)
  set(list "constexpr int kArchitectures[] = {${architectures}};")
else()
  set(list "constexpr std::span<const int> kArchitectures;")
endif()
file(WRITE ${OUTPUT}.new "#include \"engine/compute/plugin/build_facts.h\"

namespace lockstep {
namespace {
${list}
constexpr BuildFacts kFacts{\"${VERSION}-${hash}\", ${CUDA_MAJOR}, kArchitectures, \"${CUDA_FOLDERS}\"};
} // namespace

const BuildFacts& buildFacts()
{
    return kFacts;
}

} // namespace lockstep
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
