// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/result.h"

#include <QCryptographicHash>
#include <QString>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lockstep {

/// A file on its way here, beside the place where it will stand. The part has a name of its own and is
/// locked, so that two programs that fetch the same file do not meet; parts that nobody holds any more are
/// removed by the next one. The destructor removes what was not published.
class FetchPart {
public:
    /// Makes the folders of `target` as well.
    static Result<std::unique_ptr<FetchPart>> make(const QString& target);
    ~FetchPart();
    FetchPart(const FetchPart&) = delete;
    FetchPart& operator=(const FetchPart&) = delete;

    std::uint64_t size() const { return m_size; }
    Result<void> append(std::string_view bytes);
    /// SHA-256 of everything so far, 64 hexadecimal digits.
    std::string hash() const;
    /// All of it. REQUIRES: it fits into memory.
    Result<std::string> content() const;
    /// Gives it the name of the target, in place of a file that has it.
    Result<void> publish();

private:
    FetchPart(QString target, QString path, Descriptor file);

    QString m_target;
    QString m_path;
    Descriptor m_file; ///< none: published
    std::uint64_t m_size = 0;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

} // namespace lockstep
