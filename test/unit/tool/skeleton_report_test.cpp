//===- test/unit/tool/skeleton_report_test.cpp ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/skeleton_report.h"

#include <gtest/gtest.h>

using namespace maquette::runtime;

namespace {

SkeletonReport oneFile() {
  SkeletonReport report;
  report.model_id = "m1";
  report.root = "/src";
  report.reasons = {{"main.c", 7, "MPI_Send needs it"}};
  report.files = {{"main.c", {{3, 4, 20, 40, "removed", "r1", {0}}}, {{"r1", "main", 3, 4, {"n"}, 0.5}}, {}}};
  return report;
}

} // namespace

TEST(SkeletonReport, IsReadAsItWasWritten) {
  const auto read = skeletonReportFromJson(toJson(oneFile()), "report.json");
  ASSERT_TRUE(read) << toText(read.error());
  EXPECT_EQ(toJson(*read), toJson(oneFile()));
  EXPECT_EQ(read->files[0].regions[0].features, std::vector<std::string>{"n"});
  EXPECT_EQ(read->files[0].regions[0].seconds, 0.5);
  EXPECT_EQ(read->files[0].statements[0].reasons, std::vector<std::size_t>{0});
}

TEST(SkeletonReport, OfAnotherVersionIsRefusedByName) {
  std::string text = toJson(oneFile());
  text.replace(text.find("\"version\":1"), 11, "\"version\":2");
  const auto read = skeletonReportFromJson(text, "out/report.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(toText(read.error()),
            "out/report.json: error: version 2 of the report; this Maquette reads version 1 [maquette-report-missing]\n"
            "  fix: skeletonize again\n");
}

TEST(SkeletonReport, ReasonsThatAreNotThereAreRefused) {
  SkeletonReport report = oneFile();
  report.files[0].statements[0].reasons = {1};
  EXPECT_FALSE(skeletonReportFromJson(toJson(report), "report.json"));
}

TEST(SkeletonReport, DamagedTextIsAnErrorAndNoCrash) {
  const std::string text = toJson(oneFile());
  for (const std::string &damaged : {std::string(), text.substr(0, text.size() / 2), std::string("[1, 2]")})
    EXPECT_FALSE(skeletonReportFromJson(damaged, "report.json"));
}
