// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace lockstep {

/// A strip above the canvas that says why something could not be done, until it is mended or put away; or
/// what is being done before something.
class ProblemBar : public QFrame {
    Q_OBJECT
public:
    explicit ProblemBar(QWidget* parent = nullptr);
    void say(const QString& text);
    /// Of no harm: without the colours of one.
    void tell(const QString& text);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void put(const QString& text, bool isHarmless);
    void tintIcon();

    bool m_isHarmless = false;
    QLabel* m_icon;
    QLabel* m_text;
};

} // namespace lockstep
