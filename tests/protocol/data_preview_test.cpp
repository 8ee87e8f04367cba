// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/data_preview.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace lockstep {
namespace {

using nlohmann::json;

DataPreview samplePreview()
{
    PreviewPicture sound{3, 1, "train/a\n\"b\"/1.jpg", 500, 375, 2, 3, 1, "AAECAwQF", {}};
    PreviewPicture damaged{
        4, 0, "train/é/2.jpg", 0, 0, 0, 0, 0, "", {"The image %1 is damaged: %2.", {"x", "y"}, ""}};
    DataPreview preview;
    preview.sampleShape = {3, 224, 224};
    preview.classes = 2;
    preview.classNames = {"é", "a\n\"b\""};
    preview.parts = {{DataPart::Training, 7, {3, 4}, {sound, damaged}},
                     {DataPart::Evaluation, 0, {0, 0}, {}}};
    return preview;
}

PreviewRequest sampleRequest()
{
    PreviewRequest request;
    request.data.kind = DataKind::ImageFolder;
    request.data.path = "/data/a \"b\"";
    request.seed = 12;
    request.pictures = 7;
    request.side = 64;
    request.onlyClass = 3;
    request.skip = 40;
    return request;
}

TEST(DataPreviewMessages, ComeBackAsTheyWere)
{
    const Result<DataPreview> preview = parseDataPreview(toJson(samplePreview()));
    ASSERT_TRUE(preview.ok()) << preview.error().message();
    EXPECT_EQ(*preview, samplePreview());
    const Result<PreviewRequest> request = parsePreviewRequest(toJson(sampleRequest()));
    ASSERT_TRUE(request.ok()) << request.error().message();
    EXPECT_EQ(*request, sampleRequest());
}

TEST(DataPreviewMessages, RequestNeedsTheDataOnly)
{
    const Result<PreviewRequest> request = parsePreviewRequest(R"({"data":{}})");
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(*request, PreviewRequest{});
}

TEST(DataPreviewMessages, HostileRequestsAreRefusedByKey)
{
    const auto keyOf = [](const std::string& text) {
        const Result<PreviewRequest> request = parsePreviewRequest(text);
        EXPECT_FALSE(request.ok()) << text;
        return request.ok() ? "" : request.error().key;
    };
    EXPECT_EQ(keyOf("{}"), "data");
    EXPECT_EQ(keyOf(R"({"data":7})"), "data");
    EXPECT_EQ(keyOf(R"({"data":{"kind":"secrets"}})"), "data.kind");
    EXPECT_EQ(keyOf(R"({"data":{"path":"a\u0000b"}})"), "data.path");
    EXPECT_EQ(keyOf(R"({"data":{"path":")" + std::string(5000, 'x') + R"("}})"), "data.path");
    EXPECT_EQ(keyOf(R"({"data":{"image_size":1e9}})"), "data.image_size");
    EXPECT_EQ(keyOf(R"({"data":{},"pictures":101})"), "pictures");
    EXPECT_EQ(keyOf(R"({"data":{},"pictures":-1})"), "pictures");
    EXPECT_EQ(keyOf(R"({"data":{},"side":129})"), "side");
    EXPECT_EQ(keyOf(R"({"data":{},"only_class":-2})"), "only_class");
    EXPECT_EQ(keyOf(R"({"data":{},"skip":2147483648})"), "skip");
    EXPECT_FALSE(parsePreviewRequest("").ok());
    EXPECT_FALSE(parsePreviewRequest("[]").ok());
    EXPECT_FALSE(parsePreviewRequest(std::string(kMaxPreviewRequestBytes + 1, ' ')).ok());
    EXPECT_FALSE(parsePreviewRequest(std::string(200, '[')).ok());
}

TEST(DataPreviewMessages, AnswersWhosePartsDoNotFitAreRefused)
{
    const auto isRefused = [](const std::function<void(json&)>& change) {
        json preview = json::parse(toJson(samplePreview()));
        change(preview);
        return !parseDataPreview(preview.dump()).ok();
    };
    EXPECT_FALSE(isRefused([](json&) {}));
    EXPECT_TRUE(isRefused([](json& preview) { preview["class_names"].push_back("c"); }));
    EXPECT_TRUE(isRefused([](json& preview) { preview["classes"] = 3; }));
    EXPECT_TRUE(isRefused([](json& preview) { preview["version"] = 2; }));
    EXPECT_TRUE(isRefused([](json& preview) { preview.erase("parts"); }));
    EXPECT_TRUE(isRefused([](json& preview) { preview["parts"][0]["part"] = "secret"; }));
    EXPECT_TRUE(isRefused([](json& preview) { preview["parts"][1]["counts"] = {1}; }));
    EXPECT_TRUE(isRefused([](json& preview) { preview["parts"][0]["counts"][0] = -1; }));
    const auto isPictureRefused = [&](const std::string& key, const json& value) {
        return isRefused([&](json& preview) { preview["parts"][0]["pictures"][0][key] = value; });
    };
    EXPECT_TRUE(isPictureRefused("class", 2));
    EXPECT_TRUE(isPictureRefused("class", -1));
    EXPECT_TRUE(isPictureRefused("width", 3));
    EXPECT_TRUE(isPictureRefused("width", 129));
    EXPECT_TRUE(isPictureRefused("channels", 2));
    EXPECT_TRUE(isPictureRefused("pixels", "AAECAwQ"));
    EXPECT_TRUE(isPictureRefused("pixels", ""));
    EXPECT_TRUE(isPictureRefused("damage", {{"text", "x"}, {"arguments", json::array()}, {"key", ""}}));
    EXPECT_TRUE(isRefused([](json& preview) {
        preview["parts"][0]["pictures"] = json::array();
        for (int i = 0; i <= kMaxPreviewPictures; ++i)
            preview["parts"][0]["pictures"].push_back(
                json::parse(toJson(samplePreview()))["parts"][0]["pictures"][0]);
    }));
}

/// RFC 4648, section 10.
TEST(DataPreviewMessages, Base64IsAsSpecified)
{
    const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                           {"f", "Zg=="},
                                                           {"fo", "Zm8="},
                                                           {"foo", "Zm9v"},
                                                           {"foob", "Zm9vYg=="},
                                                           {"fooba", "Zm9vYmE="},
                                                           {"foobar", "Zm9vYmFy"},
                                                           {"\xfb\xff\xbf", "+/+/"}};
    for (const auto& [bytes, text] : vectors)
        EXPECT_EQ(base64({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}), text);
}

} // namespace
} // namespace lockstep
