// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "engine/protocol/experiment.h"

#include <QRectF>
#include <QString>
#include <vector>

class QPainter;

namespace lockstep {

/// What a card of the canvas says about a host or switch.
struct CanvasCard {
    enum class State { Idle, Ready, Warning, Failed };
    QString id;
    QString icon; ///< a name for tintedPixmap
    QString name;
    QString subtitle; ///< the address
    std::vector<QString> chips;
    QString ranks; ///< "rank 0", "ranks 0-3"; empty: it has none
    State state = State::Idle;
    QString toolTip;
    bool operator==(const CanvasCard&) const = default;
};

/// The cards of all hosts, then of all switches, in the order of the document. `problems` are those of
/// checkExperiment: a card with one is drawn as a warning that says it.
std::vector<CanvasCard> canvasCards(const Experiment& experiment, const std::vector<Error>& problems);

inline constexpr QRectF kCardRect{0, 0, 204, 80};

struct CardLook {
    bool isSelected = false;
    bool isHovered = false;
    bool isTarget = false; ///< a link would end here
    qreal detail = 1;      ///< device pixels per unit, device pixel ratio left out
    qreal devicePixelRatio = 1;
};
void paintCanvasCard(QPainter& painter, const CanvasCard& card, const CardLook& look,
                     const ThemeColors& colors);

} // namespace lockstep
