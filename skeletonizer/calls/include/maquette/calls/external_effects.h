//===- maquette/calls/external_effects.h - what library functions do -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What functions do whose bodies are not the application's, by name. The data is in skeletonizer/calls/effects: libc,
/// POSIX, libm, what compilers have built in, the standard library and its containers, BLAS, LAPACK, allocators; the
/// user adds to it in maquette.toml. A function that is not listed is assumed to read and write through its pointer
/// arguments, and to remember what its library was told.
#ifndef MAQUETTE_CALLS_EXTERNAL_EFFECTS_H
#define MAQUETTE_CALLS_EXTERNAL_EFFECTS_H

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::skeletonizer {

enum class Effect {
  Unknown,  ///< Reads and writes through its pointers.
  Pure,     ///< Its result depends on its arguments and what they point to; it writes nothing.
  Output,   ///< Writes to a stream or releases something: nothing needs it.
  Allocate, ///< Gives new memory, uninitialized.
  AllocateZero,
  Reallocate,
  AllocateInto, ///< Gives new memory through its first argument.
  Free,
  NoReturn, ///< Ends the program.
  Random,   ///< Reads and changes hidden state.
  Clock,    ///< Reads a clock.
  Copy,     ///< (to, from, ...): copies contents; returns its first argument.
};

/// Members of the standard library's containers and strings.
enum class ContainerEffect {
  Unknown,
  QuerySize,  ///< size(), empty()
  Access,     ///< operator[], begin(), data(): gives a way to the elements
  ChangeSize, ///< resize(), clear(), reserve(): the size alone, unless a value is given
  ChangeBoth, ///< push_back(), insert(), assign()
};

/// What else a function does, whatever its class; for members of C++'s library the name is that of their class.
enum class Trait {
  MakesFolders,  ///< Makes folders or goes to one: files that are opened later may lie there.
  StartsThreads, ///< Other code of the program runs at the same time.
  Synchronizes,  ///< Waits for other threads, or lets them go on.
  Sleeps,        ///< Lets time pass that is not computing.
  UsesFiles,     ///< Opens, closes or changes a file, but moves no data.
};

/// What is wrong with a list of effects.
struct EffectProblem {
  unsigned line = 0; ///< Of the document, from 1.
  std::string what;
  std::string fix;
};

class ExternalEffects {
public:
  /// Those of skeletonizer/calls/effects.
  ExternalEffects();

  /// Adds the table `effects` of the TOML document \p text (docs/reference/pragmas.md, "What libraries do"); what it
  /// says of a function replaces what was known of it. All that is wrong with the table is returned, and then nothing
  /// was added. Other tables are not looked at.
  std::vector<EffectProblem> add(std::string_view text);

  /// \p function of namespace std, at any depth: std::name. What C has may be listed without.
  Effect of(const std::string &function) const;
  /// What a function of no class of its own does with what each argument points to, one letter an argument, the last
  /// for all that follow: i read, d read with what pointers in it point to, o written, x both, p passed on. Empty if it
  /// is not listed.
  std::string argumentRoles(const std::string &function, unsigned argument_count) const;
  /// What the function, or the library's variable, shares with others of its kind: scanf() and scanf(), getopt() and
  /// optind. Empty if it shares nothing; \p changes if later ones depend on it, \p reads if it depends on earlier ones.
  std::string hiddenState(const std::string &name, bool &changes, bool &reads) const;
  /// What a function that moves data between memory and a file does with each argument, one letter an argument, the
  /// last for all that follow: w data that is written, r data that is read, f the file, i a number. Empty if it moves
  /// none.
  std::string transferRoles(const std::string &function) const;
  bool has(const std::string &name, Trait trait) const { return traits_.count({name, trait}) != 0; }
  ContainerEffect ofMember(const std::string &member) const;

private:
  struct State {
    std::string name;
    bool changes, reads;
  };
  std::string stem(const std::string &name) const;

  std::unordered_map<std::string, Effect> effects_;
  std::unordered_map<std::string, std::string> roles_;
  std::unordered_map<std::string, std::string> transfers_;
  std::unordered_map<std::string, State> states_;
  std::set<std::pair<std::string, Trait>> traits_;
  std::unordered_map<std::string, ContainerEffect> members_;
};

} // namespace maquette::skeletonizer

#endif
