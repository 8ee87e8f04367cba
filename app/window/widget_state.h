// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <map>

class QWidget;

namespace lockstep {

/// What a person did to the widgets below one that no document holds: sizes of splitters, how far lists are
/// scrolled, what is unfolded, which tab is shown, what stands in a search field, where the keyboard is. Kept
/// by where each widget stands, so that widgets made anew take it over; what they lack is passed over.
class WidgetState {
public:
    explicit WidgetState(const QWidget& root);
    /// REQUIRES: `root` is laid out, and outlives the events that are posted now.
    void restore(QWidget& root) const;

private:
    struct Part {
        QByteArray layout; ///< of a splitter
        int scrolled = 0;
        int chosen = -1; ///< tab
        bool isUnfolded = false;
        QString typed;
    };
    void keep(const QWidget& widget, const QString& place);
    void restorePart(QWidget& widget, const QString& place, QWidget*& focus) const;

    std::map<QString, Part> m_parts;
    QString m_focus;
};

} // namespace lockstep
