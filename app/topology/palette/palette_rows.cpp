// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/palette_rows.h"

#include "app/text/error_text.h"
#include "app/topology/card/canvas_card.h"

#include <QCoreApplication>
#include <QStringList>
#include <utility>

namespace lockstep {

namespace {

struct Palette {
    Q_DECLARE_TR_FUNCTIONS(lockstep::PaletteRows)
};

QString addressOf(const Host& host)
{
    return QString::fromStdString(host.user.empty() ? host.address : host.user + '@' + host.address);
}

PaletteRow heading(const QString& text)
{
    PaletteRow row;
    row.kind = PaletteRow::Kind::Heading;
    row.name = text;
    return row;
}

PaletteRow fresh(PaletteEntry::Kind kind, const QString& icon, const QString& name, const QString& toolTip)
{
    PaletteRow row;
    row.name = name;
    row.icon = icon;
    row.toolTip = toolTip;
    row.entry.kind = kind;
    return row;
}

std::vector<PaletteRow> freshRows()
{
    using Kind = PaletteEntry::Kind;
    return {
        fresh(Kind::ThisComputer, QStringLiteral("host-local"), Palette::tr("This computer"),
              Palette::tr("The computer in front of you. Ranks start as processes here, without SSH: the "
                          "quickest way to try an experiment.")),
        fresh(Kind::CpuHost, QStringLiteral("host-cpu"), Palette::tr("CPU host"),
              Palette::tr("A machine reached by SSH that trains on its processor. Nothing needs to be "
                          "installed there.")),
        fresh(Kind::GpuHost, QStringLiteral("host-gpu"), Palette::tr("GPU host"),
              Palette::tr("A machine reached by SSH that trains on its NVIDIA GPUs, one rank for each GPU.")),
        fresh(Kind::Switch, QStringLiteral("switch"), Palette::tr("Switch"),
              Palette::tr("A shared segment: hosts that are linked to it reach each other, and share what it "
                          "carries.")),
        fresh(Kind::Network, QStringLiteral("network"), Palette::tr("Network"),
              Palette::tr(
                  "A labelled area. Whatever stands on it moves with it: a laboratory, a rack, a region.")),
    };
}

PaletteRow hostRow(const Host& host, PaletteOrigin origin)
{
    const bool isTemplate = origin == PaletteOrigin::Template;
    const QString facts = hostFacts(host);
    const QString address = isTemplate ? QString() : addressOf(host);
    PaletteRow row;
    row.origin = origin;
    row.name = QString::fromStdString(host.name);
    row.detail = address.isEmpty() ? facts : address;
    row.icon = hostIcon(host);
    QStringList lines = {row.name, address, facts};
    if (isTemplate)
        lines << Palette::tr("A template: every host made of it has a name of its own; type its address.");
    lines.removeAll(QString());
    row.toolTip = lines.join(u'\n');
    row.spoken = row.detail.isEmpty() ? row.name : row.name + QStringLiteral(", ") + row.detail;
    row.entry = {isTemplate ? PaletteEntry::Kind::Template : PaletteEntry::Kind::KnownHost, host};
    return row;
}

/// A book that cannot be read is said where its hosts would stand.
PaletteRow damage(const Error& error)
{
    PaletteRow row;
    row.kind = PaletteRow::Kind::Damage;
    row.name = Palette::tr("Cannot be read");
    row.icon = QStringLiteral("warning");
    row.toolTip = errorSentence(error);
    row.spoken = row.toolTip;
    return row;
}

void add(std::vector<PaletteRow>& rows, const QString& title, const std::vector<Host>& hosts,
         PaletteOrigin origin, const std::optional<Error>& error = std::nullopt)
{
    if (!hosts.empty() || error)
        rows.push_back(heading(title));
    for (const Host& host : hosts)
        rows.push_back(hostRow(host, origin));
    if (error)
        rows.push_back(damage(*error));
}

} // namespace

std::vector<PaletteRow> paletteRows(const HostBook& templates, const HostBook& saved,
                                    const std::vector<Host>& ssh)
{
    std::vector<PaletteRow> rows = freshRows();
    add(rows, Palette::tr("Host templates"), templates.hosts(), PaletteOrigin::Template, templates.error());
    add(rows, Palette::tr("Saved hosts"), saved.hosts(), PaletteOrigin::Saved, saved.error());
    add(rows, Palette::tr("From SSH"), ssh, PaletteOrigin::Ssh);
    return rows;
}

} // namespace lockstep
