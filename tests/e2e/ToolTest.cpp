//===- ToolTest.cpp - the tool on models that are right -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ToolProcess.h"
#include "tests/support/CasesFolder.h"

#include "front/json/Json.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kExamples[] = FUSEDML_SOURCE_DIR "/examples";

/// Parts of a model for tests: resources, dispatchables, commands.
std::string model(const std::string &resources,
                  const std::string &dispatchables,
                  const std::string &commands) {
  return "{ \"resources\": {" + resources + "}, \"dispatchables\": {" +
         dispatchables + "}, \"commands\": [" + commands + "] }";
}

std::string resource(const std::string &name, const std::string &type,
                     const std::string &values) {
  return "\"" + name + "\": { \"initialValuesDataType\": \"" + type +
         "\", \"initialValues\": " + values + " },";
}

std::string printCommand(const std::string &name) {
  return "{ \"type\": \"print\", \"resource\": \"" + name + "\" },";
}

/// A binary operator on FLOAT32 [count].
std::string binary(const std::string &name, const std::string &type,
                   int count) {
  std::string tensor = "{ \"DataType\": \"FLOAT32\", \"Sizes\": [" +
                       std::to_string(count) + "] }";
  return "\"" + name + "\": { \"type\": \"" + type + "\", \"desc\": { " +
         "\"ATensor\": " + tensor + ", \"BTensor\": " + tensor +
         ", \"OutputTensor\": " + tensor + " } },";
}

std::string dispatchCommand(const std::string &name, const std::string &a,
                            const std::string &b, const std::string &out) {
  return "{ \"type\": \"dispatch\", \"dispatchable\": \"" + name +
         "\", \"bindings\": { \"ATensor\": " + a + ", \"BTensor\": " + b +
         ", \"OutputTensor\": " + out + " } },";
}

tool::Result runModel(const std::string &text, const std::string &options = "",
                      const std::string &command = "run") {
  support::TempDir folder;
  folder.write("model.json", text);
  return tool::run(command + " model.json " + options, folder.path("."));
}

//===----------------------------------------------------------------------===//
// Models of DxDispatch
//===----------------------------------------------------------------------===//

