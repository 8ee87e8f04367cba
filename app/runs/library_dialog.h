// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

#include <QDialog>

class QCheckBox;

namespace lockstep {

/// Asks whether NVIDIA's libraries may be sent to a host; accepted: they may. Refusing is what Enter does.
class LibraryDialog : public QDialog {
    Q_OBJECT
public:
    explicit LibraryDialog(const LibraryQuestion& question, QWidget* parent);

    /// The answer is to hold for this host from now on.
    bool isToBeRemembered() const;

private:
    QCheckBox* m_remember;
};

} // namespace lockstep
