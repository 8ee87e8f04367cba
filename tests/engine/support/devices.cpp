// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/devices.h"

#include "engine/compute/cpu/lowering/graph_program.h"
#include "tests/engine/support/emulated_devices.h"
#include "tests/engine/support/shadow_device.h"

#include <cstdlib>
#include <stdexcept>

namespace lockstep::testing {
namespace {

/// What f32 sums in another order may make of a model's numbers.
constexpr double kOtherSums = 1e-4;

std::unique_ptr<TrainingDevice> makeShadow(Device)
{
    return std::make_unique<ShadowDevice>();
}

/// With the ways that are recommended: to measure those of every small program of a suite would take its
/// time.
class UnmeasuredDevice final : public TrainingDevice {
public:
    explicit UnmeasuredDevice(Device device) : m_inner(makeTrainingDevice(device)) {}

    std::string description(Precision precision) const override { return m_inner->description(precision); }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return m_inner->compile(graph, fixed(options));
    }
    std::unique_ptr<PartProgram> compilePart(const GraphPart& part, const ProgramOptions& options) override
    {
        return m_inner->compilePart(part, fixed(options));
    }
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return m_inner->makeOptimizer(training, program);
    }
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        return m_inner->makeStrategy(make, training, group, program);
    }

private:
    static ProgramOptions fixed(ProgramOptions options)
    {
        options.deterministic = true;
        return options;
    }

    std::unique_ptr<TrainingDevice> m_inner;
};

bool isProcessor(const TestDevice& device)
{
    return device.name.starts_with("cpu") || device.name.starts_with("shadow");
}

} // namespace

bool tellsSeconds(const TestDevice& device)
{
    return !isProcessor(device);
}

bool servesBfloat16(const TestDevice& device)
{
    return !isProcessor(device) || !bfloat16Unit().empty();
}

std::vector<TestDevice> testDevices()
{
    // A row for each; a plug-in's device is one more: its name, how it is made, its precision and tolerance.
    std::vector<TestDevice> devices = {{"cpu", makeTrainingDevice}, {"shadow", makeShadow}};
    if (!bfloat16Unit().empty()) {
        devices.push_back({"cpu_bf16", makeTrainingDevice, Precision::BFloat16, 0.08});
        devices.push_back({"shadow_bf16", makeShadow, Precision::BFloat16, 0.08});
    }
    for (const TestDevice& device : emulatedDevices())
        devices.push_back(device);
    return devices;
}

TestDevice testDevice(const std::string& name)
{
    for (const TestDevice& device : testDevices())
        if (device.name == name)
            return device;
    // "cuda:0" is there on hosts that have one; whether this is such a host, its maker says.
    const Result<Device> device = parseDevice(name);
    if (!device)
        throw std::runtime_error("there is no device " + name + " to test on: " + device.error().message());
    return {name, [device = *device](Device) { return makeTrainingDevice(device); }, Precision::Float32,
            kOtherSums};
}

TestDevice testDevice()
{
    const char* wanted = std::getenv("LOCKSTEP_TEST_DEVICE");
    TestDevice device = testDevice(wanted != nullptr ? wanted : "cpu");
    if (const auto own = parseDevice(device.name); own.ok() && own.value().kind == DeviceKind::Cuda)
        device.make = [own = own.value()](Device) { return std::make_unique<UnmeasuredDevice>(own); };
    return device;
}

} // namespace lockstep::testing
