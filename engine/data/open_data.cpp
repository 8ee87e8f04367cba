// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/files.h"
#include "engine/data/cifar10.h"
#include "engine/data/clips.h"
#include "engine/data/data_error.h"
#include "engine/data/dataset.h"
#include "engine/data/idx.h"
#include "engine/data/image_folder.h"
#include "engine/data/image_set.h"
#include "engine/data/paddle_json.h"
#include "engine/data/synthetic_digits.h"
#include "engine/data/synthetic_images.h"

#include <filesystem>
#include <optional>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// `name` ("train-images-idx3-ubyte") in the folder, as the sites that offer MNIST call it: with or without
/// .gz, and with a dot for the dash that some unpackers write.
std::string findIdxFile(const std::string& folder, const std::string& name)
{
    std::string dotted = name;
    dotted[dotted.rfind("-idx")] = '.';
    for (const std::string& candidate : {name, name + ".gz", dotted, dotted + ".gz"}) {
        std::error_code ignored;
        const fs::path path = fs::path(folder) / candidate;
        if (fs::exists(path, ignored))
            return path.string();
    }
    throwDataError(
        LOCKSTEP_TEXT("The MNIST folder %1 has no file %2 or %2.gz. It must hold train-images-idx3-ubyte, "
                      "train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, plain "
                      "or as .gz."),
        {folder, name});
}

std::unique_ptr<Dataset> openIdxPair(const std::string& folder, const std::string& prefix,
                                     const Normalisation& normalisation)
{
    const std::string imagesPath = findIdxFile(folder, prefix + "-images-idx3-ubyte");
    const std::string labelsPath = findIdxFile(folder, prefix + "-labels-idx1-ubyte");
    IdxImages images = readIdxImages(imagesPath);
    return std::make_unique<ImageSet>(imagesPath, Shape{1, images.rows, images.columns},
                                      PixelStore(std::move(images.pixels)), readIdxLabels(labelsPath), 10,
                                      normalisation);
}

DataSplits openMnist(const std::string& folder, const Normalisation& normalisation)
{
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        throwDataError(
            LOCKSTEP_TEXT("The MNIST folder %1 is not there, or is no folder. Give the folder that holds the "
                          "four idx files on this host."),
            {folder});
    DataSplits data;
    data.training = openIdxPair(folder, "train", normalisation);
    data.validation = openIdxPair(folder, "t10k", normalisation);
    if (data.training->sampleShape() != data.validation->sampleShape())
        throwDataError(
            LOCKSTEP_TEXT("The MNIST folder %1 has training images of %2 but test images of %3."),
            {folder, toString(data.training->sampleShape()), toString(data.validation->sampleShape())});
    return data;
}

void requirePath(const DataSpec& spec)
{
    if (spec.path.empty())
        throwDataError(LOCKSTEP_TEXT("The experiment names no path for its data (data.path)."), {});
}

} // namespace

DataSplits openData(const DataSpec& named, std::uint64_t seed)
{
    DataSpec spec = named;
    spec.path = withHome(spec.path);
    spec.testList = withHome(spec.testList);
    if (const std::optional<Error> error = sampleTooLarge(spec))
        throw EngineError(ExitCode::InvalidExperiment, *error);
    switch (spec.kind) {
    case DataKind::SyntheticDigits:
        return makeSyntheticDigits(seed, normalisationOf(spec, 1));
    case DataKind::Synthetic:
        return makeSyntheticImages(spec, seed);
    case DataKind::Mnist:
        requirePath(spec);
        return openMnist(spec.path, normalisationOf(spec, 1));
    case DataKind::PaddleJson:
        requirePath(spec);
        return readPaddleJson(spec.path, normalisationOf(spec, 1));
    case DataKind::Cifar10:
        requirePath(spec);
        return openCifar10(spec, seed);
    case DataKind::ImageFolder:
        requirePath(spec);
        return openImageFolder(spec, seed);
    case DataKind::Clips:
        requirePath(spec);
        return openClips(spec, seed);
    }
    throwDataError(LOCKSTEP_TEXT("The kind of data of this experiment is unknown to this engine."), {});
}

void requireTrainable(const DataSpec& spec, const DataSplits& data, int worldSize)
{
    if (spec.kind == DataKind::Clips && !data.training)
        throwDataError(LOCKSTEP_TEXT("The test list %1 names every clip of %2, so none is left to train on."),
                       {spec.testList, spec.path});
    if (spec.kind == DataKind::Clips && !data.validation)
        throwDataError(
            LOCKSTEP_TEXT("Training needs clips to validate with: data.test_list must be a file that names "
                          "some of %1."),
            {spec.path});
    if (!data.training || !data.validation)
        throwDataError(
            LOCKSTEP_TEXT("The data in %1 have no %2 set (%3 is not there), which training needs."),
            {spec.path, data.training ? LOCKSTEP_TEXT("validation") : LOCKSTEP_TEXT("training"),
             spec.kind == DataKind::Cifar10
                 ? (data.training ? "test_batch.bin" : "data_batch_1.bin")
                 : (data.training ? LOCKSTEP_TEXT("the folder val") : LOCKSTEP_TEXT("the folder train"))});
    if (data.training->size() < static_cast<std::size_t>(worldSize))
        throwDataError(LOCKSTEP_TEXT("The training set has %1 images, too few for %2 ranks. "
                                     "Use fewer devices or more data."),
                       {std::to_string(data.training->size()), std::to_string(worldSize)});
}

void requireWholeBatch(const DataSplits& data, std::int64_t globalBatch)
{
    const auto samples = static_cast<std::int64_t>(data.training->size());
    if (samples < globalBatch)
        throwDataError(
            LOCKSTEP_TEXT("The training set has %1 images, fewer than the %2 of one step of all ranks, and "
                          "short batches are dropped (training.drop_last): nothing would be trained. Choose "
                          "a smaller batch, or keep the last batch."),
            {std::to_string(samples), std::to_string(globalBatch)});
}

} // namespace lockstep
