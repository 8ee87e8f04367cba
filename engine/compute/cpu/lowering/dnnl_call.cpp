// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/dnnl_call.h"

#include "engine/core/error.h"

#include <omp.h>

namespace lockstep {

dnnl::engine& dnnlEngine()
{
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

void computeAlone()
{
    // OpenMP's thread count is a setting of each thread.
    omp_set_num_threads(1);
}

DnnlCall::DnnlCall(dnnl::primitive primitive,
                   const std::vector<std::pair<int, std::pair<dnnl::memory::desc, void*>>>& arguments)
    : m_primitive(std::move(primitive)), m_stream(dnnlEngine())
{
    m_memories.reserve(arguments.size());
    for (const auto& [argument, memory] : arguments) {
        m_memories.emplace_back(memory.first, dnnlEngine(), memory.second);
        m_arguments.push_back({argument, m_memories.back().get()});
    }
}

void DnnlCall::run() const
{
    const dnnl_status_t status = dnnl_primitive_execute(
        m_primitive.get(), m_stream.get(), static_cast<int>(m_arguments.size()), m_arguments.data());
    if (status != dnnl_success)
        throwDnnlError(dnnl::error(status, "could not execute a primitive"));
}

DnnlCall dnnlReorder(const dnnl::memory::desc& fromLayout, void* from, const dnnl::memory::desc& toLayout,
                     void* to, bool add)
{
    dnnl::primitive_attr attributes;
    if (add) {
        dnnl::post_ops after;
        after.append_sum(1.0f);
        attributes.set_post_ops(after);
    }
    const dnnl::reorder::primitive_desc description(dnnlEngine(), fromLayout, dnnlEngine(), toLayout,
                                                    attributes);
    return {dnnl::reorder(description), {{DNNL_ARG_FROM, {fromLayout, from}}, {DNNL_ARG_TO, {toLayout, to}}}};
}

void throwDnnlError(const dnnl::error& error)
{
    const bool memory = error.status == dnnl_out_of_memory;
    throw EngineError(
        memory ? ExitCode::OutOfMemory : ExitCode::Failure,
        {LOCKSTEP_TEXT("oneDNN, the library that computes on the CPU, reports: %1 (status %2)."),
         {error.what(), std::to_string(static_cast<int>(error.status))},
         {}});
}

std::string dnnlVersion()
{
    const dnnl_version_t* version = dnnl_version();
    return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
           std::to_string(version->patch);
}

} // namespace lockstep
