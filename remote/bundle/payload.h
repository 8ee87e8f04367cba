// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct PayloadFile {
    std::string path;   ///< below the payload's folder on a host, with '/'
    std::string source; ///< here
    std::uint64_t size = 0;
    bool executable = false;
    std::string sha256{}; ///< hexadecimal
};

/// Files that go to hosts together. MANIFEST.sha256, one of them, lists each other one with its SHA-256 in
/// sha256sum's format.
struct Payload {
    std::string hash;               ///< SHA-256 of the manifest, hexadecimal: the payload's name on a host
    std::string machine;            ///< as `uname -m` says it: "x86_64"; empty when unknown
    std::vector<PayloadFile> files; ///< all of them, the manifest last
    std::uint64_t bytes = 0;
};

inline constexpr const char* kPayloadManifest = "MANIFEST.sha256";

/// Whether a path may stand in a manifest: relative, without "..", of letters, digits and "._+-/".
bool isPlainPath(std::string_view path);

/// What machine a program or library is for, from the head of its ELF file; empty when it does not tell.
std::string machineOf(const QString& program);

} // namespace lockstep
