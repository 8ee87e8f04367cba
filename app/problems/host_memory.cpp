// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/host_memory.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <array>
#include <utility>

namespace lockstep {

namespace {

constexpr double kGibibyte = 1024.0 * 1024 * 1024;

const QRegularExpression& quantity()
{
    static const QRegularExpression pattern(
        QStringLiteral("(?<![\\w.])(\\d+(?:\\.\\d+)?)\\s*([MGT])(?:i?B|iB|)(?![\\w])"),
        QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

double bytesOf(const QRegularExpressionMatch& match)
{
    const double number = match.captured(1).toDouble();
    switch (match.captured(2).at(0).toUpper().unicode()) {
    case 'M':
        return number * kGibibyte / 1024;
    case 'T':
        return number * kGibibyte * 1024;
    default:
        return number * kGibibyte;
    }
}

/// Gigabytes of models that are sold with one size of memory, by a part of their name; longer names first.
constexpr std::array<std::pair<const char*, int>, 26> kGpuModels = {
    {{"1080ti", 11}, {"2080ti", 11}, {"3070ti", 8},  {"3080ti", 12},  {"3090ti", 24}, {"4070ti", 12},
     {"1060", 6},    {"1070", 8},    {"1080", 8},    {"2060", 6},     {"2070", 8},    {"2080", 8},
     {"3060", 12},   {"3070", 8},    {"3080", 10},   {"3090", 24},    {"4060", 8},    {"4070", 12},
     {"4080", 16},   {"4090", 24},   {"titanv", 12}, {"teslat4", 16}, {"p100", 16},   {"l40", 48},
     {"h100", 80},   {"h200", 141}}};

bool namesGpu(const QString& part)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\b(gtx|rtx|tesla|titan|quadro|geforce|gpu|[ahlpvt]\\d{2,3})"),
        QRegularExpression::CaseInsensitiveOption);
    return pattern.match(part).hasMatch();
}

std::optional<double> knownGpuMemory(const QString& part)
{
    const QString name = part.toLower().remove(u' ').remove(u'-');
    for (const auto& [model, gigabytes] : kGpuModels) {
        if (name.contains(QLatin1String(model)))
            return gigabytes * kGibibyte;
    }
    return std::nullopt;
}

QStringList partsOf(const Host& host)
{
    static const QRegularExpression separators(QStringLiteral("[,;，；、/]"));
    return QString::fromStdString(host.facts).split(separators, Qt::SkipEmptyParts);
}

} // namespace

std::optional<double> parseBytes(const QString& text)
{
    const QRegularExpressionMatch match = quantity().match(text.trimmed());
    if (!match.hasMatch() || match.capturedLength() != text.trimmed().size())
        return std::nullopt;
    return bytesOf(match);
}

std::optional<double> statedGpuMemory(const Host& host)
{
    for (const QString& part : partsOf(host)) {
        if (!namesGpu(part))
            continue;
        if (const QRegularExpressionMatch match = quantity().match(part); match.hasMatch())
            return bytesOf(match);
        if (const std::optional<double> known = knownGpuMemory(part))
            return known;
    }
    return std::nullopt;
}

std::optional<double> statedMainMemory(const Host& host)
{
    for (const QString& part : partsOf(host)) {
        if (namesGpu(part))
            continue;
        if (const QRegularExpressionMatch match = quantity().match(part); match.hasMatch())
            return bytesOf(match);
    }
    return std::nullopt;
}

} // namespace lockstep