/// The bytes of `data` as FLOAT32.
std::string floatBytes(const fusedml::json::Value &data) {
  std::string bytes;
  for (const fusedml::json::Value &element : data.elements) {
    float value = std::stof(std::string(element.text));
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  return bytes;
}

TEST(ToolDxDispatch, PrintsAndWritesWhatIsExpected) {
  std::string folder = (support::casesFolder() / "dxdispatch").string();
  if (!std::filesystem::exists(folder + "/expected.json"))
    GTEST_SKIP() << folder << " is not there";
  auto document = fusedml::json::Document::parse(
      tool::readFile(folder + "/expected.json"), "expected.json");
  ASSERT_TRUE(document) << document.error().str();
  const auto *models = (*document)->root().find("models");
  ASSERT_TRUE(models && models->elements.size() == 6);
  for (const fusedml::json::Value &entry : models->elements) {
    std::string name(entry.find("model")->text);
    SCOPED_TRACE(name);
    support::TempDir output;
    tool::Result result =
        tool::run(fmt::format("run {} --output_path {}",
                              tool::quote(fmt::format("{}/{}", folder, name)),
                              tool::quote(output.path("."))),
                  output.path("."));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    std::vector<std::string> expected;
    for (const auto &line : entry.find("stdout")->elements)
      expected.emplace_back(line.text);
    const auto *files = entry.find("files");
    if (files)
      for (const auto &file : files->elements)
        expected.push_back(fmt::format("Resource 'Out' written to '{}'",
                                       file.find("path")->text));
    EXPECT_EQ(tool::resourceLines(result.out), expected);
    if (!files)
      continue;
    for (const auto &file : files->elements) {
      std::string path(file.find("path")->text);
      std::string contents = tool::readFile(output.path(path));
      std::string data = floatBytes(*file.find("data"));
      if (path.ends_with(".npy")) {
        EXPECT_THAT(contents, HasSubstr("'shape': (6,)"));
        EXPECT_EQ(contents.size() % 64, data.size());
        contents.erase(0, contents.size() - data.size());
      }
      EXPECT_EQ(contents, data) << path;
    }
  }
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(ToolExamples, JsonPrintsItsResult) {
  tool::Result result = tool::run("run multiply_shrink.json", kExamples);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(tool::resourceLines(result.out),
              ElementsAre("Resource 'Out': -1.4, -0.65, 0, 0, 0, 0.65, 1.025, "
                          "1.4"));
  EXPECT_THAT(result.out, StartsWith("Running on '"));
  EXPECT_THAT(result.out,
              HasSubstr("\nDispatch 'multiply_shrink': 1 iterations, "));
}

TEST(ToolExamples, MlirComputesTheSame) {
  support::TempDir folder;
  // Files for the .mlir form, written by a model.
  tool::Result inputs = runModel(
      model(resource("A", "FLOAT32", "[-2, -1, -0.5, 0, 0.5, 1, 1.5, 2]") +
                resource("B", "FLOAT32",
                         "{ \"valueCount\": 8, \"value\": "
                         "0.75 }"),
            "",
            "{ \"type\": \"writeFile\", \"resource\": \"A\", \"targetPath\": "
            "\"a.npy\" }, { \"type\": \"writeFile\", \"resource\": \"B\", "
            "\"targetPath\": \"sub/b.npy\" }"),
      "--output_path " + tool::quote(folder.path(".")));
  ASSERT_EQ(inputs.exitCode, 0) << inputs.err;

  std::string example =
      tool::quote(std::string(kExamples) + "/multiply_shrink.mlir");
  std::string files = " --input a=a.npy --input b=sub/b.npy";
  tool::Result result = tool::run("run " + example + files, folder.path("."));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr(": -1.4, -0.65, 0, 0, 0, 0.65, 1.025, 1.4\n"));

  // An output can be the next input.
  result = tool::run("run " + example + files + " --output result0=y.npy",
                     folder.path("."));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Output 'result0' written to 'y.npy'\n"));
  result = tool::run("run " + example + " --input a=y.npy --input b=sub/b.npy",
                     folder.path("."));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(": -0.95, 0, 0, 0, 0, 0, 0.66875, 0.95\n"));
}

TEST(ToolExamples, ExplainShowsOneKernel) {
  support::TempDir folder;
  for (const char *example : {"multiply_shrink.json", "multiply_shrink.mlir"}) {
    tool::Result result =
        tool::run(std::string("explain ") + example + " --stage asm --dot " +
                      tool::quote(folder.path("graph.dot")),
                  kExamples);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("dml.multiply"));
    EXPECT_THAT(result.out, HasSubstr("1 kernel\n"));
    EXPECT_THAT(result.out, HasSubstr("// ----- stage asm -----"));
    EXPECT_THAT(tool::readFile(folder.path("graph.dot")),
                StartsWith("digraph"));
  }
}

TEST(ToolExamples, CompileWritesCodeAndHeader) {
  support::TempDir folder;
  for (const char *example : {"multiply_shrink.json", "multiply_shrink.mlir"})
    for (const char *kind : {"obj", "asm", "llvm", "mlir"}) {
      tool::Result result =
          tool::run(std::string("compile ") + example + " --emit " + kind +
                        " -o " + tool::quote(folder.path("code")) +
                        " --header " + tool::quote(folder.path("code.h")),
                    kExamples);
      EXPECT_EQ(result.exitCode, 0) << result.err;
      EXPECT_FALSE(tool::readFile(folder.path("code")).empty());
      EXPECT_THAT(tool::readFile(folder.path("code.h")), HasSubstr("#"));
    }
}

