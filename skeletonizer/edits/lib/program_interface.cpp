//===- skeletonizer/edits/lib/program_interface.cpp - how rewritten files name the model and its interface ---===//
// SPDX-License-Identifier: Apache-2.0
#include "program_interface.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <cstdio>

namespace maquette::skeletonizer {

std::string modelIdOf(const ProgramEdits &edits) {
  std::string all;
  for (const auto &[file, regions] : edits.regions)
    for (const RegionRecord &region : regions) {
      all += region.id;
      for (const std::string &feature : region.features)
        all += "," + feature;
      all += ";";
    }
  for (const auto &[file, values] : edits.values)
    for (const ValueRecord &value : values)
      all += value.value.id + ";";
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(llvm::xxh3_64bits(all)));
  return text;
}

void includeInterface(const Program &program, const ExtentsOfFiles &extents, ProgramEdits &result) {
  for (auto *tree : {&result.edits.skeleton, &result.edits.profiled}) {
    std::set<std::string> files;
    for (const auto &[file, edits] : *tree)
      files.insert(file);
    for (size_t i = 0; i < program.units.size(); ++i)
      if (llvm::any_of(filesOf(*program.units[i]), [&](const std::string &file) { return files.count(file) != 0; }))
        (*tree)[program.files[i]];
    const std::set<std::string> mains(program.main_files.begin(), program.main_files.end());
    for (const std::string &file : mains)
      (*tree)[file];
    for (auto &[file, edits] : *tree) {
      std::string text = "#include <maquette/abi/skeleton.h>\n";
      if (mains.count(file))
        text += "const char maquette_model_id[] = \"" + result.model_id + "\";\n";
      if (const auto named = extents.find(file); named != extents.end())
        for (const std::string &extent :
             named->second) // Weak: each file that names it has it, whatever is linked from them.
          text += "#ifndef has_" + extent + "\n#define has_" + extent + "\n__attribute__((weak)) double " + extent +
                  ";\n#endif\n";
      edits.insert(edits.begin(), Edit{0, 0, text});
    }
  }
}

} // namespace maquette::skeletonizer
