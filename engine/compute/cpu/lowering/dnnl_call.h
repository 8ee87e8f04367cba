// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dnnl.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// The one engine of oneDNN's; its primitives run single-threaded on whatever thread has called
/// computeAlone().
dnnl::engine& dnnlEngine();
/// From now on oneDNN runs, and builds primitives for, one thread when called from this thread.
void computeAlone();

/// A primitive bound to its arguments, so that a step builds no tables. Used by one worker.
class DnnlCall {
public:
    DnnlCall() = default;
    /// The memory behind each pointer must be as large as its description says.
    DnnlCall(dnnl::primitive primitive,
             const std::vector<std::pair<int, std::pair<dnnl::memory::desc, void*>>>& arguments);
    void run() const;
    explicit operator bool() const { return static_cast<bool>(m_primitive); }

private:
    dnnl::primitive m_primitive;
    dnnl::stream m_stream;
    std::vector<dnnl::memory> m_memories;
    std::vector<dnnl_exec_arg_t> m_arguments;
};

/// to = from (+ to), with change of layout and type.
DnnlCall dnnlReorder(const dnnl::memory::desc& fromLayout, void* from, const dnnl::memory::desc& toLayout,
                     void* to, bool add);

[[noreturn]] void throwDnnlError(const dnnl::error& error);
/// Runs f and turns oneDNN's exceptions into the engine's.
template <typename F>
auto namingDnnl(const F& f) -> decltype(f())
{
    try {
        return f();
    } catch (const dnnl::error& error) {
        throwDnnlError(error);
    }
}
/// "oneDNN 2.6.3"
std::string dnnlVersion();

} // namespace lockstep