TEST(ToolCompile, WritesNothingAfterAnError) {
  support::TempDir folder;
  tool::Result result = tool::run(
      "compile multiply_shrink.json -o " + tool::quote(folder.path("code")) +
          " --header " + tool::quote(folder.path("missing/code.h")),
      kExamples);
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.err, "error: cannot write '" +
                            folder.path("missing/code.h") +
                            "': No such file or directory\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path("code")));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST(ToolCompile, ReplacesAFileAsAWhole) {
  support::TempDir folder;
  folder.write("code.s", "old");
  std::filesystem::permissions(folder.path("code.s"),
                               std::filesystem::perms(0640));
  std::filesystem::create_symlink("code.s", folder.path("link"));
  tool::Result result =
      tool::run("compile multiply_shrink.json --emit asm -o " +
                    tool::quote(folder.path("link")),
                kExamples);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_THAT(tool::readFile(folder.path("code.s")),
              HasSubstr("fusedml_multiply_shrink"));
  EXPECT_EQ(std::filesystem::status(folder.path("code.s")).permissions(),
            std::filesystem::perms(0640));
  // Nothing else is left there.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path(".")),
                          std::filesystem::directory_iterator()),
            2);
  // A device is written to, not replaced.
  result = tool::run("compile multiply_shrink.json -o /dev/null", kExamples);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(ToolValues, EveryTypePrintsAsNumbers) {
  tool::Result result = runModel(
      model(resource("f64", "FLOAT64", "[0.1, \"NaN\", -0]") +
                resource("f32", "DML_TENSOR_DATA_TYPE_FLOAT32",
                         "[1234567, \"INF\", \"-inf\", 1e-30]") +
                resource("f16", "FLOAT16", "[0.3, 65504, 1e6, \"nan\"]") +
                resource("i8", "INT8", "[-128, 65, 127]") +
                resource("u8", "UINT8", "[0, 65, 255]") +
                resource("i64", "INT64",
                         "[-9223372036854775808, 9223372036854775807]") +
                resource("u64", "UINT64", "[18446744073709551615]"),
            "",
            printCommand("f64") + printCommand("f32") + printCommand("f16") +
                printCommand("i8") + printCommand("u8") + printCommand("i64") +
                printCommand("u64")));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(
      tool::resourceLines(result.out),
      ElementsAre("Resource 'f64': 0.1, nan, -0",
                  "Resource 'f32': 1.23457e+06, inf, -inf, 1e-30",
                  "Resource 'f16': 0.300049, 65504, inf, nan",
                  "Resource 'i8': -128, 65, 127", "Resource 'u8': 0, 65, 255",
                  "Resource 'i64': -9223372036854775808, 9223372036854775807",
                  "Resource 'u64': 18446744073709551615"));
}

TEST(ToolValues, SequencesAddInTheirType) {
  auto sequence = [](const std::string &count, const std::string &start,
                     const std::string &delta) {
    return "{ \"valueCount\": " + count + ", \"valueStart\": " + start +
           ", \"valueDelta\": " + delta + " }";
  };
  tool::Result result = runModel(
      model(resource("h", "FLOAT16", sequence("4", "2047", "1")) +
                resource("u", "UINT8", sequence("4", "250", "3")) +
                resource("i", "INT8", sequence("3", "126", "1")) +
                resource("f", "FLOAT32", sequence("3", "0.1", "0.1")),
            "",
            printCommand("h") + printCommand("u") + printCommand("i") +
                "{ \"type\": \"PRINT\", \"resource\": \"f\", \"verbose\": "
                "true }"));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("Resource 'h': 2047, 2048, 2048, 2048\n"
                                    "Resource 'u': 250, 253, 0, 3\n"
                                    "Resource 'i': 126, 127, -128\n"
                                    "Resource 'f':\n"
                                    "[0] 0.1 (0x3DCCCCCD)\n"
                                    "[1] 0.2 (0x3E4CCCCD)\n"
                                    "[2] 0.3 (0x3E99999A)\n"));
}

TEST(ToolValues, VerboseIndicesLineUp) {
  tool::Result result = runModel(
      model(resource("x", "INT16", "[0,1,2,3,4,5,6,7,8,9,-1]"), "",
            "{ \"type\": \"print\", \"resource\": \"x\", \"verbose\": true }"));
  EXPECT_THAT(result.out, HasSubstr("\n[ 9] 9 (0x0009)\n[10] -1 (0xFFFF)\n"));
}

