// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/remote_options.h"

#include <QScrollArea>
#include <QVector>

class QHBoxLayout;

namespace lockstep {

class HostCard;

/// One small card a host: its name, what it is doing, and how far a deployment has come.
class HostStrip : public QScrollArea {
    Q_OBJECT
public:
    explicit HostStrip(QWidget* parent = nullptr);

    void setHosts(const Experiment& experiment);
    /// A card is one line: what its host does stands in the place of its address.
    void setLow(bool isLow);
    void setStatus(const HostStatus& status);
    /// The hosts that this attempt is made with; empty: all.
    void setRoster(const QVector<int>& roster, int attempt);
    QVector<HostStatus> statuses() const;
    QString hostName(int host) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitHeight();

    QHBoxLayout* m_layout;
    QVector<HostCard*> m_cards;
    bool m_isLow = false;
};

} // namespace lockstep
