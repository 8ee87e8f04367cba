// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/result.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <string_view>

namespace lockstep {

/// A copy of a growing file of a host. Its length is the only record of how far it goes, and it grows by
/// appending only, so after a crash of ours at any moment it is still a true beginning of the original.
class FileMirror {
public:
    /// Opens the file, or makes it and its folders for their owner alone.
    static Result<FileMirror> open(const QString& path);

    std::uint64_t size() const { return m_size; }
    /// REQUIRES: these bytes stand at size() in the original. After an error the file is what it was before.
    Result<void> append(std::string_view bytes);
    /// Hands the present content to `sink` in pieces.
    Result<void> replay(const std::function<void(std::string_view)>& sink) const;

private:
    FileMirror(QString path, Descriptor file, std::uint64_t size);

    QString m_path;
    Descriptor m_file;
    std::uint64_t m_size = 0;
};

} // namespace lockstep
