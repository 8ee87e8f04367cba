// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An engine that trains nothing: it holds the attach conversation over standard input and output, and its
// ranks write as many records as "fake.conf" in the home folder asks for ("records=20000 seconds=5 name=value
// ...").
#include "engine/compute/plugin/library_packages.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/frame.h"
#include "engine/protocol/journal.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <poll.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

fs::path home()
{
    return std::getenv("HOME") != nullptr ? std::getenv("HOME") : ".";
}

std::string setting(const std::string& name, const std::string& standard)
{
    std::ifstream file(home() / "fake.conf");
    for (std::string word; file >> word;)
        if (word.starts_with(name + "="))
            return word.substr(name.size() + 1);
    return standard;
}

fs::path runFolder(const std::string& run, int host)
{
    return home() / ".lockstep" / "runs" / run / ("host-" + std::to_string(host));
}

std::string readText(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeText(const fs::path& path, const std::string& text)
{
    const fs::path temporary = path.string() + "." + std::to_string(::getpid());
    std::ofstream(temporary, std::ios::binary) << text;
    fs::rename(temporary, path);
}

RunState readState(const fs::path& folder)
{
    const auto state = parseMessage<RunState>(readText(folder / "state.json"));
    return state ? state.value() : RunState{};
}

void changeState(const fs::path& folder, RunPhase phase, int exitCode, const std::string& message)
{
    RunState state = readState(folder);
    state.phase = phase;
    state.exitCode = exitCode;
    state.message = message;
    writeText(folder / "state.json", toJson(state));
}

/// The ranks of a host, in one process: records at an even pace, and a line of text with each hundredth.
void writeJournals(const fs::path& folder, const RunState& state)
{
    changeState(folder, RunPhase::Training, 0, "");
    const auto records = std::stoll(setting("records", "100"));
    const double seconds = std::stod(setting("seconds", "1"));
    const auto nanStep = std::stoll(setting("nan_step", "-1"));
    std::vector<JournalWriter*> writers;
    std::vector<std::ofstream> logs;
    const fs::path attempt = folder / ("attempt-" + std::to_string(state.attempt));
    for (const int rank : state.ranks) {
        writers.push_back(
            new JournalWriter((attempt / ("rank-" + std::to_string(rank) + ".jsonl")).string()));
        logs.emplace_back(attempt / ("rank-" + std::to_string(rank) + ".log"));
    }
    const auto begin = Clock::now();
    bool stopped = false;
    for (long long step = 0; step < records && !stopped; ++step) {
        std::this_thread::sleep_until(
            begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                        seconds * static_cast<double>(step) / static_cast<double>(records))));
        const double loss = step == nanStep ? std::nan("") : 1.0 / static_cast<double>(step + 1);
        for (std::size_t i = 0; i < writers.size(); ++i) {
            writers[i]->write(StepFinished{.step = step, .loss = loss, .samples = 1});
            if (step % 100 == 0)
                logs[i] << "epoch: 0, batch: " << step << ", loss is: 0.5" << std::endl;
        }
        stopped = step % 50 == 0 && fs::exists(folder / "stop");
    }
    const int code = stopped ? static_cast<int>(ExitCode::Stopped) : std::stoi(setting("exit", "0"));
    for (JournalWriter* writer : writers)
        writer->write(RankFinished{
            .exitCode = code, .message = code != 0 ? "ended." : "", .step = records, .weightHash = ""});
    changeState(folder, code == 0 || stopped ? RunPhase::Finished : RunPhase::Failed, code,
                code == 0 ? "" : "The fake run ended.");
}

void startDetached(const fs::path& folder, const RunState& state)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::setsid();
        if (::fork() != 0)
            ::_exit(0);
        const int null = ::open("/dev/null", O_RDWR);
        for (const int descriptor : {0, 1, 2})
            ::dup2(null, descriptor);
        writeJournals(folder, state);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
}

/// One request that goes on: a Watch (empty file), a Follow or a Fetch.
struct Going {
    FrameType type = FrameType::Watch;
    fs::path folder;
    std::string file;
    std::uint64_t offset = 0;
    std::string lastState;
};

class Attach {
public:
    int run();

private:
    void send(FrameType type, std::uint32_t request, std::string payload);
    void answer(const Frame& frame);
    void submit(const Frame& frame);
    bool goOn(std::uint32_t request, Going& going);
    const std::string& stateOf(const fs::path& folder);

    FrameReader m_reader;
    std::map<std::uint32_t, Going> m_going;
    std::map<fs::path, std::string> m_states; ///< as they are in this round
    int m_badOffsets = std::stoi(setting("bad-offsets", "0"));
};

