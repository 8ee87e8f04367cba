// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is trained, and on what.
#include "app/inspector/experiment_panel.h"
#include "app/inspector/fields/experiment_fields.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

FieldVisible forKinds(std::vector<DataKind> kinds)
{
    return [kinds = std::move(kinds)](const Experiment& experiment) {
        return std::find(kinds.begin(), kinds.end(), experiment.data.kind) != kinds.end();
    };
}

} // namespace

void ExperimentPanel::addModelFields()
{
    m_form->addHeading(tr("Experiment"));
    m_form->addText(
        textField("name", tr("Name"), tr("What this experiment and its runs are called."),
                  [](const Experiment& experiment) { return QString::fromStdString(experiment.name); }));
    QVector<FormChoice> models;
    for (const std::string& name : modelNames()) {
        const QString value = QString::fromStdString(name);
        models.append({value, name == "mnist-cnn" ? tr("MNIST CNN") : name == "lenet" ? tr("LeNet") : value});
    }
    m_form->addChoice(
        textField("model.name", tr("Model"),
                  tr("The network that is trained; every rank holds a copy of it. MNIST CNN (20,350 "
                     "parameters) and LeNet (431,080) suit digits; ResNet-20 to ResNet-56 suit CIFAR-10; I3D "
                     "learns actions from video clips; the others are those of torchvision, made for "
                     "photographs. Fewer parameters mean smaller "
                     "gradients to exchange in every step."),
                  [](const Experiment& experiment) { return QString::fromStdString(experiment.model.name); }),
        models);
    m_costs->setWordWrap(true);
    m_costs->setTextFormat(Qt::PlainText);
    m_costs->setProperty("muted", true);
    m_costs->setMinimumHeight(m_costs->fontMetrics().height() * 2);
    m_form->addRow(
        QStringLiteral("costs"), {},
        tr("Parameters are the numbers that are learned. FLOP: the additions and multiplications of one "
           "forward pass; backward takes about twice as many. Memory holds the weights, their "
           "gradients, what the optimiser remembers, and every layer's output for the whole batch."),
        m_costs);
    m_form->addText(textField(
        "model.weights", tr("Start from"),
        tr("Empty: the weights start at random. Else a checkpoint folder, a .safetensors file or a PyTorch "
           "file (.pth, .pt, .th) on rank 0's host: its tensors are taken where name and shape agree. A new "
           "head for other classes keeps its random start; the log lists what was loaded, skipped and "
           "missing."),
        [](const Experiment& experiment) { return QString::fromStdString(experiment.model.weights); }));
}

void ExperimentPanel::addBrowseButton(const QString& key, const QString& purpose,
                                      void (ExperimentPanel::*choose)())
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("browse"));
    button->setText(QStringLiteral("…"));
    button->setToolTip(tr("Choose on this computer"));
    button->setAccessibleName(purpose);
    connect(button, &QToolButton::clicked, this, choose);
    m_form->addButton(key, button);
}

void ExperimentPanel::addClipFields()
{
    m_form->addText(textField(
        "data.test_list", tr("Test list"),
        tr("The text file that names the videos held out: one name a line, as in UCF-101's testlist01.txt. "
           "They are "
           "never trained on, so how many of them are recognised tells what the network really learned. All "
           "other "
           "videos of the list are trained on."),
        [](const Experiment& experiment) { return QString::fromStdString(experiment.data.testList); },
        forKinds({DataKind::Clips})));
    addBrowseButton(QStringLiteral("data.test_list"), tr("Choose the test list on this computer"),
                    &ExperimentPanel::browseTestList);
    m_form->addText(numberField(
        "data.frames", tr("Clip length (frames)"),
        tr("A clip is this many frames in a row, from 1 to 1024, so that the network sees movement: 64 are "
           "about two "
           "and a half seconds of video. It is taken from anywhere in the video in training and from the "
           "middle in "
           "evaluation; a video that is shorter begins anew. Memory and work grow with it. Random images: 0 "
           "makes "
           "pictures."),
        [](const Experiment& experiment) { return QString::number(framesOf(experiment.data)); },
        forKinds({DataKind::Clips, DataKind::Synthetic})));
}

