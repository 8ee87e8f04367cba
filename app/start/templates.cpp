// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/templates.h"

#include "app/document/experiment_document.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

struct OwnTemplate {
    const char* file; ///< without .lockstep.json
    const char* icon;
    const char* note;
};

constexpr std::array<OwnTemplate, 6> kOwn = {{
    {"digits-local", "host-local",
     QT_TRANSLATE_NOOP("Template",
                       "Two ranks on this computer learn to read drawn digits; nothing else is needed.")},
    {"paddle-mnist", "host-local",
     QT_TRANSLATE_NOOP("Template", "The Paddle tutorial: one machine, four ranks, mnist.json.gz. Choose "
                                   "that file.")},
    {"mxnet-lenet", "host-cpu",
     QT_TRANSLATE_NOOP("Template", "The MXNet tutorial: two machines that keep in step, as with dist_sync. "
                                   "Enter your own addresses and the MNIST folder.")},
    {"ceni-resnet18", "host-gpu",
     QT_TRANSLATE_NOOP("Template", "The CENI testbed: three machines with an RTX 3080 in a row, and images "
                                   "in folders. See what links of 10 Mbps do to the gradients.")},
    {"i3d-ucf101", "host-gpu",
     QT_TRANSLATE_NOOP("Template",
                       "Fine-tuning I3D on UCF-101: ten machines with a GTX 1060 (6 GB) on one switch learn "
                       "actions from video clips. Enter your addresses and the two lists of clips.")},
    {"alexnet-parts", "host-local",
     QT_TRANSLATE_NOOP("Template", "AlexNet, which took two cards in 2012: two devices of this computer hold "
                                   "its layers between them; nothing else is needed.")},
}};

// Names in resources/templates that templateText() translates.
[[maybe_unused]] constexpr const char* kNames[] = {
    QT_TRANSLATE_NOOP("Template", "Paddle: MNIST on 4 devices"),
    QT_TRANSLATE_NOOP("Template", "MXNet: LeNet on 2 hosts"),
    QT_TRANSLATE_NOOP("Template", "CENI: ResNet-18 at 10 Mbps"),
    QT_TRANSLATE_NOOP("Template", "TensorFlow: I3D on 10 hosts"),
    QT_TRANSLATE_NOOP("Template", "AlexNet in two parts"),
    QT_TRANSLATE_NOOP("Template", "Switch"),
    QT_TRANSLATE_NOOP("Template", "worker 1"),
    QT_TRANSLATE_NOOP("Template", "worker 2"),
};

std::size_t placeOf(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    const auto found = std::find_if(kOwn.begin(), kOwn.end(), [&](const OwnTemplate& own) {
        return file == QLatin1String(own.file) + QLatin1String(".lockstep.json");
    });
    return static_cast<std::size_t>(found - kOwn.begin());
}

} // namespace

QVector<Template> availableTemplates(const QString& folder)
{
    QVector<Template> templates;
    const QFileInfoList files =
        QDir(folder).entryInfoList({QStringLiteral("*.lockstep.json")}, QDir::Files, QDir::Name);
    const std::vector<std::string>& models = modelNames();
    for (const QFileInfo& file : files) {
        const Result<Experiment> experiment = readExperimentFile(file.filePath());
        if (!experiment || std::find(models.begin(), models.end(), experiment->model.name) == models.end())
            continue;
        Template entry;
        entry.path = file.filePath();
        entry.name = experiment->name.empty() ? file.fileName() : templateText(experiment->name);
        entry.icon = QStringLiteral("experiment");
        if (const std::size_t place = placeOf(entry.path); place < kOwn.size()) {
            entry.icon = QLatin1String(kOwn[place].icon);
            entry.note = QCoreApplication::translate("Template", kOwn[place].note);
        }
        templates.append(entry);
    }
    std::stable_sort(templates.begin(), templates.end(), [](const Template& left, const Template& right) {
        return placeOf(left.path) < placeOf(right.path);
    });
    return templates;
}

} // namespace lockstep
