// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic_digits.h"

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/data/image_set.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Only +, -, *, / and sqrt below, which IEEE 754 defines to the last bit (this file is compiled without fused
// multiply-adds): no sine, no library distribution.
namespace lockstep {
namespace {

constexpr std::size_t kTrainingImages = 12000;
constexpr std::size_t kValidationImages = 2000;
constexpr std::uint64_t kValidationDigits = 1u << 30; // far from the training images'
constexpr std::uint64_t kDrawingStreams = std::uint64_t{1}
                                          << 63; // of the seed; shuffling and weights have others

struct Point {
    double x, y;
};
/// A smooth curve through its points; two points are a straight line. The digit's box is 0..1, y downwards.
using Stroke = std::vector<Point>;
using Drawing = std::vector<Stroke>;

/// The ways in which people write each digit.
const std::array<std::vector<Drawing>, 10>& drawings()
{
    static const std::array<std::vector<Drawing>, 10> all = {{
        {{{{.52, 0}, {.2, .14}, {.1, .5}, {.2, .86}, {.5, 1}, {.8, .86}, {.9, .5}, {.8, .14}, {.48, .01}}},
         {{{.6, .02},
           {.28, .12},
           {.16, .5},
           {.26, .9},
           {.52, 1},
           {.76, .84},
           {.84, .45},
           {.7, .08},
           {.4, .04}}}},
        {{{{.52, 0}, {.5, 1}}},
         {{{.3, .24}, {.54, 0}}, {{.54, 0}, {.52, 1}}},
         {{{.3, .22}, {.52, 0}}, {{.52, 0}, {.52, 1}}, {{.28, 1}, {.76, 1}}}},
        {{{{.16, .26}, {.3, .05}, {.56, 0}, {.8, .14}, {.78, .38}, {.55, .65}, {.14, 1}},
          {{.14, 1}, {.88, .98}}},
         {{{.18, .2},
           {.44, 0},
           {.76, .12},
           {.74, .42},
           {.44, .78},
           {.2, .96},
           {.12, .86},
           {.28, .8},
           {.58, .94},
           {.92, .96}}}},
        {{{{.18, .12}, {.46, 0}, {.76, .1}, {.74, .34}, {.42, .47}},
          {{.42, .47}, {.8, .58}, {.84, .82}, {.52, 1}, {.14, .88}}},
         {{{.16, .02}, {.8, .02}},
          {{.8, .02}, {.44, .4}},
          {{.44, .4}, {.8, .54}, {.84, .8}, {.52, 1}, {.14, .9}}}},
        {{{{.32, 0}, {.12, .58}}, {{.12, .58}, {.9, .56}}, {{.68, .2}, {.64, 1}}},
         {{{.66, 0}, {.1, .66}}, {{.1, .66}, {.92, .66}}, {{.66, 0}, {.66, 1}}},
         {{{.2, .02}, {.16, .4}, {.36, .52}, {.76, .44}}, {{.78, .04}, {.7, 1}}}},
        {{{{.82, 0}, {.28, .02}},
          {{.28, .02}, {.22, .44}},
          {{.22, .44}, {.52, .36}, {.84, .54}, {.8, .84}, {.48, 1}, {.14, .9}}},
         {{{.78, .06}, {.5, .02}, {.3, .1}, {.26, .4}, {.56, .42}, {.8, .62}, {.7, .9}, {.4, 1}, {.14, .9}}}},
        {{{{.7, .02},
           {.4, .18},
           {.18, .55},
           {.22, .86},
           {.5, 1},
           {.8, .84},
           {.76, .6},
           {.48, .52},
           {.22, .7}}},
         {{{.48, 0},
           {.26, .3},
           {.14, .66},
           {.3, .96},
           {.6, .98},
           {.8, .78},
           {.62, .58},
           {.34, .64},
           {.2, .82}}}},
        {{{{.14, .03}, {.86, .02}}, {{.86, .02}, {.6, .46}, {.42, 1}}},
         {{{.14, .04}, {.84, .02}}, {{.84, .02}, {.62, .42}, {.4, 1}}, {{.32, .52}, {.8, .5}}},
         {{{.16, .2}, {.18, .04}}, {{.18, .04}, {.84, .04}}, {{.84, .04}, {.56, .5}, {.5, 1}}}},
        {{{{.5, .48},
           {.22, .3},
           {.27, .07},
           {.5, 0},
           {.74, .07},
           {.77, .3},
           {.5, .48},
           {.2, .7},
           {.24, .93},
           {.5, 1},
           {.78, .92},
           {.8, .7},
           {.5, .48}}},
         {{{.78, .1},
           {.48, 0},
           {.22, .2},
           {.5, .46},
           {.8, .76},
           {.52, 1},
           {.2, .82},
           {.46, .52},
           {.78, .24},
           {.74, .06}}}},
        {{{{.78, .24}, {.6, .03}, {.34, .03}, {.18, .24}, {.3, .46}, {.58, .46}, {.78, .22}},
          {{.78, .22}, {.76, .55}, {.62, 1}}},
         {{{.76, .12}, {.46, 0}, {.2, .2}, {.3, .46}, {.6, .42}, {.77, .12}}, {{.77, .12}, {.74, .98}}}},
    }};
    return all;
}

double between(Random& random, double low, double high)
{
    return low + (high - low) * random.uniform();
}

/// Bends, slants, scales, turns and moves; from the digit's box to pixels. Neighbouring strokes stay joined.
class Hand {
public:
    explicit Hand(Random& random)
    {
        for (auto& row : m_bend)
            for (Point& point : row)
                point = {between(random, -.075, .075), between(random, -.065, .065)};
        const double half = between(random, -.13, .13); // tangent of half the angle: about ±15 degrees
        m_cosine = (1 - half * half) / (1 + half * half);
        m_sine = 2 * half / (1 + half * half);
        m_slant = between(random, -.28, .22);
        m_width = between(random, 9.5, 15.5);
        m_height = between(random, 15.5, 20.5);
        m_centre = {13.5 + between(random, -2.4, 2.4), 13.5 + between(random, -2.4, 2.4)};
    }

    Point place(Point p) const
    {
        const Point bend = bendAt(p);
        const double x = (p.x + bend.x - .5) * m_width;
        const double y = (p.y + bend.y - .5) * m_height;
        const double slanted = x - m_slant * y;
        return {m_centre.x + m_cosine * slanted - m_sine * y, m_centre.y + m_sine * slanted + m_cosine * y};
    }

private:
    /// Bilinear between the nine points of a grid.
    Point bendAt(Point p) const
    {
        const double gx = std::clamp(p.x, 0.0, 1.0) * 2;
        const double gy = std::clamp(p.y, 0.0, 1.0) * 2;
        const std::size_t column = gx >= 1 ? 1 : 0;
        const std::size_t row = gy >= 1 ? 1 : 0;
        const double fx = gx - static_cast<double>(column);
        const double fy = gy - static_cast<double>(row);
        const auto mix = [&](double Point::*part) {
            const double above = m_bend[row][column].*part * (1 - fx) + m_bend[row][column + 1].*part * fx;
            const double below =
                m_bend[row + 1][column].*part * (1 - fx) + m_bend[row + 1][column + 1].*part * fx;
            return above * (1 - fy) + below * fy;
        };
        return {mix(&Point::x), mix(&Point::y)};
    }

    std::array<std::array<Point, 3>, 3> m_bend{};
    double m_cosine, m_sine, m_slant, m_width, m_height;
    Point m_centre{};
};

/// Catmull-Rom spline between points[i] and points[i + 1].
Point splinePoint(const Stroke& points, std::size_t i, double t)
{
    const Point& a = points[i == 0 ? 0 : i - 1];
    const Point& b = points[i];
    const Point& c = points[i + 1];
    const Point& d = points[std::min(i + 2, points.size() - 1)];
    const auto along = [&](double Point::*part) {
        const double linear = c.*part - a.*part;
        const double square = 2 * (a.*part) - 5 * (b.*part) + 4 * (c.*part) - d.*part;
        const double cube = 3 * (b.*part - c.*part) + d.*part - a.*part;
        return b.*part + .5 * t * (linear + t * (square + t * cube));
    };
    return {along(&Point::x), along(&Point::y)};
}

class Canvas {
public:
    /// A line with round ends and a soft edge one pixel wide.
    void line(Point from, Point to, double radius, double ink)
    {
        const double reach = radius + .5;
        const auto clampPixel = [](double v) {
            return static_cast<int>(std::clamp(v, 0.0, kDigitSide - 1.0));
        };
        const int left = clampPixel(std::min(from.x, to.x) - reach);
        const int right = clampPixel(std::max(from.x, to.x) + reach + 1);
        const int top = clampPixel(std::min(from.y, to.y) - reach);
        const int bottom = clampPixel(std::max(from.y, to.y) + reach + 1);
        const Point way = {to.x - from.x, to.y - from.y};
        const double length2 = std::max(way.x * way.x + way.y * way.y, 1e-9);
        for (int y = top; y <= bottom; ++y) {
            for (int x = left; x <= right; ++x) {
                const Point p = {x - from.x, y - from.y};
                const double t = std::clamp((p.x * way.x + p.y * way.y) / length2, 0.0, 1.0);
                const double dx = p.x - t * way.x;
                const double dy = p.y - t * way.y;
                const double cover = std::clamp(reach - std::sqrt(dx * dx + dy * dy), 0.0, 1.0) * ink;
                double& pixel = m_pixels[static_cast<std::size_t>(y * kDigitSide + x)];
                pixel = std::max(pixel, cover);
            }
        }
    }

    DigitImage withNoise(Random& random) const
    {
        const double grain = between(random, .01, .07);
        DigitImage image{};
        for (std::size_t i = 0; i < image.size(); ++i) {
            // The sum of two uniform numbers: a triangle, near enough to what a sensor does.
            const double noise =
                (random.uniform() + random.uniform() - 1.0) * grain * (m_pixels[i] > 0 ? 1.5 : .8);
            image[i] = static_cast<std::uint8_t>(std::clamp(m_pixels[i] + noise, 0.0, 1.0) * 255 + .5);
        }
        return image;
    }

private:
    std::array<double, DigitImage{}.size()> m_pixels{};
};

void drawStroke(Canvas& canvas, const Stroke& stroke, double radius, double ink, Random& random)
{
    constexpr int kPieces = 6;
    const double change = between(random, -.35, .35); // the pen presses more at one end
    const std::size_t spans = stroke.size() - 1;
    Point before = stroke.front();
    for (std::size_t i = 0; i < spans; ++i) {
        for (int piece = 1; piece <= kPieces; ++piece) {
            const double t = static_cast<double>(piece) / kPieces;
            const Point here = spans == 1 ? Point{stroke[0].x + (stroke[1].x - stroke[0].x) * t,
                                                  stroke[0].y + (stroke[1].y - stroke[0].y) * t}
                                          : splinePoint(stroke, i, t);
            const double done = (static_cast<double>(i) + t) / static_cast<double>(spans) - .5;
            canvas.line(before, here, radius * (1 + change * done), ink);
            before = here;
        }
    }
}

std::unique_ptr<Dataset> makeSet(std::size_t images, std::uint64_t seed, std::uint64_t firstNumber,
                                 const Normalisation& normalisation)
{
    std::vector<std::uint8_t> pixels;
    std::vector<std::int32_t> labels;
    pixels.reserve(images * DigitImage{}.size());
    for (std::size_t i = 0; i < images; ++i) {
        const auto digit = static_cast<int>(i % 10);
        const DigitImage image = drawDigit(digit, seed, firstNumber + i);
        pixels.insert(pixels.end(), image.begin(), image.end());
        labels.push_back(digit);
    }
    return std::make_unique<ImageSet>("synthetic digits", Shape{1, kDigitSide, kDigitSide},
                                      PixelStore(std::move(pixels)), std::move(labels), 10, normalisation);
}

} // namespace

DigitImage drawDigit(int digit, std::uint64_t seed, std::uint64_t number)
{
    LOCKSTEP_CHECK(digit >= 0 && digit < 10);
    Random random(seed, kDrawingStreams + number);
    const auto& ways = drawings()[static_cast<std::size_t>(digit)];
    const Drawing& drawing = ways[random.below(ways.size())];
    const Hand hand(random);
    const double radius = between(random, .65, 1.6);
    const double ink = between(random, .75, 1);

    Canvas canvas;
    for (const Stroke& stroke : drawing) {
        Stroke placed;
        for (const Point& point : stroke) {
            const Point jittered = {point.x + between(random, -.012, .012),
                                    point.y + between(random, -.012, .012)};
            placed.push_back(hand.place(jittered));
        }
        drawStroke(canvas, placed, radius, ink, random);
    }
    return canvas.withNoise(random);
}

DataSplits makeSyntheticDigits(std::uint64_t seed, const Normalisation& normalisation)
{
    return {makeSet(kTrainingImages, seed, 0, normalisation),
            makeSet(kValidationImages, seed, kValidationDigits, normalisation), nullptr};
}

} // namespace lockstep
