// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/secret.h"

#include <cstring>

namespace lockstep {

Secret::Secret(std::string_view text)
{
    m_bytes.reserve(text.size() + 1);
    m_bytes.assign(text.begin(), text.end());
    m_bytes.push_back('\0');
}

Secret& Secret::operator=(Secret&& other) noexcept
{
    if (this != &other) {
        wipe();
        m_bytes = std::move(other.m_bytes);
        other.m_bytes.clear();
    }
    return *this;
}

void Secret::wipe()
{
    if (!m_bytes.empty())
        ::explicit_bzero(m_bytes.data(), m_bytes.size());
    m_bytes.clear();
}

void SecretStore::put(const std::string& key, const Secret& secret)
{
    const MutexLock lock(m_mutex);
    m_secrets.insert_or_assign(key, secret.copy());
}

std::optional<Secret> SecretStore::get(const std::string& key) const
{
    const MutexLock lock(m_mutex);
    const auto found = m_secrets.find(key);
    if (found == m_secrets.end())
        return std::nullopt;
    return found->second.copy();
}

void SecretStore::remove(const std::string& key)
{
    const MutexLock lock(m_mutex);
    m_secrets.erase(key);
}

} // namespace lockstep
