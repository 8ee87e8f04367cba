// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is trained, and on what.
#include "app/inspector/fields/experiment_fields.h"

#include "engine/protocol/experiment_member.h"

namespace lockstep {

namespace {

template <DataKind... kinds>
bool forKinds(const Experiment& experiment)
{
    return ((experiment.data.kind == kinds) || ...);
}

bool readsFiles(const Experiment& experiment)
{
    return placeOf(experiment.data.kind) != DataPlace::BuiltIn;
}

/// Those that a sample has, also where the document leaves them to the kind of data.
QString framesText(const Experiment& experiment)
{
    return QString::number(framesOf(experiment.data));
}

QString resizeText(const Experiment& experiment)
{
    return experiment.data.resize > 0 ? QString::number(experiment.data.resize) : QString();
}

Result<void> setResize(Experiment& experiment, const QString& text)
{
    return setMember(experiment, "data.resize", text.isEmpty() ? "0" : text.toStdString());
}

/// What an empty field amounts to with the image size of now.
QString followingResize(const Experiment& experiment)
{
    DataSpec data = experiment.data;
    data.resize = 0;
    return QCoreApplication::translate("lockstep::ExperimentPanel", "%1 (automatic)").arg(resizeOf(data));
}

} // namespace

FieldTable<Experiment> ExperimentFields::model()
{
    QVector<FormChoice> models;
    for (const std::string& name : modelNames()) {
        const QString value = QString::fromStdString(name);
        models.append({value, name == "mnist-cnn" ? tr("MNIST CNN") : name == "lenet" ? tr("LeNet") : value});
    }
    return {
        {"name", tr("Name"), tr("What this experiment and its runs are called.")},
        {"model.name",
         tr("Model"),
         tr("The network that is trained; every rank holds a copy of it. MNIST CNN (20,350 parameters) and "
            "LeNet (431,080) suit digits; ResNet-20 to ResNet-56 suit CIFAR-10; I3D learns actions from "
            "video clips; the others are those of torchvision, made for photographs. Fewer parameters mean "
            "smaller gradients to exchange in every step."),
         {.kind = FieldKind::Choice, .choices = models}},
    };
}

FieldTable<Experiment> ExperimentFields::weights()
{
    return {
        {"model.weights", tr("Start from"),
         tr("Empty: the weights start at random. Else a checkpoint folder, a .safetensors file or a PyTorch "
            "file (.pth, .pt, .th) on rank 0's host: its tensors are taken where name and shape agree. A new "
            "head for other classes keeps its random start; the log lists what was loaded, skipped and "
            "missing.")},
    };
}

FieldTable<Experiment> ExperimentFields::data()
{
    FieldTable<Experiment> table = {
        {"data.kind",
         tr("Data"),
         tr("Where the samples come from. The built-in digits and the random images need no file: the "
            "program makes the same ones on every host. The others are read from a path."),
         {.kind = FieldKind::Choice,
          .choices = {choice(DataKind::SyntheticDigits, tr("Built-in digits")),
                      choice(DataKind::Mnist, tr("MNIST files")),
                      choice(DataKind::PaddleJson, tr("Paddle mnist.json.gz")),
                      choice(DataKind::Cifar10, tr("CIFAR-10 files")),
                      choice(DataKind::ImageFolder, tr("Folders of images")),
                      choice(DataKind::Clips, tr("Video clips")),
                      choice(DataKind::Synthetic, tr("Random images"))}}},
        {"data.path",
         tr("Data path"),
         tr("MNIST or Fashion-MNIST: the folder with the four idx files, plain or .gz. CIFAR-10: the folder "
            "with the .bin files. Folders of images: the folder that holds train/CLASS/ and val/CLASS/ with "
            "JPEG or PNG files. Video clips: the text file that lists them, one line \"name folder frames "
            "label\" for each, where the folder holds the frames of the video as JPEG or PNG files, or the "
            "optical flow where it has {:s} in place of x and y. Paddle: the file mnist.json.gz. The path "
            "must exist on every host with a rank; a relative one starts at the document's folder."),
         {.shown = readsFiles}},
        {"data.test_list",
         tr("Test list"),
         tr("The text file that names the videos held out: one name a line, as in UCF-101's testlist01.txt. "
            "They are never trained on, so how many of them are recognised tells what the network really "
            "learned. All other videos of the list are trained on."),
         {.shown = forKinds<DataKind::Clips>}},
    };
    for (FieldSpec<Experiment>& row : samples())
        table.push_back(std::move(row));
    return table;
}

FieldTable<Experiment> ExperimentFields::samples()
{
    return {
        {"data.frames",
         tr("Clip length"),
         tr("A clip is this many frames in a row, from 1 to 1024, so that the network sees movement: 64 are "
            "about two and a half seconds of video. It is taken from anywhere in the video in training and "
            "from the middle in evaluation; a video that is shorter begins anew. Memory and work grow with "
            "it. Random images: 0 makes pictures."),
         {.unit = {tr("frames"), tr("frame"), tr("frames (pictures)")}},
         {.shown = forKinds<DataKind::Clips, DataKind::Synthetic>, .read = framesText}},
        {"data.image_size",
         tr("Image size"),
         tr("Side of a sample in pixels, from 8 to 1024; 224 is what the networks for photographs expect."),
         {.unit = {tr("px")}},
         {.shown = forKinds<DataKind::ImageFolder, DataKind::Clips, DataKind::Synthetic>}},
        {"data.classes",
         tr("Classes"),
         tr("How many classes the random images have."),
         {.shown = forKinds<DataKind::Synthetic>}},
        {"data.samples",
         tr("Samples"),
         tr("How many random images make one epoch; a fifth more are made for validation."),
         {.unit = {tr("images"), tr("image")}},
         {.shown = forKinds<DataKind::Synthetic>}},
        {"data.augmentation",
         tr("Augmentation"),
         tr("In training, each image is seen a little differently every time, so the network cannot learn it "
            "by heart. Standard: photographs are cropped at random and flipped, CIFAR-10 images are shifted "
            "by up to 4 pixels and flipped, clips begin anywhere in their video, and all frames of one are "
            "cropped and flipped alike. None: clips are the middle of their video."),
         {.kind = FieldKind::Choice,
          .choices = {choice(Augmentation::Standard, tr("Standard")),
                      choice(Augmentation::None, tr("None"))}},
         {.shown = forKinds<DataKind::Cifar10, DataKind::ImageFolder, DataKind::Clips>}},
    };
}

FieldTable<Experiment> ExperimentFields::moreAboutData()
{
    return {
        {"data.resize",
         tr("Resize to"),
         tr("The shorter side of a photograph (in evaluation) or of every frame of a clip becomes this long, "
            "then a square of the image size is cut out: the centre in evaluation, any in training. Empty: "
            "it "
            "follows the image size, 256 for 224, 73 for 64."),
         {.unit = {tr("px")}},
         {.shown = forKinds<DataKind::ImageFolder, DataKind::Clips>,
          .read = resizeText,
          .write = setResize,
          .emptyMeaning = followingResize}},
        {"data.mean", tr("Mean"),
         tr("Mean of each channel for pixels from 0 to 1, such as 0.485, 0.456, 0.406; it is subtracted. "
            "Empty: the usual figures of this kind of data.")},
        {"data.std", tr("Deviation"),
         tr("Standard deviation of each channel, such as 0.229, 0.224, 0.225; the pixels are divided by it. "
            "Empty: the usual figures.")},
        {"data.loader_threads",
         tr("Loader threads"),
         tr("Threads of each rank that read and decode samples while it trains; 0: chosen by the engine. The "
            "samples are the same whatever the number."),
         {.unit = {.many = tr("per rank"), .zero = tr("(automatic)")}}},
        {"data.prefetch",
         tr("Prefetch"),
         tr("How many batches are made ready ahead; more of them smooth out slow disks and need more "
            "memory."),
         {.unit = {tr("batches"), tr("batch")}}},
        {"data.cache_mb",
         tr("Cache"),
         tr("Decoded images that stay in memory, so that later epochs need not decode them again."),
         {.unit = {tr("MiB")}},
         {.shown = forKinds<DataKind::ImageFolder, DataKind::Clips>}},
        {"data.disk_cache_gb",
         tr("Disk cache"),
         tr("Disk space on each host for decoded images, which the ranks of the host and later runs then "
            "read instead of decoding them again; a photograph of 500 x 375 takes 0.54 MiB. 0: none."),
         {.unit = {.many = tr("GiB"), .zero = tr("GiB (off)")}},
         {.shown = forKinds<DataKind::ImageFolder>}},
        {"data.damaged_limit",
         tr("Damaged images"),
         tr("Damaged images are named in the log and skipped. When more than this fraction of the images is "
            "damaged, the training stops; 0.01 is 1 %."),
         {.unit = {tr("of all")}},
         {.shown = forKinds<DataKind::ImageFolder, DataKind::Clips>}},
    };
}

} // namespace lockstep
