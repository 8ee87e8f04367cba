// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/processor_facts.h"

#include "engine/core/key_lines.h"
#include "engine/core/text_of_file.h"

#include <set>
#include <sstream>

namespace lockstep {

ProcessorFacts readProcessorFacts(std::string_view cpuinfo)
{
    static const std::set<std::string> interesting = {
        "sse4_1", "sse4_2", "avx", "avx2", "fma", "f16c", "bmi2", "avx512f", "avx512bw", "avx512vl",
        "avx512_vnni", "avx_vnni", "avx512_bf16", "avx512_fp16", "amx_tile", "amx_int8", "amx_bf16",
        "amx_fp16",
        // arm64
        "asimd", "asimddp", "bf16", "i8mm", "sve", "sve2", "sme"};
    ProcessorFacts facts;
    facts.model = valueOfLine(cpuinfo, "model name", ':');
    std::string flags = valueOfLine(cpuinfo, "flags", ':');
    if (flags.empty())
        flags = valueOfLine(cpuinfo, "Features", ':');
    std::set<std::string> found;
    std::istringstream words(flags);
    for (std::string word; words >> word;) {
        if (interesting.contains(word))
            found.insert(word);
    }
    facts.instructionSets.assign(found.begin(), found.end());
    return facts;
}

ProcessorFacts thisProcessor()
{
    return readProcessorFacts(textOfFile("/proc/cpuinfo"));
}

} // namespace lockstep
