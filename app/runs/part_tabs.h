// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

class QToolButton;

namespace lockstep {

/// Some parts of a run's page in one card, a tab each, and the button that lets the card fill the page.
class PartTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit PartTabs(QWidget* parent = nullptr);

    /// Called by the part's window title, as it changes.
    void addPart(QWidget* part);
    /// The tabs, the button, what they lead to.
    QList<QWidget*> inReadingOrder() const;
    bool isFilling() const;
    void setFilling(bool fills);

signals:
    /// A person wants the card to fill the page, or no longer.
    void fillingWanted(bool fills);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void tintButton();

    QToolButton* m_fill;
};

} // namespace lockstep
