// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QShortcut;

namespace lockstep {

class PartTabs;

/// Where the parts of a run's page stand: one card above, two side by side below it, each with tabs. Any card
/// can fill the page; its button or Esc brings the others back.
class RunLayout : public QWidget {
    Q_OBJECT
public:
    explicit RunLayout(QWidget* parent = nullptr);

    enum class Place { Above, BelowLeft, BelowRight };
    /// Called by the part's window title, as it changes. The page owns it. Tab leads through the parts as
    /// they stand.
    void addPart(Place place, QWidget* part);
    /// Brings the part to the front of its card, and the card into sight.
    void showPart(QWidget* part);

private:
    void fillWith(PartTabs* card);

    QList<PartTabs*> m_cards; ///< by Place
    QWidget* m_below;
    QShortcut* m_escape;
};

} // namespace lockstep
