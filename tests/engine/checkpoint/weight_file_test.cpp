// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/weight_file.h"

#include "engine/checkpoint/comparison.h"
#include "engine/checkpoint/filters.h"
#include "engine/checkpoint/statistics.h"
#include "tests/engine/checkpoint/weights_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace lockstep {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Stored = NamedTensor::Stored;

template <typename Call>
std::string errorOf(Call call)
{
    try {
        call();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::CheckpointError);
        return error.what();
    }
    return "nothing was thrown";
}

/// A model of four tensors, all zero.
struct Targets {
    std::vector<float> weight = std::vector<float>(4);
    std::vector<float> bias = std::vector<float>(2);
    std::vector<float> fc = std::vector<float>(6);
    std::vector<float> batches = std::vector<float>(1);
    HostTensors named{std::vector<NamedTensor>{{"conv.weight", {2, 2}, weight},
                                               {"conv.bias", {2}, bias},
                                               {"fc.weight", {3, 2}, fc},
                                               {"bn.num_batches_tracked", {}, batches, Stored::Int64}}};
};

TEST(PartialRestore, ListsWhatItDid)
{
    Targets targets;
    const std::vector<LoadedTensor> source = {{"conv.weight", {2, 2}, {1, 2, 3, 4}},
                                              {"fc.weight", {5, 2}, std::vector<float>(10, 9)},
                                              {"head.bias", {5}, std::vector<float>(5, 9)},
                                              {"conv.bias", {2}, {5, 6}}};
    const PartialRestore restore = restoreMatching(source, targets.named);
    EXPECT_THAT(restore.loaded, ElementsAre("conv.weight", "conv.bias"));
    ASSERT_EQ(restore.otherShape.size(), 1u);
    EXPECT_EQ(restore.otherShape[0].found, (Shape{5, 2}));
    EXPECT_EQ(restore.otherShape[0].expected, (Shape{3, 2}));
    EXPECT_THAT(restore.unknown, ElementsAre("head.bias"));
    EXPECT_THAT(restore.missing, ElementsAre("bn.num_batches_tracked"));
    EXPECT_EQ(targets.weight, (std::vector<float>{1, 2, 3, 4}));
    EXPECT_EQ(targets.bias, (std::vector<float>{5, 6}));
    EXPECT_EQ(targets.fc, std::vector<float>(6));
    EXPECT_EQ(toString(restore),
              "Loaded 2 tensors. Skipped, of another shape: fc.weight (5x2 in the file, 3x2 in the model). "
              "Skipped, "
              "unknown to the model: head.bias. Missing in the file: bn.num_batches_tracked.");
    EXPECT_EQ(errorOf([&] { restoreMatching(std::span(source).subspan(1, 2), targets.named); }),
              "None of the 2 tensors of the file fits the model by name and shape. The file's begin with "
              "fc.weight, "
              "the model's with conv.weight.");
}

TEST(PartialRestore, KeepsLongListsShort)
{
    PartialRestore restore;
    for (int i = 0; i < 20; ++i)
        restore.missing.push_back("t" + std::to_string(i));
    EXPECT_EQ(toString(restore),
              "Loaded 0 tensors. Missing in the file: t0, t1, t2, t3, t4, t5, t6, t7 and 12 more.");
}

TEST(RestoreWeights, LetsOnlyCountsAndOptionalOnesMiss)
{
    Targets targets;
    targets.batches = {7};
    std::vector<LoadedTensor> source = {{"conv.weight", {2, 2}, {1, 2, 3, 4}}, {"conv.bias", {2}, {5, 6}}};
    const std::vector<std::string> optional = {"fc.weight"};
    EXPECT_EQ(errorOf([&] { restoreWeights(source, targets.named, {}); }),
              "The checkpoint has no tensor fc.weight, which the model needs.");
    EXPECT_EQ(targets.weight, std::vector<float>(4));
    restoreWeights(source, targets.named, optional);
    EXPECT_EQ(targets.weight, (std::vector<float>{1, 2, 3, 4}));
    EXPECT_EQ(targets.batches, std::vector<float>{7});
    source.push_back({"fc.weight", {2, 3}, std::vector<float>(6)});
    EXPECT_THAT(errorOf([&] { restoreWeights(source, targets.named, optional); }),
                HasSubstr("has shape 2x3"));
    source.back() = {"fc.bias", {3}, std::vector<float>(3)};
    EXPECT_THAT(errorOf([&] { restoreWeights(source, targets.named, optional); }),
                HasSubstr("does not know"));
}

