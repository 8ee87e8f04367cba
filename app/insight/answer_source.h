// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QByteArray>
#include <QObject>

namespace lockstep {

/// Somebody who answers a question with JSON after a while: the engine here, or that of a host. One question
/// at a time; after started() comes one of answered(), failed() and cancelled(). Lives on the GUI thread.
class AnswerSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void cancel() = 0;
    virtual bool isRunning() const = 0;

signals:
    void started();
    void progressed(qint64 samples, qint64 of);
    void answered(const QByteArray& json);
    void failed(const lockstep::Error& error);
    void cancelled();
};

} // namespace lockstep
