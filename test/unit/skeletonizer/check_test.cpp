// check_test.cpp - edits that do not compile are found, and withdrawn until what is left compiles
// SPDX-License-Identifier: Apache-2.0
#include "maquette/check/check_units.h"
#include "maquette/check/settle.h"
#include "maquette/frontend/frontend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

const char *const kHeader = "#ifndef ALL_H\n#define ALL_H\n"
                            "static int limit = 3;\n"
                            "static inline int twice(int n) { return 2 * n + limit; }\n"
                            "#endif\n";
const char *const kMain = "#include \"all.h\"\n"
                          "int other(int);\n"
                          "static int table[4];\n"
                          "int main(void) {\n"
                          "  int sum = twice(1);\n"
                          "  sum += other(sum);\n"
                          "  return sum + table[0];\n"
                          "}\n";
const char *const kOther = "#include \"all.h\"\n"
                           "static int three(void) { return 3; }\n"
                           "int other(int n) {\n"
                           "  int result = twice(n);\n"
                           "  result += three();\n"
                           "  return result;\n"
                           "}\n";

/// Two units and a header that both include; edits are planted by the text they replace.
class CheckedProgram : public ::testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "maquette-check-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = fs::canonical(name);
    write("all.h", kHeader);
    write("main.c", kMain);
    write("other.c", kOther);
  }

  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(folder_ / name) << text;
    texts_[name] = text;
  }

  void parse(const std::string &options = "") {
    std::string database;
    for (const char *const name : {"main.c", "other.c"})
      database += (database.empty() ? "[" : ",\n") + std::string(R"({"directory":")") + folder_.string() +
                  R"(","file":")" + name + R"(","command":"cc )" + options + " -c " + name + "\"}";
    write("compile_commands.json", database + "]\n");
    Options read;
    read.build_dir = folder_.string();
    llvm::Expected<Program> program = parseProgram(read);
    ASSERT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
    program_ = std::move(*program);
    checker_ = std::make_unique<UnitChecker>(
        program_, [this](const std::string &file) { return llvm::StringRef(file).starts_with(folder_.string()); },
        cache_dir_);
  }

  std::string path(const std::string &name) const { return (folder_ / name).string(); }

  unsigned offsetOf(const std::string &name, const std::string &text) const {
    const std::size_t found = texts_.at(name).find(text);
    EXPECT_NE(found, std::string::npos) << text;
    return static_cast<unsigned>(found);
  }

  Edit edit(const std::string &name, const std::string &text, const std::string &becomes) const {
    const unsigned begin = offsetOf(name, text);
    return {begin, begin + static_cast<unsigned>(text.size()), becomes};
  }

  SourceKey key(const std::string &name, const std::string &begin, const std::string &end) const {
    return {path(name), offsetOf(name, begin), offsetOf(name, end) + static_cast<unsigned>(end.size())};
  }

  fs::path folder_;
  std::string cache_dir_;
  std::map<std::string, std::string> texts_;
  Program program_;
  std::unique_ptr<UnitChecker> checker_;
};

TEST_F(CheckedProgram, WithGoodEditsHasNoErrors) {
  parse();
  TreeEdits edits;
  edits.skeleton[path("main.c")] = {edit("main.c", "sum += other(sum);", ";")};
  edits.profiled[path("main.c")] = {edit("main.c", "sum += other(sum);", "{ sum += other(sum); }")};
  EXPECT_TRUE(checker_->check(edits).empty());
  EXPECT_EQ(checker_->runs(), 2u); // other.c reads no edited file.
}

TEST_F(CheckedProgram, ReportsAnErrorInABodyAtItsPlaceInTheOriginal) {
  parse();
  TreeEdits edits;
  edits.profiled[path("main.c")] = {{0, 0, "/* a line before\n */\n"}, edit("main.c", "other(sum)", "other(kGone, 1)")};
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].tree, "profiled");
  EXPECT_EQ(errors[0].unit, path("main.c"));
  EXPECT_EQ(errors[0].place, (CheckPlace{path("main.c"), offsetOf("main.c", "other(sum)"), 6}));
  EXPECT_EQ(errors[0].message, "use of undeclared identifier 'kGone'");
  EXPECT_EQ(errors[0].read, std::set<std::string>{path("main.c")});
}

TEST_F(CheckedProgram, ReportsAnErrorInADeclaration) {
  parse();
  TreeEdits edits;
  edits.skeleton[path("main.c")] = {edit("main.c", "table[4]", "table[kGone]")};
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].place.line, 3u);
}

