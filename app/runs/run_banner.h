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

    /// A line each, as they are. More than a few are counted, and told by the tool tip.
    void say(const QStringList& sentences, Tone tone);
    /// Says less at once: what it tells of needs the room.
    void setLow(bool isLow);
    /// What stands on the button; empty: there is none.
    void offer(const QString& lead);
    QString text() const;

signals:
    void leadWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTone(Tone tone);
    void show(qsizetype count);
    void fit();

    QLabel* m_label;
    QStringList m_sentences;
    bool m_isLow = false;
    Tone m_tone = Tone::Error;
    QPushButton* m_lead;
};

} // namespace lockstep
