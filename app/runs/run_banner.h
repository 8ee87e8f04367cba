// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

/// What there is to say of a run, the most important sentence first, and a button that leads to where it is
/// mended. Takes no room while there is nothing.
class RunBanner : public QWidget {
    Q_OBJECT
public:
    enum class Tone { Error, Warning, Neutral };

    explicit RunBanner(QWidget* parent = nullptr);

    /// A line each, as they are. More than a few are counted.
    void say(const QStringList& sentences, Tone tone);
    /// What stands on the button; empty: there is none.
    void offer(const QString& lead);
    QString text() const;

signals:
    void leadWanted();

private:
    void setTone(Tone tone);

    QLabel* m_label;
    Tone m_tone = Tone::Error;
    QPushButton* m_lead;
};

} // namespace lockstep