void Attach::send(FrameType type, std::uint32_t request, std::string payload)
{
    const std::string frame = encodeFrame({type, request, std::move(payload)});
    std::size_t sent = 0;
    while (sent < frame.size()) {
        const auto count = ::write(STDOUT_FILENO, frame.data() + sent, frame.size() - sent);
        if (count <= 0)
            std::exit(0);
        sent += static_cast<std::size_t>(count);
    }
}

void Attach::submit(const Frame& frame)
{
    const auto request = parseMessage<SubmitRequest>(frame.payload);
    const auto experiment =
        request ? parseExperiment(request->experiment) : Result<Experiment>(request.error());
    if (!experiment || setting("refuse", "") == "submit")
        return send(FrameType::Failed, frame.request, toJson(Error{"The fake engine refuses.", {}, ""}));
    const fs::path folder = runFolder(request->run, request->host);
    const std::string attempt = "attempt-" + std::to_string(request->attempt);
    fs::create_directories(folder / attempt);
    RunState state;
    state.run = request->run;
    state.attempt = request->attempt;
    state.host = request->host;
    SubmittedReply reply{{request->address, 1}, {}, {}};
    for (const Placement& placement : placeRanks(experiment->topology)) {
        if (static_cast<int>(placement.host) != request->host)
            continue;
        state.ranks.push_back(placement.rank);
        reply.ranks.push_back({request->address, 2 + placement.localRank});
        for (const char* suffix : {".jsonl", ".log"}) {
            state.files.push_back(attempt + "/rank-" + std::to_string(placement.rank) + suffix);
            std::ofstream(folder / state.files.back());
        }
    }
    std::istringstream more(setting("files", ""));
    for (std::string name; std::getline(more, name, ':');)
        state.files.push_back(name);
    writeText(folder / "state.json", toJson(state));
    send(FrameType::Submitted, frame.request, toJson(reply));
}

void Attach::answer(const Frame& frame)
{
    switch (frame.type) {
    case FrameType::Hello: {
        AttachWelcome welcome;
        welcome.version = std::stoi(setting("version", "1"));
        welcome.report.hostName = "fake";
        std::istringstream connection(std::getenv("SSH_CONNECTION") != nullptr ? std::getenv("SSH_CONNECTION")
                                                                               : "");
        std::string skipped;
        connection >> skipped >> skipped >> welcome.report.sshAddress;
        return send(FrameType::Welcome, frame.request, toJson(welcome));
    }
    case FrameType::Submit:
        return submit(frame);
    case FrameType::Start: {
        const auto request = parseMessage<StartRequest>(frame.payload);
        const fs::path folder = runFolder(request->run, request->host);
        if (setting("refuse", "") == "start")
            return send(FrameType::Failed, frame.request, toJson(Error{"The fake engine refuses.", {}, ""}));
        startDetached(folder, readState(folder));
        return send(FrameType::Done, frame.request, "{}");
    }
    case FrameType::Stop: {
        const auto request = parseMessage<StopRequest>(frame.payload);
        const fs::path folder = runFolder(request->run, request->host);
        writeText(folder / "stop", "");
        if (readState(folder).phase == RunPhase::Submitted)
            changeState(folder, RunPhase::Finished, static_cast<int>(ExitCode::Stopped), "Stopped.");
        return send(FrameType::Done, frame.request, "{}");
    }
    case FrameType::Watch: {
        const auto request = parseMessage<RunReference>(frame.payload);
        const fs::path folder = runFolder(request->run, request->host);
        if (setting("refuse", "") == "watch")
            return send(FrameType::Failed, frame.request, toJson(Error{"The fake engine refuses.", {}, ""}));
        if (!fs::exists(folder / "state.json"))
            return send(FrameType::Failed, frame.request, toJson(Error{"There is no such run.", {}, ""}));
        m_going[frame.request] = {FrameType::Watch, folder, "", 0, ""};
        return;
    }
    case FrameType::Follow:
    case FrameType::Fetch: {
        const auto request = parseMessage<FollowRequest>(frame.payload);
        const fs::path folder = runFolder(request->run, request->host);
        if (setting("refuse", "") == "follow" && frame.type == FrameType::Follow)
            return send(FrameType::Failed, frame.request, toJson(Error{"The fake engine refuses.", {}, ""}));
        if (!fs::exists(folder / request->file))
            return send(FrameType::Failed, frame.request, toJson(Error{"There is no such file.", {}, ""}));
        m_going[frame.request] = {frame.type, folder, request->file, request->offset, ""};
        return;
    }
    case FrameType::Cancel:
        if (m_going.erase(frame.request) > 0)
            send(FrameType::Ended, frame.request, toJson(EndedMessage{}));
        return;
    default:
        return;
    }
}

