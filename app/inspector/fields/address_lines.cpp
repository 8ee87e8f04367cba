// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/address_lines.h"

#include "app/inspector/fields/document_parts.h"

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

/// `[::1]:22` and `name:22` hold a port; an IPv6 address without brackets is an address as a whole.
struct AddressAndPort {
    QString address;
    QString port; ///< empty: not said
};

AddressAndPort split(const QString& text)
{
    if (const qsizetype end = text.indexOf(u']'); text.startsWith(u'[') && end > 0)
        return {text.mid(1, end - 1), text.mid(end + 1).section(u':', 1)};
    return text.count(u':') == 1 ? AddressAndPort{text.section(u':', 0, 0), text.section(u':', 1)}
                                 : AddressAndPort{text, {}};
}

Result<void> setFromLine(Host& host, const QString& line)
{
    const qsizetype at = line.lastIndexOf(u'@');
    const AddressAndPort where = split(line.mid(at + 1));
    if (Result<void> set = setMember(host, "address", where.address.toStdString()); !set)
        return set;
    if (at >= 0) {
        if (Result<void> set = setMember(host, "user", line.left(at).toStdString()); !set)
            return set;
    }
    return where.port.isEmpty() ? Result<void>() : setMember(host, "port", where.port.toStdString());
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