TEST_F(CheckedProgram, ReportsAnErrorInAHeaderForBothUnitsThatReadIt) {
  parse();
  TreeEdits edits;
  edits.skeleton[path("all.h")] = {edit("all.h", "static int limit = 3;\n", "")};
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].place, (CheckPlace{path("all.h"), offsetOf("all.h", "limit;"), 4}));
  EXPECT_EQ(errors[0].unit, path("main.c"));
  EXPECT_EQ(errors[1].unit, path("other.c"));
}

TEST_F(CheckedProgram, IsReadWithTheBodiesThatTheProfiledTreeChanges) {
  parse();
  TreeEdits edits;
  edits.profiled[path("all.h")] = {{0, 0, "\n"}, edit("all.h", "2 * n", "kGone * n")};
  EXPECT_EQ(checker_->check(edits).size(), 2u);
  edits.profiled[path("all.h")] = {{0, 0, "\n"}, edit("all.h", "2 * n", "3 * n")};
  edits.profiled[path("main.c")] = {{0, 0, "\n"}};
  EXPECT_TRUE(checker_->check(edits).empty());
}

TEST_F(CheckedProgram, IsNotCheckedAgainWhereTheTextsAreTheSame) {
  parse();
  TreeEdits edits;
  edits.skeleton[path("all.h")] = {{0, 0, "\n"}};
  checker_->check(edits);
  EXPECT_EQ(checker_->runs(), 2u);
  edits.skeleton[path("main.c")] = {{0, 0, "\n"}};
  EXPECT_TRUE(checker_->check(edits).empty());
  EXPECT_EQ(checker_->runs(), 3u);
  edits.profiled = edits.skeleton;
  EXPECT_TRUE(checker_->check(edits).empty());
  EXPECT_EQ(checker_->runs(), 3u);
}

TEST_F(CheckedProgram, IsReadThroughLinksToo) {
  fs::rename(folder_ / "all.h", folder_ / "real.h");
  fs::create_symlink("real.h", folder_ / "all.h");
  parse();
  TreeEdits edits;
  edits.skeleton[path("real.h")] = {edit("all.h", "limit = 3", "limit = kGone")};
  EXPECT_EQ(checker_->check(edits).size(), 2u);
}

TEST_F(CheckedProgram, MayHaveErrorsOfItsOwn) {
  // Read without warnings, checked as it is compiled.
  write("other.c", std::string(kOther) + "int late(int n) {\n  int unused = n;\n  return 1;\n}\n");
  parse("-Wall -Wno-error=unused-variable -Werror=unused-variable");
  TreeEdits edits;
  edits.skeleton[path("other.c")] = {{0, 0, "\n\n"}};
  EXPECT_TRUE(checker_->check(edits).empty());
  edits.skeleton[path("other.c")].push_back(edit("other.c", "result += three();", "int fresh = three();"));
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "unused variable 'fresh'");
}

TEST_F(CheckedProgram, MayNotInstantiateATemplateOfAnotherFileAnewThatDoesNotCompile) {
  write("all.h", std::string(kHeader) + "template <typename T> int valueOf(T record) { return record.value; }\n");
  parse("-x c++");
  TreeEdits edits;
  edits.profiled[path("main.c")] = {edit("main.c", "sum += other(sum);", "sum += valueOf(3);")};
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(fs::path(errors[0].place.file).filename(), "all.h");
}

TEST_F(CheckedProgram, MayNotCallWhatLostItsDeclaration) {
  parse("-std=gnu89");
  TreeEdits edits;
  edits.skeleton[path("main.c")] = {edit("main.c", "int other(int);\n", "")};
  ASSERT_EQ(checker_->check(edits).size(), 1u);
}

TEST_F(CheckedProgram, MayNotCallAStaticFunctionThatLostItsBody) {
  parse();
  TreeEdits edits;
  edits.skeleton[path("other.c")] = {edit("other.c", "three(void) { return 3; }", "three(void);")};
  EXPECT_EQ(checker_->check(edits).size(), 1u);
}

TEST_F(CheckedProgram, MayNotLoseWhatAnAliasStandsFor) {
  write("other.c", std::string(kOther) + "int alias(void) __attribute__((alias(\"target\")));\n"
                                         "int target(void) { return 1; }\n");
  parse();
  TreeEdits edits;
  edits.skeleton[path("other.c")] = {{0, 0, "\n"}};
  EXPECT_TRUE(checker_->check(edits).empty());
  edits.skeleton[path("other.c")] = {edit("other.c", "int target(void) { return 1; }\n", "")};
  const std::vector<CheckError> errors = checker_->check(edits);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "alias of 'target', which is not defined");
}

