// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/pair_texts.h"

#include "app/text/error_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct PairTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::PairTexts)
};

} // namespace

QString pairName(const Topology& topology, const HostPair& pair)
{
    return QString::fromStdString(topology.hosts[pair.first].name) + QStringLiteral(" – ") +
           QString::fromStdString(topology.hosts[pair.second].name);
}

QString pairText(const PairCheck& check)
{
    switch (check.state) {
    case CheckState::Waiting:
        return PairTexts::tr("Waiting…");
    case CheckState::Running:
        return PairTexts::tr("Measuring…");
    case CheckState::Skipped:
        return PairTexts::tr("Not measured.");
    case CheckState::Passed:
    case CheckState::Failed:
        break;
    }
    return sentenceText(check.remedy.empty() ? check.found : inARow({check.found, check.remedy}));
}

QString pairDetail(const PairCheck& check)
{
    if (!check.figures)
        return {};
    const PairFigures& figures = *check.figures;
    const QString unknown = PairTexts::tr("an unknown interface");
    const auto nameOf = [&unknown](const std::string& interface) {
        return interface.empty() ? unknown : QString::fromStdString(interface);
    };
    return PairTexts::tr("Measured over %1 and %2, with packets of %3 bytes.")
        .arg(nameOf(figures.firstInterface), nameOf(figures.secondInterface))
        .arg(figures.pathMtu);
}

} // namespace lockstep
