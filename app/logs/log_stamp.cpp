// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_stamp.h"

#include <QTimeZone>
#include <algorithm>
#include <chrono>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kShape = "0000-00-00 00:00:00"; ///< 0: any digit
constexpr qsizetype kDayBytes = 11;
constexpr qsizetype kFractionBytes = 4;
constexpr int kNoYear = 1970;
constexpr qint64 kSecond = 1'000'000;
constexpr qint64 kYear = 366 * 86'400 * kSecond;

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

/// The number of so many digits. REQUIRES: they are there.
int number(QByteArrayView bytes, qsizetype at, qsizetype digits)
{
    int value = 0;
    for (qsizetype i = at; i < at + digits; ++i)
        value = value * 10 + (bytes[i] - '0');
    return value;
}

/// Thousandths or millionths behind a time, and how many bytes they take.
std::pair<qint64, qsizetype> fractionAt(QByteArrayView line, qsizetype at)
{
    if (at + 1 >= line.size() || (line[at] != '.' && line[at] != ',') || !isDigit(line[at + 1]))
        return {0, 0};
    qint64 value = 0;
    qint64 unit = kSecond;
    qsizetype end = at + 1;
    for (; end < line.size() && isDigit(line[end]) && unit > 1; ++end) {
        unit /= 10;
        value += (line[end] - '0') * unit;
    }
    return {value, end - at};
}

struct Day {
    int year;
    int month;
    int day;
};

/// The time of a day whose clock "00:00:00" stands at `clock`. Nothing for a day or hour that no calendar
/// has.
std::optional<LineTime> timeAt(QByteArrayView line, qsizetype clock, const Day& date)
{
    using namespace std::chrono;
    const int hour = number(line, clock, 2);
    const int minute = number(line, clock + 3, 2);
    const int second = number(line, clock + 6, 2);
    const year_month_day day{year(date.year), month(static_cast<unsigned>(date.month)),
                             std::chrono::day(static_cast<unsigned>(date.day))};
    const bool isLeapDay = date.year == kNoYear && date.month == 2 && date.day == 29;
    if ((!day.ok() && !isLeapDay) || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const qint64 days = sys_days(day).time_since_epoch().count();
    const auto [fraction, bytes] = fractionAt(line, clock + 8);
    const qint64 seconds = days * 86'400 + hour * 3600 + minute * 60 + second;
    return LineTime{seconds * kSecond + fraction, clock + 8 + bytes};
}

/// How many bytes like "[rank0]:[" stand before a time.
qsizetype bracketsBefore(QByteArrayView line)
{
    constexpr qsizetype kMost = 48;
    qsizetype at = 0;
    while (at < line.size() && line[at] == '[') {
        const qsizetype close = line.first(std::min(line.size(), kMost)).indexOf(QByteArrayView("]:"), at);
        if (close < 0 || (at + 1 < line.size() && isDigit(line[at + 1])))
            return at + 1;
        at = close + 2;
    }
    return at;
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

std::optional<LineTime> timeOf(QByteArrayView line)
{
    if (line.isEmpty())
        return std::nullopt;
    const qsizetype before = line[0] == '[' ? bracketsBefore(line) : 0;
    const QByteArrayView rest = line.sliced(before);
    std::optional<LineTime> time;
    if (hasShape(rest, kShape) || hasShape(rest, "0000-00-00T00:00:00"))
        time = timeAt(rest, 11, {number(rest, 0, 4), number(rest, 5, 2), number(rest, 8, 2)});
    else if (hasShape(rest, "00/00 00:00:00"))
        time = timeAt(rest, 6, {kNoYear, number(rest, 0, 2), number(rest, 3, 2)});
    else if (!rest.isEmpty() && std::string_view("DIWEF").find(rest[0]) != std::string_view::npos &&
             hasShape(rest.sliced(1), "0000 00:00:00."))
        time = timeAt(rest, 6, {kNoYear, number(rest, 1, 2), number(rest, 3, 2)});
    if (time)
        time->bytes += before;
    return time;
}

QDateTime momentOf(qint64 microseconds, const QDateTime& near)
{
    QDateTime wall = QDateTime::fromMSecsSinceEpoch(microseconds / 1000, Qt::UTC);
    if (microseconds < kYear)
        wall = wall.addYears(near.date().year() - kNoYear);
    return QDateTime(wall.date(), wall.time());
}

qint64 wallMicroseconds(const QDateTime& moment)
{
    const QDateTime local = moment.toLocalTime();
    return QDateTime(local.date(), local.time(), Qt::UTC).toMSecsSinceEpoch() * 1000;
}

} // namespace lockstep