TEST(ToolValues, RelaxedJsonAndMixedLists) {
  support::TempDir folder;
  tool::Result result = runModel(
      "\xEF\xBB\xBF// comment\n{ \"$schema\": \"x\", /* more */ \"resources\": "
      "{ \"m\": { \"initialValues\": [ { \"type\": \"UINT8\", \"value\": 7 }, "
      "{ \"type\": \"FLOAT32\", \"value\": \"inf\", \"name\": \"n\" }, ], }, "
      "}, \"dispatchables\": {}, \"commands\": [ { \"type\": \"writefile\", "
      "\"resource\": \"m\", \"targetPath\": \"m.dat\" }, ], } trailing text",
      "--output_path " + tool::quote(folder.path(".")));
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(tool::readFile(folder.path("m.dat")),
            std::string("\x07\x00\x00\x80\x7F\x00\x00\x00", 8));
}

TEST(ToolValues, NpyRoundTripKeepsBytes) {
  support::TempDir folder;
  folder.write("write.json",
               model(resource("h", "FLOAT16", "[1, -2, 0.5]") +
                         resource("d", "FLOAT64", "[0.1, 2, 3, 4, 5, 6]"),
                     "",
                     "{ \"type\": \"writeFile\", \"resource\": \"h\", "
                     "\"targetPath\": \"h.NPY\", \"dimensions\": [1, 3] },"
                     "{ \"type\": \"writeFile\", \"resource\": \"d\", "
                     "\"targetPath\": \"d.npy\", \"dimensions\": [2, 3] }"));
  folder.write("read.json",
               model("\"h\": { \"initialValues\": { \"sourcePath\": \"h.NPY\" "
                     "} }, \"d\": { \"initialValues\": { \"sourcePath\": "
                     "\"d.npy\" } }",
                     "", printCommand("h") + printCommand("d")));
  tool::Result written = tool::run("run write.json", folder.path("."));
  EXPECT_EQ(written.exitCode, 0) << written.err;
  EXPECT_THAT(tool::readFile(folder.path("d.npy")),
              HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (2, "
                        "3)"));
  tool::Result read = tool::run("run read.json", folder.path("."));
  EXPECT_EQ(read.err, "");
  EXPECT_THAT(tool::resourceLines(read.out),
              ElementsAre("Resource 'h': 1, -2, 0.5",
                          "Resource 'd': 0.1, 2, 3, 4, 5, 6"));
}

/// A .npy file of two elements.
std::string npy(int version, const std::string &descr,
                const std::string &data) {
  std::string header =
      "{\"descr\": '" + descr + "', 'fortran_order': False, 'shape': (2L,)}\n";
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  file += static_cast<char>(header.size());
  file.append(version == 1 ? 1 : 3, '\0');
  return file + header + data;
}

TEST(ToolValues, NpyVersionsAndByteOrders) {
  support::TempDir folder;
  folder.write("v1.npy", npy(1, ">i2", std::string("\1\2\xFF\xFE", 4)));
  folder.write("v2.npy", npy(2, "=u4", std::string("\1\0\0\0\2\0\0\0", 8)));
  folder.write("v3.npy", npy(3, "|b1", std::string("\0\1", 2)));
  folder.write(
      "model.json",
      model("\"a\": { \"initialValues\": { \"sourcePath\": \"v1.npy\" "
            "} }, \"b\": { \"initialValues\": { \"sourcePath\": "
            "\"v2.npy\" } }, \"c\": { \"initialValues\": { "
            "\"sourcePath\": \"v3.npy\" } }",
            "", printCommand("a") + printCommand("b") + printCommand("c")));
  tool::Result result = tool::run("run model.json", folder.path("."));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(tool::resourceLines(result.out),
              ElementsAre("Resource 'a': 258, -2", "Resource 'b': 1, 2",
                          "Resource 'c': 0, 1"));
}

//===----------------------------------------------------------------------===//
// Dispatches
//===----------------------------------------------------------------------===//

/// x = x + 1, in place.
std::string increment() {
  return model(resource("x", "FLOAT32", "[0, 10]") +
                   resource("one", "FLOAT32", "[1, 1]"),
               binary("add", "ELEMENT_WISE_ADD", 2),
               dispatchCommand("add", "\"x\"", "[\"one\"]", "\"x\"") +
                   printCommand("x"));
}

TEST(ToolRun, EveryIterationAndRepeatRunsAgain) {
  EXPECT_THAT(tool::resourceLines(runModel(increment()).out),
              ElementsAre("Resource 'x': 1, 11"));
  EXPECT_THAT(tool::resourceLines(runModel(increment(), "-i 5").out),
              ElementsAre("Resource 'x': 5, 15"));
  EXPECT_THAT(tool::resourceLines(runModel(increment(), "-i 3 -r 4").out),
              ElementsAre("Resource 'x': 12, 22"));
  tool::Result timed = runModel(increment(), "-t 20 -i 1");
  EXPECT_EQ(timed.exitCode, 0) << timed.err;
  EXPECT_THAT(timed.out, HasSubstr(" iterations, "));
}

TEST(ToolRun, VerbosityShowsColdAndHotTimes) {
  std::string out = runModel(increment(), "-i 4 -w 2 -v 2").out;
  EXPECT_THAT(out, HasSubstr("Initialize 'add': "));
  EXPECT_THAT(out, HasSubstr("Dispatch 'add': 4 iterations\n"));
  EXPECT_THAT(out, HasSubstr("CPU Timings (Cold) : 2 samples, "));
  EXPECT_THAT(out, HasSubstr("CPU Timings (Hot)  : 2 samples, "));
  EXPECT_THAT(out, HasSubstr("The timings of each iteration:\niteration 0: "));
  // One sample stays hot.
  out = runModel(increment(), "-i 2 -w 9 -v 1").out;
  EXPECT_THAT(out, HasSubstr("CPU Timings (Hot)  : 1 samples, "));
}

TEST(ToolRun, ForeignOptionsGiveOneWarning) {
  tool::Result result = runModel(
      increment(), "-q direct --disable_gpu_timeout -a Radeon -f a:1 -f b:2");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err,
            "warning: options for GPUs and ONNX have no effect here: "
            "--adapter, --queue_type, --disable_gpu_timeout, "
            "--onnx_free_dim_name_override\n");
}

TEST(ToolRun, PrintsCommands) {
  std::string out = runModel(increment(), "--print_commands").out;
  EXPECT_THAT(out, HasSubstr("[StartCmd][0000] dispatch\n"));
  EXPECT_THAT(out, HasSubstr("[EndCmd][0001] print 0x00000000\n"));
}

TEST(ToolRun, MlirTakesTheOptionsOfARun) {
  support::TempDir folder;
  tool::Result inputs =
      runModel(model(resource("x", "FLOAT32", "[1, 2, 3, 4, 5, 6, 7, 8]"), "",
                     "{ \"type\": \"writeFile\", \"resource\": \"x\", "
                     "\"targetPath\": \"x.npy\" }"),
               "--output_path " + tool::quote(folder.path(".")));
  ASSERT_EQ(inputs.exitCode, 0) << inputs.err;
  tool::Result result = tool::run(
      "run " + tool::quote(std::string(kExamples) + "/multiply_shrink.mlir") +
          " --input a=x.npy --input b=x.npy --output result0=new/deep/y.npy"
          " --print_commands --time -v 1 -i 3",
      folder.path("."));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("\nInitialize 'multiply_shrink': "));
  EXPECT_THAT(result.out, HasSubstr("\n[StartCmd][0000] dispatch\n"
                                    "Dispatch 'multiply_shrink': 3 "));
  EXPECT_THAT(result.out, HasSubstr("\n[EndCmd][0000] dispatch 0x00000000\n"));
  EXPECT_THAT(result.out,
              testing::ContainsRegex("\nTime: start-up [0-9.]+ ms, load "));
  EXPECT_TRUE(std::filesystem::exists(folder.path("new/deep/y.npy")));
}

TEST(ToolRun, HalfPrecisionIsWarnedOfOnce) {
  auto flagged = [](const char *name) {
    std::string op = binary(name, "ELEMENT_WISE_ADD", 2);
    return op.insert(op.find("\"desc\""),
                     "\"executionFlags\": "
                     "\"ALLOW_HALF_PRECISION_COMPUTATION\", ");
  };
  tool::Result result =
      runModel(model("", flagged("one") + flagged("two"), ""));
  EXPECT_EQ(result.exitCode, 0);
  std::vector<std::string> lines = tool::linesOf(result.err);
  ASSERT_EQ(lines.size(), 1u) << result.err;
  EXPECT_THAT(lines[0],
              HasSubstr(": warning: Failed to parse dispatchable 'one'"));
}

