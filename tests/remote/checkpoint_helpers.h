// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/checked_line.h"

#include <QCryptographicHash>
#include <map>
#include <string>

namespace lockstep {

inline std::string sha256Of(const std::string& text)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

/// The manifest of a checkpoint of these files, by name, as far as a fetch is concerned.
inline std::string manifestOf(const std::map<std::string, std::string>& files)
{
    std::string line = R"({"version":1,"run":"x","step":600,"files":[)";
    for (const auto& [name, content] : files)
        line += (line.ends_with('[') ? "" : ",") + (R"({"name":")" + name + R"(","bytes":)") +
                std::to_string(content.size()) + R"(,"sha256":")" + sha256Of(content) + R"("})";
    line += "]";
    appendChecksum(line, 0);
    return line + "\n";
}

} // namespace lockstep
