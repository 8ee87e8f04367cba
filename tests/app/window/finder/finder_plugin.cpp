// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/finder/finder.h"

#include <QGenericPlugin>

namespace lockstep {

/// Loaded where QT_QPA_GENERIC_PLUGINS names it: a Finder at the socket that LOCKSTEP_FINDER names.
class FinderPlugin : public QGenericPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "finder.json")
public:
    QObject* create(const QString&, const QString&) override
    {
        return new Finder(qEnvironmentVariable("LOCKSTEP_FINDER"));
    }
};

} // namespace lockstep

#include "finder_plugin.moc"