TEST(ToolRun, FusionAndThreadsDoNotChangeResults) {
  std::string expected = tool::resourceLines(
      tool::run("run multiply_shrink.json", kExamples).out)[0];
  for (const char *options :
       {"--no-fuse", "--threads 1", "--cpu x86-64-v2", "--features -avx512f"}) {
    tool::Result result = tool::run(
        std::string("run multiply_shrink.json ") + options, kExamples);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(tool::resourceLines(result.out), ElementsAre(expected));
  }
}

TEST(ToolRun, BindingsStartAtOffsets) {
  tool::Result result = runModel(
      model(resource("x", "FLOAT32", "[1, 2, 3, 4]"),
            binary("mul", "DML_OPERATOR_ELEMENT_WISE_MULTIPLY", 2),
            dispatchCommand("mul", "\"x\"",
                            "{ \"name\": \"x\", \"elementOffset\": 8, "
                            "\"elementSizeInBytes\": 1 }",
                            "{ \"name\": \"x\", \"elementOffset\": 2 }") +
                printCommand("x")));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(tool::resourceLines(result.out),
              ElementsAre("Resource 'x': 1, 2, 3, 8"));
}

TEST(ToolRun, OwnedInputsAreCopiedFirst) {
  std::string owned = binary("add", "ELEMENT_WISE_ADD", 2);
  owned.insert(owned.find(" }, \"BTensor\""), ", \"Flags\": \"OWNED_BY_DML\"");
  owned.insert(owned.find("\"desc\""),
               "\"bindings\": { \"ATensor\": \"w\" }, ");
  std::string dispatch =
      "{ \"type\": \"dispatch\", \"dispatchable\": \"add\", \"bindings\": { "
      "\"BTensor\": \"x\", \"OutputTensor\": \"w\" } },";
  // w is overwritten, but the first value of w stays the operand.
  tool::Result result = runModel(model(
      resource("w", "FLOAT32", "[1, 2]") + resource("x", "FLOAT32", "[5, 5]"),
      owned, dispatch + dispatch + printCommand("w")));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(tool::resourceLines(result.out),
              ElementsAre("Resource 'w': 6, 7"));
}

TEST(ToolRun, GraphsHaveConstantsAndNumberedPorts) {
  std::string tensor = "{ \"DataType\": \"FLOAT32\", \"Sizes\": [2] }";
  std::string graph =
      "\"g\": { \"type\": \"DMLGRAPH\", \"Desc\": { \"Nodes\": [ { \"Type\": "
      "\"CONSTANT\", \"Desc\": { \"DataType\": \"FLOAT32\", \"Data\": [10, 20] "
      "} }, { \"Name\": \"add\", \"Type\": \"ELEMENT_WISE_ADD\", \"Desc\": { "
      "\"ATensor\": " +
      tensor + ", \"BTensor\": " + tensor + ", \"OutputTensor\": " + tensor +
      " } } ], \"InputEdges\": [ { \"GraphInputIndex\": 0, \"ToNodeIndex\": "
      "\"add\", \"ToNodeInputIndex\": 0 } ], \"IntermediateEdges\": [ { "
      "\"FromNodeIndex\": 0, \"FromNodeOutputIndex\": 0, \"ToNodeIndex\": 1, "
      "\"ToNodeInputIndex\": 1 } ], \"OutputEdges\": [ { \"FromNodeIndex\": 1, "
      "\"FromNodeOutputIndex\": 0, \"GraphOutputIndex\": 0 } ] } },";
  tool::Result result = runModel(
      model(resource("x", "FLOAT32", "[1, 2]"), graph,
            "{ \"type\": \"dispatch\", \"dispatchable\": \"g\", \"bindings\": "
            "{ \"Input0\": \"x\", \"Output0\": \"x\" } }," +
                printCommand("x")));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(tool::resourceLines(result.out),
              ElementsAre("Resource 'x': 11, 22"));
}

//===----------------------------------------------------------------------===//
// check, ops and help
//===----------------------------------------------------------------------===//

