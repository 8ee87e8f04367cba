// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/mutex.h"
#include "engine/protocol/result.h"

#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lockstep {

/// Where the columns of all series live: in memory up to a limit, beyond it in one file without a name in the
/// cache folder, which is gone with the program. Pages of the file leave the memory when others need it. Any
/// thread.
class ColumnMemory {
public:
    /// Some memory, page-aligned where a file stands behind it.
    struct Block {
        void* data = nullptr;
        std::size_t bytes = 0;
        std::int64_t offset = -1; ///< in the file; -1: in memory
    };
    /// Columns that take less than this stay in memory.
    static constexpr std::size_t kSmallestMapped = 256u << 10;

    /// That of this program: a quarter of the machine's memory, but at most 2 GiB, then the cache folder.
    static ColumnMemory& ofProgram();
    /// `folder` is made when it is first needed.
    ColumnMemory(std::size_t limit, QString folder);
    ColumnMemory(const ColumnMemory&) = delete;
    ColumnMemory& operator=(const ColumnMemory&) = delete;

    /// At least so many bytes, with the first `used` of `block`, which is given up for it. Throws
    /// std::bad_alloc when there is none.
    Block grown(const Block& block, std::size_t used, std::size_t bytes);
    void release(const Block& block);

    /// In memory and in the file.
    std::size_t memoryBytes() const;
    std::size_t fileBytes() const;
    /// Why the file could not be made or did not grow, so that columns stay in memory. Told once.
    std::optional<Error> takeProblem();

private:
    Block mapped(std::size_t bytes) LOCKSTEP_REQUIRES(m_mutex);
    bool openFile() LOCKSTEP_REQUIRES(m_mutex);
    void giveUp(int error) LOCKSTEP_REQUIRES(m_mutex);

    const std::size_t m_limit;
    const QString m_folder;
    mutable Mutex m_mutex;
    Descriptor m_file LOCKSTEP_GUARDED_BY(m_mutex);
    std::size_t m_memoryBytes LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::size_t m_fileBytes LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::int64_t m_fileEnd LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    bool m_hasGivenUp LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::optional<Error> m_problem LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep
