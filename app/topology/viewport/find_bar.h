// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QFrame>
#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace lockstep {

/// A field over the canvas that looks for hosts, switches, networks and links while one types. Enter goes to
/// the next one found, Shift+Enter to the one before, Escape puts the field away.
class FindBar : public QFrame {
    Q_OBJECT
public:
    explicit FindBar(ExperimentDocument& document, QWidget* parent = nullptr);
    /// Shows it, with the keyboard.
    void open();

signals:
    /// This one is to be selected and shown.
    void found(const lockstep::ElementSet& element);
    void closed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void step(int way);
    void close();
    void showCount();
    void tintIcons();
    QToolButton* makeStep(const QString& name, int way);

    ExperimentDocument& m_document;
    QLineEdit* m_text;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    std::vector<ElementSet> m_found;
    std::size_t m_current = 0;
};

} // namespace lockstep