TEST(ToolCheck, ExitCodes) {
  tool::Result good = runModel(increment(), "", "check");
  EXPECT_EQ(good.exitCode, 0);
  EXPECT_EQ(good.out,
            "model.json: ok (2 resources, 1 dispatchable, 2 commands)\n");
  EXPECT_EQ(good.err, "");
  // Two dimensions came with feature level 3_0.
  EXPECT_EQ(runModel(increment(), "--dml_feature_level 2_1", "check").exitCode,
            1);
  EXPECT_EQ(runModel(increment(), "--dml_feature_level 3_0", "check").exitCode,
            0);
  EXPECT_EQ(runModel(increment(), "--frobnicate", "check").exitCode, 2);
}

TEST(ToolCheck, ReportsEveryError) {
  tool::Result result = runModel(
      model(resource("a", "FLOAT33", "[1]") + resource("b", "INT8", "[300]"),
            "\"x\": { \"type\": \"GEMM\" }, \"y\": {}", printCommand("c")),
      "", "check");
  EXPECT_EQ(result.exitCode, 1);
  for (const char *part : {"resource 'a'", "resource 'b'", "dispatchable 'x'",
                           "dispatchable 'y'", "command at index 0"})
    EXPECT_THAT(result.err, HasSubstr(part));
}

TEST(ToolOps, ListsTypesAndDimensions) {
  tool::Result all = tool::run("ops", ".");
  EXPECT_EQ(all.exitCode, 0);
  EXPECT_THAT(all.out, HasSubstr("is_infinity"));
  tool::Result old = tool::run("ops multiply --feature-level 2_1", ".");
  EXPECT_THAT(old.out, HasSubstr("2_1*  4 to 5 dimensions  ATensor, BTensor, "
                                 "OutputTensor: FLOAT32 FLOAT16 INT32 UINT32"));
  tool::Result json = tool::run("ops --json", ".");
  auto document = fusedml::json::Document::parse(json.out, "ops");
  ASSERT_TRUE(document) << document.error().str();
  EXPECT_EQ((*document)->root().elements.size(), 91u);
}

TEST(ToolBench, PrintsTimePerElement) {
  tool::Result result =
      tool::run("bench multiply_shrink.json -i 10", kExamples);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("multiply_shrink: 10 iterations, "));
  EXPECT_THAT(result.out, HasSubstr(" ns/element, "));
  EXPECT_THAT(result.out, HasSubstr(" GB/s\n"));
}

TEST(ToolHelp, IsPrintedWithoutArguments) {
  for (const char *arguments : {"", "--help", "run -h", "compile --help"}) {
    tool::Result result = tool::run(arguments, ".");
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr("Usage: fusedml"));
  }
  EXPECT_THAT(tool::run("compile --help", ".").out, HasSubstr("x86-64-v3"));
}

TEST(ToolHelp, NamesWhatIsIgnored) {
  EXPECT_THAT(tool::run("run --help", ".").out,
              HasSubstr("Accepted and ignored"));
}

TEST(ToolOutput, ErrorsFollowWhatWasPrinted) {
  support::TempDir folder;
  folder.write("file", "");
  folder.write("model.json",
               model(resource("x", "FLOAT32", "[1]"), "",
                     printCommand("x") +
                         "{ \"type\": \"writeFile\", \"resource\": \"x\", "
                         "\"targetPath\": \"file/x.dat\" }"));
  std::string command = "cd " + tool::quote(folder.path(".")) + " && " +
                        tool::quote(FUSEDML_BINARY_DIR "/bin/fusedml") +
                        " run model.json >log 2>&1";
  int status = std::system(command.c_str()); // NOLINT: paths of our own.
  EXPECT_EQ(WEXITSTATUS(status), 1);
  std::string log = tool::readFile(folder.path("log"));
  EXPECT_LT(log.find("Resource 'x': 1\n"), log.find("error: ")) << log;
}

TEST(ToolOutput, FullDeviceIsAnError) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP();
  support::TempDir folder;
  std::string command = tool::quote(FUSEDML_BINARY_DIR "/bin/fusedml") +
                        " ops >/dev/full 2>" + tool::quote(folder.path("err"));
  int status = std::system(command.c_str()); // NOLINT: paths of our own.
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(tool::readFile(folder.path("err")),
            "error: cannot write to the standard output\n");
}

} // namespace
