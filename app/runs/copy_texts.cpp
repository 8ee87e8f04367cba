// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/copy_texts.h"

#include "app/text/inert_text.h"
#include "app/text/list_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

namespace lockstep {

namespace {

struct CopyTexts {
    Q_DECLARE_TR_FUNCTIONS(CopyTexts)
};

QString nameOf(int host, const Topology& topology)
{
    return inertString(topology.hosts[static_cast<std::size_t>(host)].name);
}

QString secondsText(double seconds)
{
    constexpr double kMost = 1e9; // a drawn bandwidth may be next to nothing
    return durationText(std::llround(std::fmin(seconds, kMost) * 1000));
}

} // namespace

QString chainText(const DeliveryPlan& plan, const Topology& topology)
{
    QStringList stations{CopyTexts::tr("this computer")};
    for (const int host : plan.order)
        stations.append(nameOf(host, topology));
    return stations.join(QStringLiteral(" → "));
}

QString expectationText(const DeliveryPlan& plan)
{
    if (!plan.directSeconds || !plan.chainSeconds)
        return {};
    const QString times =
        CopyTexts::tr("By the drawing: about %1 from host to host, about %2 from this computer to each.")
            .arg(secondsText(*plan.chainSeconds), secondsText(*plan.directSeconds));
    return plan.isDrawnHere
               ? times
               : sentencesText({times, CopyTexts::tr("This computer is not drawn; its line is taken to be as "
                                                     "fast as the fastest link of the first host.")});
}

QString copiedText(int from, qint64 done, qint64 total, const Topology& topology)
{
    const QString bytes = CopyTexts::tr("%1 of %2").arg(sizeText(done), sizeText(total));
    return from == kThisComputer ? bytes : CopyTexts::tr("%1, from %2").arg(bytes, nameOf(from, topology));
}

QString engineText(qint64 done, qint64 total)
{
    return CopyTexts::tr("engine: %1 of %2").arg(sizeText(done), sizeText(total));
}

QString waitingText(int from, const Topology& topology)
{
    return CopyTexts::tr("waiting for %1").arg(nameOf(from, topology));
}

QString arrivedText(bool hadThem, int from, const Topology& topology)
{
    if (hadThem)
        return CopyTexts::tr("has the data already");
    return from == kThisComputer ? CopyTexts::tr("has the data now")
                                 : CopyTexts::tr("has the data now, from %1").arg(nameOf(from, topology));
}

} // namespace lockstep