TEST_F(CheckedProgram, IsNotCheckedAgainInALaterRun) {
  cache_dir_ = folder_.string();
  TreeEdits good, bad;
  good.skeleton[path("main.c")] = {{0, 0, "\n"}};
  bad.skeleton[path("main.c")] = {edit("main.c", "table[4]", "table[kGone]")};
  parse();
  EXPECT_TRUE(checker_->check(good).empty());
  EXPECT_FALSE(checker_->check(bad).empty());
  parse();
  EXPECT_TRUE(checker_->check(good).empty());
  EXPECT_EQ(checker_->runs(), 0u);
  EXPECT_FALSE(checker_->check(bad).empty());
  // A header that no edit changes.
  write("all.h", std::string(kHeader) + "/* changed */\n");
  parse();
  EXPECT_TRUE(checker_->check(good).empty());
  EXPECT_EQ(checker_->runs(), 1u);
}

/// An editor whose edits are broken on purpose, until enough is withdrawn.
class Withdrawal : public CheckedProgram {
protected:
  /// All that the editor edits: each with what must be withdrawn before it is gone.
  struct Planted {
    std::string file;
    Edit edit;
    std::function<bool(const Withdrawals &)> gone;
  };

  ProgramEdits planted(const Withdrawals &withdrawn) {
    ++edited_;
    ProgramEdits edits;
    for (const Planted &one : planted_)
      if (!one.gone(withdrawn))
        edits.edits.skeleton[path(one.file)].push_back(one.edit);
    edits.functions = {
        {"main", path("main.c"), key("main.c", "int main", "[0];\n}"), 4, FunctionState::Live},
        {"three", path("other.c"), key("other.c", "static int three", "3; }"), 2, FunctionState::Removed},
        {"other", path("other.c"), key("other.c", "int other", "return result;\n}"), 3, FunctionState::Live},
        {"twice", path("all.h"), key("all.h", "static inline", "limit; }"), 4, FunctionState::Live}};
    edits.removed_variables = {"limit"};
    for (const auto &[name, text, region] :
         std::vector<std::tuple<std::string, std::string, std::string>>{{"main.c", "int sum = twice(1);", "main#1"},
                                                                        {"main.c", "sum += other(sum);", "main#1"},
                                                                        {"main.c", "return sum + table[0];", ""},
                                                                        {"other.c", "result += three();", ""}}) {
      const SourceKey place = key(name, text, text);
      edits.statements[place.file].push_back({place.begin, place.end, 1, 1, StatementState::Removed, region, {}});
    }
    return edits;
  }

  llvm::Expected<ProgramEdits> settled() {
    parse();
    return settle({[this](const Withdrawals &withdrawn) { return planted(withdrawn); },
                   [this](const TreeEdits &edits) { return checker_->check(edits); }, [](const std::string &) {}},
                  withdrawn_);
  }

  std::vector<std::string> said() const {
    std::vector<std::string> all;
    for (const WithdrawnEdit &edit : withdrawn_.said)
      all.push_back(fs::path(edit.file).filename().string() + ":" + std::to_string(edit.line) + " " + edit.what + ": " +
                    edit.message);
    return all;
  }

  std::vector<Planted> planted_;
  Withdrawn withdrawn_;
  int edited_ = 0;
};

TEST_F(Withdrawal, OfNothingWhereAllCompiles) {
  planted_ = {{"main.c", edit("main.c", "sum += other(sum);", ";"), [](const Withdrawals &) { return false; }}};
  llvm::Expected<ProgramEdits> edits = settled();
  ASSERT_TRUE(static_cast<bool>(edits));
  EXPECT_TRUE(edits->withdrawn.empty());
  EXPECT_EQ(edited_, 1);
}

TEST_F(Withdrawal, OfADeclarationThatStaysBecauseTheErrorNamesIt) {
  planted_ = {{"other.c", edit("other.c", "static int three(void) { return 3; }", ""),
               [](const Withdrawals &withdrawn) { return withdrawn.names.count("three") != 0; }}};
  ASSERT_TRUE(static_cast<bool>(settled()));
  EXPECT_THAT(said(), ::testing::ElementsAre(::testing::StartsWith("other.c:2 declaration three: ")));
}

