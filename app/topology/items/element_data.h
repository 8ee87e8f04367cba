// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// What QGraphicsItem::data() says of the elements on the canvas, for those who know the scene but not its
/// items.
enum ElementData {
    kElementName, ///< QString: the id of a node; of a link the ids of its ends, "host-1 host-2"
    kElementBody, ///< QRectF of a card in its own coordinates, without what reaches beyond it to be grabbed
};

} // namespace lockstep
