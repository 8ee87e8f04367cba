// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "remote/attach/host_channel.h"

#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>

namespace lockstep {

/// Runs a program of this computer, in a session of its own so that a Ctrl-C in our terminal does not reach
/// it, and carries its standard input and output. The destructor ends it: end of input, one second, SIGKILL.
class LocalChannel : public HostChannel {
public:
    static Result<std::unique_ptr<HostChannel>> open(const std::string& program,
                                                     const std::vector<std::string>& arguments);
    /// Has somebody else start the program, who waits for its end as well: here it is only left alone.
    /// `stream` becomes its standard input and output, `errors` its standard error.
    using Starter = std::function<Result<void>(int stream, int errors)>;
    static Result<std::unique_ptr<HostChannel>> open(const std::string& program, const Starter& starter);
    ~LocalChannel() override;

    Result<std::size_t> read(char* buffer, std::size_t size) override;
    Result<std::size_t> write(std::string_view bytes) override;
    void addDescriptors(std::vector<pollfd>& descriptors, bool writing) const override;
    std::string diagnostics() override { return m_errors; }

private:
    LocalChannel(std::string program, Descriptor stream, Descriptor errors);
    void readErrors();

    std::string m_program;
    pid_t m_process = -1; ///< -1: somebody else's
    Descriptor m_stream;  ///< one end of a socket pair, the other is its standard input and output
    Descriptor m_errorPipe;
    std::string m_errors;
};

} // namespace lockstep