TEST_F(Withdrawal, OfAllStatementsOfARegion) {
  planted_ = {{"main.c", edit("main.c", "twice(1)", "twice(kGone)"),
               [](const Withdrawals &withdrawn) { return withdrawn.statements.size() == 2; }}};
  ASSERT_TRUE(static_cast<bool>(settled()));
  EXPECT_THAT(said(), ::testing::ElementsAre("main.c:5 region main#1: use of undeclared identifier 'kGone'"));
}

TEST_F(Withdrawal, OfTheFunctionWhereTheStatementIsNotEnough) {
  planted_ = {{"main.c", edit("main.c", "twice(1)", "twice(kGone)"),
               [](const Withdrawals &withdrawn) { return withdrawn.functions.size() == 1; }}};
  ASSERT_TRUE(static_cast<bool>(settled()));
  EXPECT_THAT(said(),
              ::testing::ElementsAre(::testing::HasSubstr("region main#1"), ::testing::HasSubstr("function main")));
  EXPECT_EQ(edited_, 3);
}

TEST_F(Withdrawal, OfTheFileWhereNoFunctionIsEnough) {
  planted_ = {{"main.c", edit("main.c", "table[4]", "table[kGone]"),
               [this](const Withdrawals &withdrawn) { return withdrawn.files.count(path("main.c")) != 0; }}};
  llvm::Expected<ProgramEdits> edits = settled();
  ASSERT_TRUE(static_cast<bool>(edits));
  EXPECT_THAT(said(), ::testing::Contains("main.c:3 file: use of undeclared identifier 'kGone'"));
  EXPECT_EQ(edits->withdrawn.size(), withdrawn_.said.size());
}

TEST_F(Withdrawal, OfWhatTheUnitReadsWhereTheErrorIsFarFromItsCause) {
  // The error stands in main.c, the cause in a header that no message names.
  planted_ = {{"all.h", edit("all.h", "#define ALL_H\n", "#define ALL_H\n#define table 3\n"),
               [this](const Withdrawals &withdrawn) { return withdrawn.files.count(path("all.h")) != 0; }},
              {"main.c", edit("main.c", "sum += other(sum);", ";"),
               [this](const Withdrawals &withdrawn) { return withdrawn.files.count(path("main.c")) != 0; }}};
  ASSERT_TRUE(static_cast<bool>(settled()));
}

TEST_F(Withdrawal, KeepsWhatOtherFilesGain) {
  planted_ = {{"main.c", edit("main.c", "twice(1)", "twice(kGone)"),
               [](const Withdrawals &withdrawn) { return !withdrawn.statements.empty(); }},
              {"other.c", edit("other.c", "result += three();", ";"), [](const Withdrawals &) { return false; }}};
  llvm::Expected<ProgramEdits> edits = settled();
  ASSERT_TRUE(static_cast<bool>(edits));
  EXPECT_EQ(edits->edits.skeleton.count(path("other.c")), 1u);
  EXPECT_TRUE(withdrawn_.what.files.empty());
}

TEST_F(Withdrawal, EndsWithAnErrorWhereNothingHelps) {
  planted_ = {{"main.c", edit("main.c", "twice(1)", "twice(kGone)"), [](const Withdrawals &) { return false; }}};
  llvm::Expected<ProgramEdits> edits = settled();
  ASSERT_FALSE(static_cast<bool>(edits));
  const std::string text = llvm::toString(edits.takeError());
  EXPECT_NE(text.find("main.c:5: use of undeclared identifier 'kGone'"), std::string::npos) << text;
  EXPECT_NE(text.find("[maquette-tree-does-not-compile]"), std::string::npos) << text;
  EXPECT_LT(edited_, 16);
}

TEST(WithWithdrawals, KeepsWhatTheUserRemovedInside) {
  Overrides overrides;
  overrides[{"/a.c", 10, 20}].word = OverrideWord::Remove;
  overrides[{"/a.c", 50, 60}].word = OverrideWord::Remove;
  Withdrawals withdrawn;
  withdrawn.functions.insert({"/a.c", 0, 30});
  const Overrides all = withWithdrawals(overrides, withdrawn);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.begin()->second.word, OverrideWord::Keep);
  EXPECT_EQ(all.rbegin()->second.word, OverrideWord::Remove);
}

} // namespace
} // namespace maquette::skeletonizer