TEST(WeightFile, IsRecognisedByItsContent)
{
    TemporaryFolder folder;
    Targets targets;
    targets.weight = {1, 2, 3, 4};
    targets.batches = {3};
    for (const auto format : {WeightFile::Format::Safetensors, WeightFile::Format::TorchZip}) {
        const std::string path = folder / "weights.bin";
        const std::int64_t bytes = writeWeightFile(path, targets.named, format);
        EXPECT_EQ(bytes, static_cast<std::int64_t>(std::filesystem::file_size(path)));
        const WeightFile file = readWeightFile(path);
        EXPECT_EQ(file.format, format);
        ASSERT_EQ(file.tensors.size(), 4u);
        EXPECT_EQ(file.tensors[0],
                  (LoadedTensor{"conv.weight", {2, 2}, {1, 2, 3, 4}, TensorType::Float32, 0}));
        EXPECT_EQ(file.tensors[3], (LoadedTensor{"bn.num_batches_tracked", {}, {3}, TensorType::Int64, 0}));
    }
    EXPECT_EQ(readWeightFile(LOCKSTEP_SHARED_DATA "/weights/resnet20-12fca82f.th").prefix, "module.");
    EXPECT_THAT(errorOf([&] { readWeightFile(folder / "absent"); }), HasSubstr("Cannot open"));
    EXPECT_THAT(errorOf([&] { readWeightFile(folder.path()); }), HasSubstr("manifest.json"));
    writeBytes(folder / "page.pth", "<!doctype html><html>not found</html>");
    EXPECT_THAT(errorOf([&] { readWeightFile(folder / "page.pth"); }),
                HasSubstr("page.pth holds no weights that can be read"));
}

TEST(WeightFile, IsWrittenWholeOrNotAtAll)
{
    TemporaryFolder folder;
    Targets targets;
    writeBytes(folder / "w.pth", "the old one");
    targets.batches = {0.5f}; // no whole number
    EXPECT_THROW(writeWeightFile(folder / "w.pth", targets.named, WeightFile::Format::TorchZip), EngineError);
    EXPECT_EQ(readBytes(folder / "w.pth"), "the old one");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    EXPECT_THAT(
        errorOf([&] { writeWeightFile(folder / "no/w.pth", targets.named, WeightFile::Format::TorchZip); }),
        HasSubstr("Cannot create"));
}

TEST(WeightFile, TravelsToPyTorchAndBack)
{
    TemporaryFolder folder;
    const std::vector<std::string> models = {"resnet18", "shufflenet_v2_x0_5", "squeezenet1_1"};
    std::string names;
    for (const std::string& model : models)
        names += " " + model;
    torchPeer("states " + folder.path() + " 7" + names);
    for (const std::string& model : models) {
        WeightFile file = readWeightFile(folder / (model + ".pth"));
        EXPECT_EQ(file.format, WeightFile::Format::TorchZip);
        TensorCopy tensors;
        for (const LoadedTensor& tensor : file.tensors)
            tensors.add({tensor.name, tensor.shape,
                         tensor.type == TensorType::Int64 ? Stored::Int64 : Stored::Float32},
                        tensor.values);
        writeWeightFile(folder / (model + ".ours.pth"), tensors, WeightFile::Format::TorchZip);
        writeWeightFile(folder / (model + ".ours.safetensors"), tensors, WeightFile::Format::Safetensors);
    }
    EXPECT_THAT(torchPeer("taken " + folder.path() + " 7" + names), HasSubstr("all keys matched 3 times"));
}

TEST(CompareTensors, SortsWhatDiffers)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<LoadedTensor> first = {
        {"same", {2}, {1, nan}}, {"far", {2}, {3, 4}},         {"near", {2}, {3, 4}}, {"shape", {2}, {3, 4}},
        {"gone", {1}, {1}},      {"broken", {3}, {1, nan, 2}}, {"zero", {1}, {0.0f}}};
    const std::vector<LoadedTensor> second = {
        {"new", {1}, {1}},       {"shape", {2, 1}, {3, 4}},  {"near", {2}, {3, 4.5f}}, {"far", {2}, {0, 0}},
        {"same", {2}, {1, nan}}, {"broken", {3}, {1, 7, 2}}, {"zero", {1}, {-0.0f}}};
    const auto differences = compareTensors(first, second);
    std::vector<std::string> names;
    for (const TensorDifference& difference : differences)
        names.push_back(difference.name);
    EXPECT_THAT(names, ElementsAre("gone", "new", "shape", "far", "near", "broken", "zero", "same"));
    EXPECT_EQ(differences[0].kind, TensorDifference::Kind::OnlyInFirst);
    EXPECT_EQ(differences[1].kind, TensorDifference::Kind::OnlyInSecond);
    EXPECT_EQ(differences[2].kind, TensorDifference::Kind::OtherShape);
    EXPECT_DOUBLE_EQ(differences[3].relative, 1);
    EXPECT_DOUBLE_EQ(differences[3].largest, 4);
    EXPECT_DOUBLE_EQ(differences[4].relative, 0.5 / std::hypot(3, 4.5));
    EXPECT_EQ(differences[4].elements, 1);
    EXPECT_EQ(differences[5].notFinite, 1);
    EXPECT_DOUBLE_EQ(differences[5].relative, 0);
    EXPECT_EQ(differences[6].kind, TensorDifference::Kind::Differing); // 0 and -0 are not the same bits
    EXPECT_EQ(differences[7].kind, TensorDifference::Kind::EqualBits);
}

TEST(TensorStatistics, LookAtFiniteValues)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values = {3, -4, std::nanf(""), infinity, -infinity, 0};
    const TensorStatistics statistics = statisticsOf(values);
    EXPECT_DOUBLE_EQ(statistics.norm, 5);
    EXPECT_DOUBLE_EQ(statistics.mean.value(), -1.0 / 3);
    EXPECT_EQ(statistics.least, -4.0f);
    EXPECT_EQ(statistics.largest, 3.0f);
    EXPECT_EQ(statistics.nans, 1);
    EXPECT_EQ(statistics.infinities, 2);
    EXPECT_FALSE(statisticsOf({}).least);
    EXPECT_FALSE(statisticsOf({}).mean);
}

TEST(TensorStatistics, CountValuesInEqualParts)
{
    using Counts = std::vector<std::int64_t>;
    // 1 is the lower edge of the second part; 4, the largest, lies in the last.
    const std::vector<float> values = {0, 0.5f, 1, 3.5f, 4, std::nanf("")};
    EXPECT_EQ(histogramOf(values, 0, 4, 4), (Counts{2, 1, 0, 2}));
    EXPECT_EQ(histogramOf(std::vector<float>{7, 7}, 7, 7, 4), (Counts{0, 0, 2, 0}));
    // The least and the largest of all, whose distance no f32 holds.
    const float most = std::numeric_limits<float>::max();
    EXPECT_EQ(histogramOf(std::vector<float>{-most, most}, double{-most}, double{most}, 2), (Counts{1, 1}));
}

std::vector<float> valuesOf(const FilterBank& bank)
{
    std::vector<float> values;
    std::uint32_t group = 0;
    std::string bytes;
    int digits = 0;
    for (const char c : bank.values) {
        static constexpr std::string_view kDigits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        group = group << 6 | static_cast<std::uint32_t>(c == '=' ? 0 : kDigits.find(c));
        if (++digits % 4 == 0)
            for (const int shift : {16, 8, 0})
                bytes += static_cast<char>(group >> shift & 0xFF);
    }
    values.resize(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

LoadedTensor counted(std::string name, Shape shape)
{
    std::vector<float> values(static_cast<std::size_t>(shape.elements()));
    std::iota(values.begin(), values.end(), 0.0f);
    return {std::move(name), std::move(shape), std::move(values)};
}

TEST(FirstFilters, AreThoseThatSeePictures)
{
    FirstFilters filters;
    EXPECT_EQ(filters.bank(), FilterBank{});
    filters.see(counted("bias", {7}));
    filters.see(counted("pointwise", {4, 3, 1, 1}));
    filters.see(counted("inner", {2, 5, 1, 2})); // of five channels the first is shown
    EXPECT_EQ(filters.bank().tensor, "inner");
    EXPECT_EQ(filters.bank().channels, 5);
    EXPECT_EQ(filters.bank().shape, (std::vector<std::int64_t>{2, 1, 1, 2}));
    EXPECT_EQ(valuesOf(filters.bank()), (std::vector<float>{0, 1, 10, 11}));
    filters.see(counted("conv1.weight", {2, 3, 2, 1, 2})); // a clip's, which is better
    filters.see(counted("conv2.weight", {2, 3, 3, 3}));
    EXPECT_EQ(filters.bank().tensor, "conv1.weight");
    EXPECT_EQ(filters.bank().shape, (std::vector<std::int64_t>{2, 3, 2, 1, 2}));
    EXPECT_EQ(valuesOf(filters.bank()), counted("", {24}).values);
}

TEST(FirstFilters, AreNoMoreThanCanBeShown)
{
    FirstFilters many;
    many.see(counted("many", {1000, 1, 3, 3}));
    EXPECT_EQ(many.bank().filters, 1000);
    EXPECT_EQ(many.bank().shape[0], kMostShownFilters);
    FirstFilters large;
    large.see(counted("large", {5, 1, 256, 512})); // two of them are as many values as there may be
    EXPECT_EQ(large.bank().shape[0], 2);
    FirstFilters huge;
    huge.see(counted("huge", {1, 1, 512, 1024}));
    EXPECT_EQ(huge.bank(), FilterBank{});
}

} // namespace
} // namespace lockstep
