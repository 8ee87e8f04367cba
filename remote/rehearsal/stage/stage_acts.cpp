// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/stage_acts.h"

#include "engine/protocol/descriptor.h"
#include "remote/rehearsal/stage/cores.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace lockstep {

namespace {

constexpr std::chrono::seconds kProgramTime{10};

std::string failed(const std::string& what)
{
    return what + ": " + std::strerror(errno);
}

std::vector<char*> argumentsOf(const StageOrder& order)
{
    std::vector<char*> arguments;
    for (const std::string& word : order.words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

/// In the child between fork(2) and exec(3), which never returns: the errno goes into `report`.
[[noreturn]] void becomeProgram(const Places& places, const StageOrder& order, int input, int output,
                                int errors, int report)
{
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    std::vector<char*> arguments = argumentsOf(order);
    if (places.enter(order.place) && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
        ::dup2(errors, STDERR_FILENO) >= 0)
        ::execvp(arguments[0], arguments.data());
    const int reason = errno;
    [[maybe_unused]] const auto told = ::write(report, &reason, sizeof reason);
    ::_exit(127);
}

/// Why the program could not be started; empty where it was. The other end is closed by exec(3).
std::string reportIn(const Descriptor& report, const StageOrder& order)
{
    int reason = 0;
    if (::read(report.get(), &reason, sizeof reason) != static_cast<ssize_t>(sizeof reason))
        return {};
    errno = reason;
    return failed(order.words[0]);
}

/// A file in memory that holds this text.
Descriptor fileOf(const std::string& text)
{
    Descriptor file(::memfd_create("input", MFD_CLOEXEC));
    if (file && writeWhole(file.get(), text) == 0 && ::lseek(file.get(), 0, SEEK_SET) == 0)
        return file;
    return {};
}

/// What a program says until it closes its end; what is beyond a kilobyte is lost, and what comes too late.
std::string readAll(const Descriptor& pipe, std::chrono::steady_clock::time_point deadline)
{
    std::string text;
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd ready{pipe.get(), POLLIN, 0};
        if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) == 0)
            return text;
        char buffer[1024];
        const ssize_t size = ::read(pipe.get(), buffer, sizeof buffer);
        if (size <= 0 && errno != EINTR)
            return text;
        if (size > 0 && text.size() < sizeof buffer)
            text.append(buffer, static_cast<std::size_t>(size));
    }
}

/// Waits for the end; one that comes too late is brought about.
int statusOf(pid_t process, std::chrono::steady_clock::time_point deadline)
{
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() >= deadline) {
            ::kill(process, SIGKILL);
            ::waitpid(process, &status, 0);
            break;
        }
        ::poll(nullptr, 0, 1);
    }
    return status;
}

/// The pipe's ends; both are closed by exec(3).
struct Pipe {
    Descriptor read, write;
};
Pipe makePipe()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace

std::string runProgram(const Places& places, const StageOrder& order)
{
    const Descriptor input = fileOf(order.input);
    Pipe output = makePipe();
    Pipe report = makePipe();
    if (!input || !output.write || !report.write)
        return failed("pipe");
    const pid_t process = ::fork();
    if (process < 0)
        return failed("fork");
    if (process == 0)
        becomeProgram(places, order, input.get(), output.write.get(), output.write.get(), report.write.get());
    output.write.reset();
    report.write.reset();
    const auto deadline = std::chrono::steady_clock::now() + kProgramTime;
    const std::string refusal = reportIn(report.read, order);
    const std::string said = readAll(output.read, deadline);
    const int status = statusOf(process, deadline);
    if (!refusal.empty())
        return refusal;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : order.words[0] + ": " + said;
}

std::string writeSetting(const StageOrder& order)
{
    // The files below /proc/sys/net are those of whoever opens them.
    const Descriptor before(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
    if (!before || ::setns(networkDescriptorOf(order.place), CLONE_NEWNET) != 0)
        return failed("setns");
    const Descriptor file(::open(order.words[0].c_str(), O_WRONLY | O_CLOEXEC));
    const bool isWritten = file && ::write(file.get(), order.input.data(), order.input.size()) ==
                                       static_cast<ssize_t>(order.input.size());
    std::string answer = isWritten ? "" : failed(order.words[0]);
    if (::setns(before.get(), CLONE_NEWNET) != 0)
        return failed("setns");
    return answer;
}

std::string brakeData(const Places& places, const StageOrder& order)
{
    const std::string home = places.homeOf(order.place);
    const std::string file = places.brakeOf(order.place);
    if (order.words[0] != "1")
        return ::unlink(file.c_str()) == 0 || errno == ENOENT ? "" : failed(file);
    if (::mkdir(home.c_str(), 0700) != 0 && errno != EEXIST)
        return failed(home);
    const Descriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return made ? "" : failed(file);
}

std::string startProgram(const Places& places, const StageOrder& order, int stream, int errors)
{
    const std::string home = places.homeOf(order.place);
    if (::mkdir(home.c_str(), 0700) != 0 && errno != EEXIST)
        return failed(home);
    Pipe report = makePipe();
    if (!report.write)
        return failed("pipe");
    const pid_t process = ::fork();
    if (process < 0)
        return failed("fork");
    if (process == 0) {
        ::setsid();
        if (!order.input.empty())
            keepToCores(coresNamed(order.input));
        becomeProgram(places, order, stream, stream, errors, report.write.get());
    }
    report.write.reset();
    return reportIn(report.read, order);
}

std::string signalPlace(const Places& places, const StageOrder& order)
{
    const int signal = std::atoi(order.words[0].c_str());
    for (const pid_t process : places.processesIn(order.place))
        if (process != ::getpid())
            ::kill(process, signal); // one that has ended in the meantime needs none
    return {};
}

} // namespace lockstep