void ExperimentPanel::addDataFields()
{
    m_form->addChoice(
        textField("data.kind", tr("Data"),
                  tr("Where the samples come from. The built-in digits and the random images need no file: "
                     "the program makes the same ones on every host. The others are read from a path."),
                  [](const Experiment& experiment) { return wordText(experiment.data.kind); }),
        {choice(DataKind::SyntheticDigits, tr("Built-in digits")), choice(DataKind::Mnist, tr("MNIST files")),
         choice(DataKind::PaddleJson, tr("Paddle mnist.json.gz")),
         choice(DataKind::Cifar10, tr("CIFAR-10 files")),
         choice(DataKind::ImageFolder, tr("Folders of images")), choice(DataKind::Clips, tr("Video clips")),
         choice(DataKind::Synthetic, tr("Random images"))});
    m_form->addText(textField(
        "data.path", tr("Path"),
        tr("MNIST or Fashion-MNIST: the folder with the four idx files, plain or .gz. CIFAR-10: the folder "
           "with the .bin files. Folders of images: the folder that holds train/CLASS/ and val/CLASS/ with "
           "JPEG or PNG files. Video clips: the text file that lists them, one line \"name folder frames "
           "label\" for each, where the folder holds the frames of the video as JPEG or PNG files, or the "
           "optical flow where it has {:s} in place of x and y. Paddle: the file mnist.json.gz. The path "
           "must exist on every host with a rank; a relative one starts at the document's folder."),
        [](const Experiment& experiment) { return QString::fromStdString(experiment.data.path); },
        readsFiles));
    addBrowseButton(QStringLiteral("data.path"), tr("Choose the data on this computer"),
                    &ExperimentPanel::browse);
    addClipFields();
    m_form->addText(numberField(
        "data.image_size", tr("Image size"),
        tr("Side of a sample in pixels, from 8 to 1024; 224 is what the networks for photographs expect."),
        [](const Experiment& experiment) { return QString::number(experiment.data.imageSize); },
        forKinds({DataKind::ImageFolder, DataKind::Clips, DataKind::Synthetic})));
    m_form->addText(numberField(
        "data.classes", tr("Classes"), tr("How many classes the random images have."),
        [](const Experiment& experiment) { return QString::number(experiment.data.classes); },
        forKinds({DataKind::Synthetic})));
    m_form->addText(numberField(
        "data.samples", tr("Samples"),
        tr("How many random images make one epoch; a fifth more are made for validation."),
        [](const Experiment& experiment) { return QString::number(experiment.data.samples); },
        forKinds({DataKind::Synthetic})));
    m_form->addChoice(
        textField(
            "data.augmentation", tr("Augmentation"),
            tr("In training, each image is seen a little differently every time, so the network cannot learn "
               "it by heart. Standard: photographs are cropped at random and flipped, CIFAR-10 images are "
               "shifted by up to 4 pixels and flipped, clips begin anywhere in their video, and all frames "
               "of "
               "one are cropped and flipped alike. None: clips are the middle of their video."),
            [](const Experiment& experiment) { return wordText(experiment.data.augmentation); },
            forKinds({DataKind::Cifar10, DataKind::ImageFolder, DataKind::Clips})),
        {choice(Augmentation::Standard, tr("Standard")), choice(Augmentation::None, tr("None"))});
    auto* preview = new QVBoxLayout(m_preview);
    preview->setContentsMargins(0, 0, 0, 0);
    m_form->addRow(
        QStringLiteral("preview"), {},
        tr("What the model will learn from. Classes with far fewer samples than others are learned worse, "
           "and pictures under a wrong name teach mistakes."),
        m_preview);
    m_form->setRowVisible(QStringLiteral("preview"), false);
    m_form->addFold(tr("More about the data"));
    m_form->addText(numberField(
        "data.resize", tr("Resize"),
        tr("The shorter side of a photograph (in evaluation) or of every frame of a clip becomes this long, "
           "then a square of the image size is cut out: the centre in evaluation, any in training. 256 is "
           "usual for images of 224."),
        [](const Experiment& experiment) { return QString::number(experiment.data.resize); },
        forKinds({DataKind::ImageFolder, DataKind::Clips})));
    m_form->addText(numberField("data.mean", tr("Mean"),
                                tr("Mean of each channel for pixels from 0 to 1, such as 0.485, 0.456, "
                                   "0.406; it is subtracted. Empty: the usual figures of this kind of data."),
                                [](const Experiment& experiment) { return listText(experiment.data.mean); }));
    m_form->addText(
        numberField("data.std", tr("Deviation"),
                    tr("Standard deviation of each channel, such as 0.229, 0.224, 0.225; the pixels are "
                       "divided by it. Empty: the usual figures."),
                    [](const Experiment& experiment) { return listText(experiment.data.deviation); }));
    m_form->addText(numberField(
        "data.loader_threads", tr("Loader threads"),
        tr("Threads of each rank that read and decode samples while it trains; 0: chosen by the engine. The "
           "samples are the same whatever the number."),
        [](const Experiment& experiment) { return QString::number(experiment.data.loaderThreads); }));
    m_form->addText(numberField(
        "data.prefetch", tr("Prefetch"),
        tr("How many batches are made ready ahead; more of them smooth out slow disks and need more memory."),
        [](const Experiment& experiment) { return QString::number(experiment.data.prefetch); }));
    m_form->addText(numberField(
        "data.cache_mb", tr("Cache (MiB)"),
        tr("Decoded images that stay in memory, so that later epochs need not decode them again."),
        [](const Experiment& experiment) { return numberText(experiment.data.cacheMegabytes); },
        forKinds({DataKind::ImageFolder, DataKind::Clips})));
    m_form->addText(numberField(
        "data.damaged_limit", tr("Damaged images"),
        tr("Damaged images are named in the log and skipped. When more than this fraction of the images is "
           "damaged, the training stops; 0.01 is 1 %."),
        [](const Experiment& experiment) { return numberText(experiment.data.damagedLimit); },
        forKinds({DataKind::ImageFolder, DataKind::Clips})));
}

} // namespace lockstep
