// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/unique_fd.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <string_view>

namespace lockstep {

/// A copy of a growing file of a host. Its length is the only record of how far it goes, and it grows by
/// appending only, so after a crash of ours at any moment it is still a true beginning of the original.
class FileMirror {
public:
    /// Opens or makes the file and its folders.
    static Result<FileMirror> open(const QString& path);

    std::uint64_t size() const { return m_size; }
    /// REQUIRES: these bytes stand at size() in the original. After an error the file is what it was before.
    Result<void> append(std::string_view bytes);
    /// Hands the present content to `sink` in pieces.
    Result<void> replay(const std::function<void(std::string_view)>& sink) const;

private:
    FileMirror(QString path, UniqueFd file, std::uint64_t size);

    QString m_path;
    UniqueFd m_file;
    std::uint64_t m_size = 0;
};

} // namespace lockstep
