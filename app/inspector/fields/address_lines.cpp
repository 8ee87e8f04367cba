// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/address_lines.h"

#include "app/inspector/fields/document_parts.h"
#include "engine/protocol/address_parts.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct AddressLines {
    Q_DECLARE_TR_FUNCTIONS(lockstep::MultiSelectionPanel)
};

/// Those that have an address; pointers into the experiment.
auto hostsWithAddress(auto& experiment, const ElementSet& scope)
{
    auto hosts = partsOf<Host>(experiment, scope);
    std::erase_if(hosts, [](const Host* host) { return host->connection != Connection::Ssh; });
    return hosts;
}

Result<void> setFromLine(Host& host, const QString& line)
{
    const std::string text = line.toStdString();
    const AddressParts parts = partsOfAddress(text);
    if (Result<void> set = setMember(host, "address", parts.host); !set)
        return set;
    if (parts.user) {
        if (Result<void> set = setMember(host, "user", *parts.user); !set)
            return set;
    }
    return parts.port.value_or("").empty() ? Result<void>() : setMember(host, "port", *parts.port);
}

QStringList linesOf(const QString& text)
{
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = line.trimmed();
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

QStringList readLines(const Experiment& experiment, const ElementSet& scope)
{
    QStringList lines;
    for (const Host* host : hostsWithAddress(experiment, scope))
        lines << QString::fromStdString(host->address);
    return {linesOf(lines.join(u'\n')).join(u'\n')};
}

Result<void> writeLines(Experiment& experiment, const ElementSet& scope, const QStringList& texts)
{
    const std::vector<Host*> hosts = hostsWithAddress(experiment, scope);
    const QStringList lines = linesOf(texts.first());
    if (lines.size() > static_cast<qsizetype>(hosts.size()))
        return Error{LOCKSTEP_TEXT("found %1 lines for %2 hosts, expected one line for each."),
                     {std::to_string(lines.size()), std::to_string(hosts.size())},
                     {}};
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const QString line = lines.value(static_cast<qsizetype>(i));
        if (const Result<void> set = setFromLine(*hosts[i], line); !set)
            return Error{LOCKSTEP_TEXT("line %1: %2"),
                         {std::to_string(i + 1), Sentence(set.error().text, set.error().arguments)},
                         {}};
    }
    return {};
}

} // namespace

FormField addressLinesField()
{
    FormField field;
    field.key = QStringLiteral("hosts.address");
    field.label = [] { return AddressLines::tr("Addresses"); };
    field.hint = AddressLines::tr(
        "One line for each host, in the order in which they were drawn: an address, or user@address:port. A "
        "list can be pasted at once. A user or port that a line leaves out stays as it is.");
    field.kind = FieldKind::Lines;
    field.placeholder = AddressLines::tr("One line per host:\n192.168.1.20\nada@gpu-2.lab:2222");
    field.read = readLines;
    field.write = writeLines;
    field.shown = [](const Experiment& experiment, const ElementSet& scope) {
        return !hostsWithAddress(experiment, scope).empty();
    };
    return field;
}

} // namespace lockstep
