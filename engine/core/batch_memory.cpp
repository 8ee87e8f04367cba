// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/batch_memory.h"

#include "engine/core/error.h"

#include <new>
#include <string>

namespace lockstep {
namespace {

class HostBuffer final : public BatchBuffer {
public:
    explicit HostBuffer(std::size_t bytes)
        : BatchBuffer({static_cast<std::byte*>(::operator new(bytes, kAlignment)), bytes})
    {
    }
    ~HostBuffer() override { ::operator delete(bytes().data(), kAlignment); }

private:
    static constexpr std::align_val_t kAlignment{kBatchAlignment};
};

class HostMemory final : public BatchMemory {
public:
    std::shared_ptr<BatchBuffer> allocate(std::size_t bytes) override
    {
        LOCKSTEP_CHECK(bytes > 0);
        try {
            return std::make_shared<HostBuffer>(bytes);
        } catch (const std::bad_alloc&) {
            throw EngineError(ExitCode::OutOfMemory,
                              {LOCKSTEP_TEXT("There are no %1 bytes of memory for a batch. Choose a smaller "
                                             "batch, or prepare fewer batches ahead (data.prefetch)."),
                               {std::to_string(bytes)},
                               {}});
        }
    }
};

} // namespace

std::shared_ptr<BatchMemory> hostBatchMemory()
{
    return std::make_shared<HostMemory>();
}

} // namespace lockstep
