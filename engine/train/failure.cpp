// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/failure.h"

#include "engine/core/error.h"

#include <cerrno>
#include <new>
#include <system_error>

namespace lockstep {
namespace {

Sentence describe(const std::system_error& error)
{
    if (error.code() == std::errc::no_space_on_device || error.code().value() == EDQUOT)
        return {LOCKSTEP_TEXT("The disk is full: %1. Free some space and start the run again; it "
                              "can go on from its latest checkpoint."),
                {error.what()}};
    return error.what();
}

} // namespace

ExitReason currentFailure()
{
    try {
        throw;
    } catch (const EngineError& error) {
        return {error.code(), error.error(), error.culprit()};
    } catch (const std::bad_alloc&) {
        return {ExitCode::OutOfMemory,
                LOCKSTEP_TEXT(
                    "The memory of this host is used up. Use a smaller batch, fewer ranks on this host or "
                    "a smaller model.")};
    } catch (const std::system_error& error) {
        return {ExitCode::Failure, describe(error)};
    } catch (const std::exception& error) {
        return {ExitCode::Failure, error.what()};
    } catch (...) {
        return {ExitCode::Failure, LOCKSTEP_TEXT("Something was thrown that is no error of this program.")};
    }
}

} // namespace lockstep
