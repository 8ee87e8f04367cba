// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/safetensors.h"

#include "engine/core/error.h"
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cstdio>
#include <cstring>
#include <random>

namespace lockstep {
namespace {

using testing::HasSubstr;

std::string withHeader(const std::string& header, const std::string& data = {})
{
    const std::uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header + data;
}

std::string errorOf(const std::string& bytes)
{
    try {
        (void)parseSafetensors(bytes, "f");
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::CheckpointError);
        return error.what();
    }
    return "accepted";
}

TEST(Safetensors, ReadsBackWhatWasWritten)
{
    std::vector<float> weight = {1, -0.0f, 1e-45f, 3.4028235e38f, 0.1f, -7};
    std::vector<float> scalar = {42};
    const std::vector<NamedTensor> tensors = {
        {"conv1.weight", {2, 3}, weight}, {"t", {}, scalar}, {"none \"é\"", {0, 3}, {}}};
    std::string bytes =
        safetensorsHeader(HostTensors(tensors).tensors(), {{"format", "pt"}, {"note", "\"\n"}});
    EXPECT_EQ(bytes.size() % 8, 0u);
    for (const NamedTensor& tensor : tensors)
        bytes.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size_bytes());
    const TensorFile file = parseSafetensors(bytes, "f");
    EXPECT_EQ(file.metadata.at("note"), "\"\n");
    ASSERT_EQ(file.tensors.size(), 3u);
    for (const LoadedTensor& tensor : file.tensors) {
        const auto source = std::find_if(tensors.begin(), tensors.end(),
                                         [&](const NamedTensor& t) { return t.name == tensor.name; });
        ASSERT_NE(source, tensors.end());
        EXPECT_EQ(tensor.shape, source->shape);
        ASSERT_EQ(tensor.values.size(), source->values.size());
        for (std::size_t i = 0; i < tensor.values.size(); ++i)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(tensor.values[i]),
                      std::bit_cast<std::uint32_t>(source->values[i]));
    }
}

TEST(Safetensors, StoresCountsAsWholeNumbers)
{
    std::vector<float> weight = {0.5f, 2};
    std::vector<float> batches = {16777216};
    const HostTensors tensors(std::vector<NamedTensor>{
        {"bn.weight", {2}, weight}, {"bn.num_batches_tracked", {}, batches, NamedTensor::Stored::Int64}});
    std::string bytes;
    writeSafetensors(tensors, {}, [&](std::span<const std::byte> piece) {
        bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    });
    EXPECT_THAT(bytes,
                HasSubstr(R"("bn.num_batches_tracked":{"dtype":"I64","shape":[],"data_offsets":[8,16]})"));
    EXPECT_EQ(bytes.substr(bytes.size() - 8), std::string("\0\0\0\1\0\0\0\0", 8));
    const TensorFile file = parseSafetensors(bytes, "f");
    ASSERT_EQ(file.tensors.size(), 2u);
    EXPECT_EQ(file.tensors[1],
              (LoadedTensor{"bn.num_batches_tracked", {}, {16777216}, TensorType::Int64, 0}));
    batches = {0.5f};
    EXPECT_THROW(writeSafetensors(tensors, {}, [](auto) {}), EngineError);
}

