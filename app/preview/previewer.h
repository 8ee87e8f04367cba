// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewed_data.h"

#include <QObject>
#include <QString>

namespace lockstep {

/// Whoever can preview data, here or on a host: one preview at a time, which nobody waits for. Lives on the
/// GUI thread.
class Previewer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Previews, in place of a preview that goes on. previewed() follows, but not from within this call.
    virtual void preview(const PreviewRequest& request) = 0;
    /// Gives up; previewed() does not follow.
    virtual void cancel() = 0;

signals:
    void previewed(const lockstep::PreviewResult& result);
    /// What keeps it busy now, for people: "Connecting to gpu-2".
    void progressed(const QString& text);

protected:
    /// previewed() of what these bytes say, read on another thread, unless forget() is called before.
    void answer(QByteArray json);
    void answer(const Error& error);
    void forget() { ++m_preview; }

private:
    quint64 m_preview = 0; ///< number of the present one: the answer of an earlier one comes too late
};

} // namespace lockstep
