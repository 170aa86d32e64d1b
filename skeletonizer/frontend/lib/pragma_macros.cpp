//===- skeletonizer/frontend/lib/pragma_macros.cpp - `#define LOOP #pragma omp for` -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/pragma_macros.h"

#include "llvm/Support/MemoryBuffer.h"

namespace maquette::skeletonizer {
namespace {

/// Begins like every directive that splits a loop's work among threads; what a skeleton does without.
constexpr llvm::StringRef kDirective = "#pragma omp";

llvm::StringRef word(llvm::StringRef text) {
  return text.take_while([](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

/// The macro's name and where its body begins in \p line, if the line defines one that stands for a `#pragma`.
std::pair<llvm::StringRef, size_t> definition(llvm::StringRef line) {
  llvm::StringRef rest = line.ltrim();
  if (!rest.consume_front("#") || !(rest = rest.ltrim()).consume_front("define") || rest.empty() ||
      !isspace(static_cast<unsigned char>(rest.front())))
    return {};
  rest = rest.ltrim();
  const llvm::StringRef name = word(rest);
  const size_t body = rest.drop_front(name.size()).data() - line.data();
  rest = line.substr(body).ltrim();
  const bool stands_for_pragma = rest.consume_front("#") && word(rest.ltrim()) == "pragma";
  return stands_for_pragma ? std::pair{name, body} : std::pair<llvm::StringRef, size_t>{};
}

class ShownFile : public llvm::vfs::File {
public:
  ShownFile(std::unique_ptr<File> file, MacroNames &names) : file_(std::move(file)), names_(names) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t size, bool terminated,
                                                               bool is_volatile) override {
    auto text = file_->getBuffer(name, size, terminated, is_volatile);
    if (!text || ((*text)->getBuffer().find("pragma") == llvm::StringRef::npos && names_.empty()))
      return text;
    return llvm::MemoryBuffer::getMemBufferCopy(withoutPragmaMacros((*text)->getBuffer(), names_), name);
  }

private:
  std::unique_ptr<File> file_;
  MacroNames &names_;
};

} // namespace

std::string withoutPragmaMacros(llvm::StringRef text, MacroNames &names) {
  std::string shown = text.str();
  for (size_t start = 0; start < text.size();) {
    const size_t stop = std::min(text.find('\n', start), text.size());
    const llvm::StringRef line = text.slice(start, stop);
    if (auto [name, body] = definition(line); !name.empty()) {
      names.insert(name.str());
      std::fill(shown.begin() + start + body, shown.begin() + stop, ' ');
    } else if (line.size() >= kDirective.size() && names.count(line.trim().str())) {
      std::fill(shown.begin() + start, shown.begin() + stop, ' ');
      std::copy(kDirective.begin(), kDirective.end(), shown.begin() + start);
    }
    start = stop + 1;
  }
  return shown;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> PragmaMacros::openFileForRead(const llvm::Twine &path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file)
    return file;
  return std::unique_ptr<llvm::vfs::File>(new ShownFile(std::move(*file), names_));
}

} // namespace maquette::skeletonizer