TEST(Safetensors, RefusesDamageByName)
{
    const std::string four(4, '\0');
    const std::string eight(8, '\0');
    const auto one = [](const std::string& dtype, const std::string& shape, const std::string& offsets) {
        return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
    };
    EXPECT_EQ(errorOf(withHeader(one("\"F32\"", "[1]", "[0,4]"), four)), "accepted");
    EXPECT_EQ(errorOf("1234567"), "f: the file is too short to be safetensors.");
    const std::string tooLong = "f: the header is longer than the file or than a header may be.";
    EXPECT_EQ(errorOf(std::string(8, '\xFF')), tooLong);
    EXPECT_EQ(errorOf(withHeader("{}").substr(0, 9)), tooLong);
    const std::string noJson = "f: the header is not a JSON object without duplicate keys.";
    for (const char* header : {"", "[]", "{", " {}", "{\"a\":1,\"a\":2}", "{\"a\":NaN}", "[[[[[[[["})
        EXPECT_EQ(errorOf(withHeader(header)), noJson) << header;
    EXPECT_EQ(errorOf(withHeader("{}", four)), "f: there are bytes that belong to no tensor.");
    EXPECT_EQ(errorOf(withHeader(one("\"F16\"", "[2]", "[0,4]"), four)), "accepted");
    EXPECT_EQ(errorOf(withHeader(one("\"F8_E4M3\"", "[4]", "[0,4]"), four)),
              "f, \"a\": the dtype is none of F32, F64, F16, BF16, I64, I32, I16, I8, U8, BOOL.");
    for (const char* header : {R"({"a":1})", R"({"a":{}})", R"({"a":{"dtype":"F32","shape":[1]}})",
                               R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1}})"})
        EXPECT_EQ(errorOf(withHeader(header, four)),
                  "f, \"a\": a tensor must have dtype, shape and data_offsets, and nothing else.");
    for (const char* shape :
         {"1", "[-1]", "[1.0]", "[\"1\"]", "[99999999999999999999]", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"})
        EXPECT_EQ(errorOf(withHeader(one("\"F32\"", shape, "[0,4]"), four)),
                  "f, \"a\": the shape is not a list of sizes.");
    for (const char* offsets : {"[0]", "[0,4,4]", "[4,0]", "[-4,0]", "\"0\"", "[0,4.0]"})
        EXPECT_EQ(errorOf(withHeader(one("\"F32\"", "[1]", offsets), four)),
                  "f, \"a\": data_offsets is not a range of bytes.");
    for (const char* shape :
         {"[2]", "[0]", "[]", "[4294967296,4294967296]", "[0,4611686018427387904,4611686018427387904]",
          "[1073741824,1073741824,1073741824,16]"})
        EXPECT_EQ(errorOf(withHeader(one("\"F32\"", shape, "[0,8]"), eight)),
                  shape == std::string("[2]") ? "accepted"
                                              : "f, \"a\": the range of bytes does not fit the shape.");
    const std::string misplaced = "the tensors overlap, leave a hole or pass the end.";
    EXPECT_THAT(errorOf(withHeader(one("\"F32\"", "[1]", "[4,8]"), eight)), HasSubstr(misplaced));
    EXPECT_THAT(errorOf(withHeader(one("\"F32\"", "[2]", "[0,8]"), four)), HasSubstr(misplaced));
    EXPECT_THAT(errorOf(withHeader(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                   R"("b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                                   eight)),
                HasSubstr(misplaced));
    EXPECT_EQ(errorOf(withHeader(R"({"__metadata__":{"a":1}})")),
              "f, \"a\": metadata must be texts by name.");
    EXPECT_THAT(
        errorOf(withHeader(R"({"\u001b[2J":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", four)),
        HasSubstr("the name of the tensor holds control characters."));
    EXPECT_EQ(errorOf(withHeader(R"({"__metadata__":[]})")),
              "f, \"__metadata__\": metadata must be texts by name.");
}

TEST(Safetensors, SurvivesRandomDamage)
{
    std::vector<float> values(12, 1.5f);
    const std::vector<NamedTensor> tensors = {{"a", {3, 2}, std::span(values).first(6)},
                                              {"b", {6}, std::span(values).last(6)}};
    std::string good = safetensorsHeader(HostTensors(tensors).tensors(), {{"format", "pt"}});
    good.append(reinterpret_cast<const char*>(values.data()), values.size() * 4);
    std::mt19937 random(23);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes = good;
        for (int edits = 1 + static_cast<int>(random() % 3); edits > 0; --edits) {
            const std::size_t at = random() % bytes.size();
            if (random() % 2 == 0)
                bytes[at] = static_cast<char>(random());
            else
                bytes[at] = "0123456789[]{},:\""[random() % 17];
        }
        bytes.resize(bytes.size() - (random() % 4 == 0 ? random() % bytes.size() : 0));
        if (errorOf(bytes) == "accepted") {
            for (const LoadedTensor& tensor : parseSafetensors(bytes, "f").tensors)
                EXPECT_EQ(static_cast<std::int64_t>(tensor.values.size()), tensor.shape.elements());
        }
    }
}

TEST(RestoreTensors, CopiesAllOrNothing)
{
    std::vector<float> a = {0, 0};
    std::vector<float> b = {0};
    HostTensors targets(std::vector<NamedTensor>{{"a", {2}, a}, {"b", {1}, b}});
    const auto restore = [&](const std::vector<LoadedTensor>& source) -> std::string {
        try {
            restoreTensors(source, targets);
        } catch (const EngineError& error) {
            EXPECT_EQ(a, (std::vector<float>{0, 0}));
            return error.what();
        }
        return "restored";
    };
    const LoadedTensor goodA{"a", {2}, {1, 2}};
    const LoadedTensor goodB{"b", {1}, {3}};
    EXPECT_EQ(restore({goodA}), "The checkpoint has no tensor b, which the model needs.");
    EXPECT_EQ(restore({goodA, {"b", {1, 1}, {3}}}),
              "The tensor b of the checkpoint has shape 1x1, but the model needs 1.");
    EXPECT_EQ(restore({goodA, goodB, {"c", {1}, {3}}}),
              "The checkpoint has a tensor c, which the model does not know.");
    EXPECT_EQ(restore({goodB, goodA}), "restored");
    EXPECT_EQ(a, (std::vector<float>{1, 2}));
    EXPECT_EQ(b, (std::vector<float>{3}));
}

/// Debian's PyTorch is the other reader and writer.
class SafetensorsInPython : public CheckpointFolder {
protected:
    std::string python(const std::string& arguments)
    {
        const std::string command = "/usr/bin/python3 " LOCKSTEP_SOURCE_DIR
                                    "/tests/support/safetensors_peer.py " +
                                    arguments + " 2>&1";
        FILE* output = popen(command.c_str(), "r");
        std::string text;
        for (int c = fgetc(output); c != EOF; c = fgetc(output))
            text += static_cast<char>(c);
        EXPECT_EQ(pclose(output), 0) << text;
        return text;
    }
};

TEST_F(SafetensorsInPython, LoadsIntoAModuleOfTheSameNames)
{
    CheckpointStore store(m_run, 2);
    const auto file = m_run / save(store, 600).path / "model.safetensors";
    const nlohmann::json tensors = nlohmann::json::parse(python("load " + file.string()));
    const TensorCopy expected = modelAt(600);
    ASSERT_EQ(tensors.size(), expected.tensors().size());
    for (std::size_t i = 0; i < expected.tensors().size(); ++i) {
        const TensorInfo& tensor = expected.tensors()[i];
        EXPECT_EQ(tensors.at(tensor.name).at("shape"), tensor.shape.sizes());
        EXPECT_THAT(
            expected.hostView(i),
            testing::ElementsAreArray(tensors.at(tensor.name).at("values").get<std::vector<float>>()));
    }
}

TEST_F(SafetensorsInPython, WhatPythonWritesLoadsHere)
{
    const auto path = m_run / "python.safetensors";
    const nlohmann::json tensors = nlohmann::json::parse(python("save " + path.string()));
    const TensorFile file = readSafetensors(path.string());
    EXPECT_EQ(file.metadata.at("format"), "pt");
    ASSERT_EQ(file.tensors.size(), tensors.size());
    for (const LoadedTensor& tensor : file.tensors) {
        EXPECT_EQ(tensors.at(tensor.name).at("shape"), tensor.shape.sizes());
        EXPECT_EQ(tensors.at(tensor.name).at("values").get<std::vector<float>>(), tensor.values);
    }
}

} // namespace
} // namespace lockstep
