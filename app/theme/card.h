// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QSplitter;

namespace lockstep {

/// Puts a part of a page into a card: rounded, with the card's border, in the theme's colours. The card
/// owns it.
QWidget* framed(QWidget* content);
/// Of cards side by side: the gap between them is what moves their border.
void spaceCards(QSplitter& cards);

} // namespace lockstep
