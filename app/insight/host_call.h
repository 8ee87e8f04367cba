// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/answer_source.h"

namespace lockstep {

/// A question that the host of a run answers. Whoever can reach the host does what wanted() and takenBack()
/// ask for, and tells what comes of it.
class HostCall : public AnswerSource {
    Q_OBJECT
public:
    using AnswerSource::AnswerSource;

    void start();
    void cancel() override;
    bool isRunning() const override { return m_isRunning; }

    // What comes of wanted(); nothing while it is not waited for.
    void tellProgress(qint64 samples, qint64 of);
    void tellAnswer(const QByteArray& json);
    void tellError(const Error& error);
    /// It was ended elsewhere.
    void tellEnd();

signals:
    void wanted();
    void takenBack();

private:
    bool m_isRunning = false;
};

} // namespace lockstep
