// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/inspector/form/form_drafts.h"
#include "app/window/widget_state.h"

#include <QPoint>
#include <QPointF>
#include <optional>
#include <vector>

class QWidget;

namespace lockstep {

class DesignPage;

/// All that a design page shows beyond its document: what is selected, where the canvas looks, what was typed
/// and is no value, which lists are shown. Carries it from one page to another of the same document.
class DesignState {
public:
    explicit DesignState(DesignPage& page);
    /// REQUIRES: `page` outlives the events that are posted now. Where the canvas looks follows when it is
    /// shown.
    void restore(DesignPage& page) const;
    /// The template that was shown with the offer of others; nothing when they were not offered.
    const std::optional<QString>& start() const { return m_start; }

private:
    struct Sight {
        qreal zoom = 1;
        QPointF center;
        QPoint scrolled;
        bool isFitted = false;
    };
    static Sight sightOf(DesignPage& page);
    static void showSight(DesignPage& page, const Sight& sight);

    WidgetState m_widgets;
    ElementSet m_selection;
    Sight m_sight;
    std::optional<QString> m_start;
    bool m_showsProblems = false;
    bool m_showsFind = false;
    std::vector<bool> m_toggles;      ///< of the canvas actions that can be checked
    std::vector<FormDrafts> m_drafts; ///< of each form
};

} // namespace lockstep
