// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/bundle/payload.h"

#include "engine/protocol/attach_messages.h"

#include <QFile>
#include <algorithm>
#include <cstring>

namespace lockstep {

bool isPlainPath(std::string_view path)
{
    return isRunFile(path) && std::ranges::all_of(path, [](unsigned char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      std::strchr("._+-/", c) != nullptr;
           });
}

/// System V ABI, e_machine at byte 18.
std::string machineOf(const QString& program)
{
    QFile file(program);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray head = file.read(20);
    if (head.size() < 20 || !head.startsWith("\177ELF"))
        return {};
    switch (static_cast<unsigned char>(head[18]) | static_cast<unsigned char>(head[19]) << 8) {
    case 62:
        return "x86_64";
    case 183:
        return "aarch64";
    case 243:
        return "riscv64";
    default:
        return {};
    }
}

} // namespace lockstep