const std::string& Attach::stateOf(const fs::path& folder)
{
    const auto [known, isNew] = m_states.try_emplace(folder);
    if (isNew)
        known->second = readText(folder / "state.json");
    return known->second;
}

/// False when the request is over.
bool Attach::goOn(std::uint32_t request, Going& going)
{
    const std::string& text = stateOf(going.folder);
    if (going.type == FrameType::Watch) {
        if (text != going.lastState)
            send(FrameType::State, request, text);
        going.lastState = text;
        return true;
    }
    // The state first: what is final then has no more bytes to come.
    const auto state = parseMessage<RunState>(text);
    const RunPhase phase = state ? state->phase : RunPhase::Submitted;
    const bool last =
        going.type == FrameType::Fetch || phase == RunPhase::Finished || phase == RunPhase::Failed;
    std::ifstream file(going.folder / going.file, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(going.offset));
    for (std::string block(200'000, '\0'); file;) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        const auto count = static_cast<std::size_t>(file.gcount());
        if (count == 0)
            break;
        const bool lie = m_badOffsets > 0 && going.offset > 0 && m_badOffsets-- > 0;
        send(FrameType::Data, request,
             encodeData(going.offset + (lie ? 7 : 0), std::string_view(block).substr(0, count)));
        if (lie)
            return true;
        going.offset += count;
    }
    if (last)
        send(FrameType::Ended, request, toJson(EndedMessage{going.offset}));
    return !last;
}

int Attach::run()
{
    std::cout << setting("noise", "") << kAttachGreeting << std::flush;
    auto beaten = Clock::now();
    for (;;) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        ::poll(&input, 1, 20);
        if ((input.revents & (POLLIN | POLLHUP)) != 0) {
            char buffer[65536];
            const auto count = ::read(STDIN_FILENO, buffer, sizeof buffer);
            if (count <= 0)
                return 0;
            const auto frames = m_reader.feed(std::string_view(buffer, static_cast<std::size_t>(count)));
            if (!frames)
                return 1;
            for (const Frame& frame : frames.value())
                answer(frame);
        }
        m_states.clear();
        for (auto going = m_going.begin(); going != m_going.end();)
            going = goOn(going->first, going->second) ? std::next(going) : m_going.erase(going);
        if (Clock::now() - beaten > std::chrono::seconds(2) && setting("heartbeat", "on") == "on") {
            send(FrameType::Heartbeat, 0, "");
            beaten = Clock::now();
        }
    }
}

/// Below a root of its own: what this machine has is not a host's.
GpuLibraries librariesHere()
{
    const auto environment = [](const char* name) -> const char* {
        const std::string_view known = name;
        return known == "HOME" || known == "LOCKSTEP_CUDA_LIBRARIES" ? std::getenv(name) : nullptr;
    };
    const SearchPlaces places{home() / "fake-root", environment, ""};
    GpuLibraries libraries = packagesOf(searchLibraries(neededLibraries(13), libraryFolders(places)),
                                        [](const FoundLibrary& found) { return versionByName(found.path); });
    libraries.machine = "x86_64";
    libraries.cuda = "13";
    libraries.hasDriver = setting("driver", "on") == "on";
    return libraries;
}

std::string sha256Of(const std::string& path)
{
    std::string digest(64, '0');
    FILE* const sum = ::popen(("sha256sum '" + path + "'").c_str(), "r");
    const bool isRead = sum != nullptr && std::fread(digest.data(), 1, digest.size(), sum) == digest.size();
    if (sum == nullptr || ::pclose(sum) != 0 || !isRead)
        std::cerr << "sha256sum failed on " << path << std::endl;
    return digest;
}

int tellLibraries(bool withDigests)
{
    GpuLibraries libraries = librariesHere();
    for (GpuPackage& package : libraries.found)
        for (GpuLibraryFile& file : package.files)
            file.sha256 = withDigests ? sha256Of(file.path) : "";
    std::cout << toJson(libraries) << std::endl;
    return 0;
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "attach")
        return lockstep::Attach().run();
    if (argc > 1 && std::string_view(argv[1]) == "libraries")
        return lockstep::tellLibraries(argc > 2 && std::string_view(argv[2]) == "--digests");
    std::cout << "lockstep-engine (fake)\n";
    return 0;
}
