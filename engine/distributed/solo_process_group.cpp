// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/mutex.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

class SoloProcessGroup final : public ProcessGroup {
public:
    int rank() const override { return 0; }
    int worldSize() const override { return 1; }
    void allReduceSum(std::span<float>) override { throwIfEnded(); }
    void allReduceSum(std::span<double>) override { throwIfEnded(); }
    void broadcast(std::span<std::byte> bytes, int root, const Progress& progress) override
    {
        LOCKSTEP_CHECK(root == 0);
        throwIfEnded();
        if (progress)
            progress(bytes.size());
    }
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override
    {
        throwIfEnded();
        return {mine.begin(), mine.end()};
    }
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override
    {
        LOCKSTEP_CHECK(mine.size() == theirs.size());
        throwIfEnded();
        std::copy(mine.begin(), mine.end(), theirs.begin());
    }
    void barrier() override { throwIfEnded(); }
    void setActivity(Activity) override {}
    void abort(const std::string& reason) override
    {
        const MutexLock lock(m_mutex);
        if (!m_reason && !m_brokenOff)
            m_reason = reason;
    }
    void breakOff() override
    {
        const MutexLock lock(m_mutex);
        m_brokenOff = !m_reason;
    }
    void throwIfEnded() const override
    {
        const MutexLock lock(m_mutex);
        if (m_reason)
            throw EngineError(ExitCode::PeerLost, {LOCKSTEP_TEXT("The run was ended: %1"), {*m_reason}, {}});
        if (m_brokenOff)
            throw EngineError(ExitCode::Stopped, {LOCKSTEP_TEXT("The run was asked to stop."), {}, {}});
    }
    std::string address() const override { return {}; }
    std::vector<PeerTraffic> traffic() const override { return {}; }

private:
    mutable Mutex m_mutex;
    std::optional<std::string> m_reason LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_brokenOff LOCKSTEP_GUARDED_BY(m_mutex) = false;
};

} // namespace

std::unique_ptr<ProcessGroup> makeSoloProcessGroup()
{
    return std::make_unique<SoloProcessGroup>();
}

} // namespace lockstep
