// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/topic.h"

class QWidget;

namespace lockstep {

/// What the manual has to say about a widget, or about what it is part of; nothing: no page is about that.
std::optional<Topic> topicOf(const QWidget& widget);

} // namespace lockstep
