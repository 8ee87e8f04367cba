// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_stamp.h"

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kShape = "0000-00-00 00:00:00"; ///< 0: any digit
constexpr qsizetype kDayBytes = 11;
constexpr qsizetype kFractionBytes = 4;

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool hasShape(QByteArrayView bytes, std::string_view shape)
{
    return bytes.size() >= static_cast<qsizetype>(shape.size()) &&
           std::equal(shape.begin(), shape.end(), bytes.begin(), [](char wanted, char found) {
               return wanted == '0' ? isDigit(found) : wanted == found;
           });
}

} // namespace

qsizetype stampBytes(QByteArrayView line)
{
    if (!hasShape(line, kShape))
        return 0;
    const auto size = static_cast<qsizetype>(kShape.size());
    const qsizetype fraction = hasShape(line.sliced(size), ".000") ? kFractionBytes : 0;
    const bool ends = line.size() > size + fraction && line[size + fraction] == ' ';
    return ends ? size + fraction + 1 : 0;
}

QByteArray withShortStamp(QByteArrayView line)
{
    const qsizetype stamp = stampBytes(line);
    if (stamp == 0)
        return line.toByteArray();
    return line.sliced(kDayBytes, kShortStampBytes - 1).toByteArray() + ' ' +
           line.sliced(stamp).toByteArray();
}

} // namespace lockstep
