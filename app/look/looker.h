// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/look/looked_data.h"

#include <QObject>
#include <QString>

namespace lockstep {

/// Whoever can look at data, here or on a host: one look at a time, which nobody waits for. Lives on the GUI
/// thread.
class Looker : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Looks, in place of a look that goes on. looked() follows, but not from within this call.
    virtual void look(const LookRequest& request) = 0;
    /// Gives up; looked() does not follow.
    virtual void cancel() = 0;

signals:
    void looked(const lockstep::LookResult& result);
    /// What keeps it busy now, for people: "Connecting to gpu-2".
    void progressed(const QString& text);

protected:
    /// looked() of what these bytes say, read on another thread, unless forget() is called before.
    void answer(QByteArray json);
    void answer(const Error& error);
    void forget() { ++m_look; }

private:
    quint64 m_look = 0; ///< number of the present one: the answer of an earlier one comes too late
};

} // namespace lockstep
