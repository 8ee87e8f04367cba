// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace lockstep {

/// What must be selected for an action to mean something.
enum class ActsOn { Anything, Selection, Nodes, SeveralNodes, OneOrTwoNodes, Hosts, OneHost };

/// Actions of the canvas with their keys, in the order of their menu.
class ActionGroup : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void addTo(QMenu& menu) const;
    /// Those that mean something now, with the separators between.
    void addEnabledTo(QMenu& menu) const;
    /// Those that need nothing selected.
    void addFreeTo(QMenu& menu) const;
    /// Enables those that mean something for what is selected.
    void enable(const ElementSet& selected, const Topology& topology);
    void disable();

protected:
    using Act = std::function<void()>;
    QAction* add(ActsOn object, const QString& text, const QKeySequence& keys, const Act& act);
    /// Its keys are the canvas's alone, for texts and lists use them too.
    QAction* addForCanvas(QWidget& canvas, ActsOn object, const QString& text, const QKeySequence& keys,
                          const Act& act);
    QAction* addToggle(const QString& text, const QKeySequence& keys, bool isOn);
    void addSeparator();

private:
    struct Entry {
        QAction* action; ///< null: a separator
        ActsOn object;
    };
    QAction* addAction(ActsOn object, const QString& text, const QKeySequence& keys);

    QList<Entry> m_entries;
};

QKeySequence withShift(Qt::Key key); ///< Ctrl+Shift+key
QKeySequence withAlt(Qt::Key key);   ///< Ctrl+Alt+key

} // namespace lockstep
