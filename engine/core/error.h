// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"
#include "engine/protocol/result.h"

#include <stdexcept>
#include <string>

namespace lockstep {

/// What the engine throws: an Error and the exit code it leads to. One place catches it (cli/main.cpp).
class EngineError : public std::runtime_error {
public:
    /// `culprit`: the rank that caused it, where known (a lost peer), else -1.
    EngineError(ExitCode code, Error error, int culprit = -1)
        : std::runtime_error(error.message()), m_code(code), m_error(std::move(error)), m_culprit(culprit)
    {
    }
    ExitCode code() const { return m_code; }
    const Error& error() const { return m_error; }
    int culprit() const { return m_culprit; }

private:
    ExitCode m_code;
    Error m_error;
    int m_culprit;
};

/// Broken invariant of our own code: throws EngineError(Failure) naming file and line.
[[noreturn]] void throwCheckFailed(const char* condition, const char* file, int line);
#define LOCKSTEP_CHECK(condition)                                                                            \
    ((condition) ? static_cast<void>(0) : ::lockstep::throwCheckFailed(#condition, __FILE__, __LINE__))

/// The value, or its error thrown as EngineError: the seam between protocol's Result and the engine.
template <typename T>
T valueOrThrow(Result<T> result, ExitCode code)
{
    if (!result.ok())
        throw EngineError(code, result.error());
    return std::move(result).value();
}

} // namespace lockstep
