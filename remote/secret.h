// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/mutex.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A password or passphrase in memory, overwritten when it is no longer needed. Never written anywhere.
class Secret {
public:
    explicit Secret(std::string_view text);
    Secret(Secret&& other) noexcept : m_bytes(std::move(other.m_bytes)) { other.m_bytes.clear(); }
    Secret& operator=(Secret&& other) noexcept;
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    ~Secret() { wipe(); }

    Secret copy() const { return Secret(std::string_view(m_bytes.data(), size())); }
    /// Terminated by NUL; valid as long as this object.
    const char* text() const { return m_bytes.empty() ? "" : m_bytes.data(); }
    std::size_t size() const { return m_bytes.empty() ? 0 : m_bytes.size() - 1; }

private:
    void wipe();
    std::vector<char> m_bytes; ///< never grows, so that no copy is left behind
};

/// The secrets of a program, so that it asks for each of them once. Thread-safe.
class SecretStore {
public:
    void put(const std::string& key, const Secret& secret);
    std::optional<Secret> get(const std::string& key) const;
    void remove(const std::string& key);

private:
    mutable Mutex m_mutex;
    std::map<std::string, Secret> m_secrets LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep
