// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/torch_file.h"

#include "tests/engine/checkpoint/weights_fixture.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>

namespace lockstep {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Files that Debian's PyTorch wrote, once for all tests.
class FilesOfTorch : public ::testing::Test {
protected:
    static void SetUpTestSuite()
    {
        s_folder = new TemporaryFolder;
        torchPeer("write " + s_folder->path());
    }
    static void TearDownTestSuite() { delete s_folder; }

    static std::string errorOf(const std::string& name) { return torchErrorOf(readBytes(*s_folder / name)); }
    static TemporaryFolder* s_folder;
};
TemporaryFolder* FilesOfTorch::s_folder = nullptr;

void expectTensors(const TorchFile& file, const json& expected, const std::string& name)
{
    ASSERT_EQ(file.tensors.size(), expected.size()) << name;
    for (const LoadedTensor& tensor : file.tensors) {
        SCOPED_TRACE(name + " " + tensor.name);
        const json& wanted = expected.at(tensor.name);
        EXPECT_EQ(toString(tensor.type), wanted.at("dtype").get<std::string>());
        EXPECT_EQ(tensor.shape.sizes(), wanted.at("shape").get<std::vector<std::int64_t>>());
        std::vector<std::int32_t> bits;
        for (const float value : tensor.values)
            bits.push_back(std::bit_cast<std::int32_t>(value));
        EXPECT_EQ(bits, wanted.at("bits").get<std::vector<std::int32_t>>());
    }
}

TEST_F(FilesOfTorch, AreReadBitForBit)
{
    const json expected = json::parse(readBytes(*s_folder / "expected.json"));
    ASSERT_EQ(expected.size(), 11u);
    for (const auto& [name, wanted] : expected.items()) {
        const std::string bytes = readBytes(*s_folder / name);
        ASSERT_TRUE(looksLikeTorchFile(bytes)) << name;
        const TorchFile file = parseTorchFile(bytes, name);
        const bool legacy = name == "legacy.pt" || name == "old.pth.tar" || name == "protocol4.legacy.pth";
        EXPECT_EQ(file.layout, legacy ? TorchFile::Layout::Legacy : TorchFile::Layout::Zip) << name;
        EXPECT_EQ(file.place, wanted.at("place").get<std::string>()) << name;
        EXPECT_EQ(file.prefix, wanted.at("prefix").get<std::string>()) << name;
        EXPECT_EQ(file.skipped, wanted.at("skipped").get<std::vector<std::string>>()) << name;
        expectTensors(file, wanted.at("tensors"), name);
    }
}

TEST_F(FilesOfTorch, SayWhatFloat32CannotHold)
{
    const TorchFile file = parseTorchFile(readBytes(*s_folder / "zip.pth"), "f");
    std::map<std::string, std::int64_t> rounded;
    for (const LoadedTensor& tensor : file.tensors)
        if (tensor.rounded > 0)
            rounded[tensor.name] = tensor.rounded;
    // 20 random doubles and six special ones; 2^24 + 1, 2^53 + 1 and 2^63 - 1; 2^31 - 1 and 2^24 + 1.
    EXPECT_EQ(rounded, (std::map<std::string, std::int64_t>{{"f64", 26}, {"i64", 3}, {"i32", 2}}));
}

TEST_F(FilesOfTorch, AreRefusedByNameWhenTheyWantMoreThanTensors)
{
    const auto wants = [](const char* name) {
        return HasSubstr(std::string("f wants to call \"") + name + "\".");
    };
    EXPECT_THAT(errorOf("evil.pth"), wants("posix.system"));
    EXPECT_THAT(errorOf("evil_legacy.pth"), wants("posix.system"));
    EXPECT_FALSE(std::filesystem::exists(*s_folder / "executed"));
    EXPECT_THAT(errorOf("module.pth"), AllOf(wants("torch.nn.modules.container.Sequential"),
                                             HasSubstr("torch.save(model.state_dict()")));
    EXPECT_THAT(errorOf("module_legacy.pth"), wants("torch.nn.modules.container.Sequential"));
    EXPECT_THAT(errorOf("numpy.pth"), wants("numpy.core.multiarray.scalar"));
    EXPECT_THAT(errorOf("complex.pt"), wants("torch.ComplexFloatStorage"));
    EXPECT_THAT(errorOf("sparse.pt"), wants("torch._utils._rebuild_sparse_tensor"));
    EXPECT_THAT(errorOf("quantized.pt"), wants("torch._utils._rebuild_qtensor"));
    EXPECT_THAT(errorOf("script.pt"), HasSubstr("f is a TorchScript program."));
    EXPECT_THAT(errorOf("big.pth"), HasSubstr("big-endian"));
    EXPECT_THAT(errorOf("compressed.pth"), HasSubstr("is compressed"));
    EXPECT_THAT(errorOf("tensor.pt"), HasSubstr("f holds no tensors by name"));
    EXPECT_THAT(errorOf("empty.pt"), HasSubstr("f holds no tensors by name"));
}

TEST(TorchFile, ReadsAPublishedCheckpoint)
{
    const TorchFile file =
        parseTorchFile(readBytes(LOCKSTEP_SHARED_DATA "/weights/resnet20-12fca82f.th"), "f");
    EXPECT_EQ(file.layout, TorchFile::Layout::Legacy);
    EXPECT_EQ(file.prefix, "module.");
    EXPECT_EQ(file.place, "state_dict");
    EXPECT_THAT(file.skipped, ElementsAre("best_prec1"));
    std::int64_t parameters = 0;
    for (const LoadedTensor& tensor : file.tensors)
        if (tensor.name.find("running_") == std::string::npos && tensor.type == TensorType::Float32)
            parameters += tensor.shape.elements();
    EXPECT_EQ(parameters, 269722);
    EXPECT_EQ(file.tensors.front().name, "conv1.weight");
    EXPECT_EQ(file.tensors.front().shape, (Shape{16, 3, 3, 3}));
}

TEST(TorchFile, CutOffAnywhereIsRefused)
{
    const std::string pickled = pickle::dict({pickle::text("a"), pickle::tensor(4, 0, {2, 2}, {2, 1})});
    const std::string zip = torchZip(pickled, {std::string(16, '\1')});
    ASSERT_EQ(torchErrorOf(zip), "accepted");
    for (std::size_t size = 0; size < zip.size(); ++size)
        EXPECT_NE(torchErrorOf(zip.substr(0, size)), "accepted") << size;
    const std::string legacy = readBytes(LOCKSTEP_SHARED_DATA "/weights/resnet20-12fca82f.th");
    for (std::size_t part = 0; part < 400; ++part)
        EXPECT_NE(torchErrorOf(legacy.substr(0, legacy.size() * part / 400)), "accepted") << part;
}

TEST(TorchFile, NamesTheTarLayout)
{
    std::string tar(1024, '\0');
    tar.replace(0, 8, "storages");
    tar.replace(257, 5, "ustar");
    EXPECT_TRUE(looksLikeTorchFile(tar));
    EXPECT_THAT(torchErrorOf(tar), HasSubstr("f is a tar archive."));
}

} // namespace
} // namespace lockstep
