//===- skeletonizer/report/lib/report_html.cpp - report.html --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/report/report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace maquette::skeletonizer {
namespace {

constexpr const char *kHead = R"html(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Maquette: what stayed and why</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 0; display: flex; height: 100vh; color: #222; }
nav { width: 20em; overflow: auto; background: #f4f4f2; padding: 1em; box-sizing: border-box; flex: none; }
nav a { display: block; color: #234; text-decoration: none; padding: 1px 4px; cursor: pointer;
  overflow-wrap: anywhere; }
nav a.here { background: #dde6ee; }
main { flex: 1; overflow: auto; display: flex; }
pre { margin: 0; padding: 1em; flex: 1; min-width: 0; overflow-x: auto; font: 12px/1.5 ui-monospace, monospace;
  tab-size: 4; }
pre + pre { border-left: 1px solid #ccc; }
aside { width: 26em; flex: none; overflow: auto; padding: 1em; background: #fafaf8;
  border-left: 1px solid #ccc; box-sizing: border-box; }
.n { color: #aaa; user-select: none; }
.kept { background: #e3f4e1; cursor: pointer; } .changed { background: #eef3c9; cursor: pointer; }
.predicted { background: #ffe2b8; cursor: pointer; } .phantom { background: #dfe6fb; cursor: pointer; }
.removed { color: #999; cursor: pointer; }
.cost { background: #c33; color: #fff; border-radius: 3px; padding: 0 .4em; margin-left: 1em; }
.key span { padding: 0 .5em; margin-right: .3em; }
h1 { font-size: 1.1em; } h2 { font-size: 1em; margin-bottom: .3em; } li { margin-bottom: .3em; }
</style></head><body>
<nav><h1>Maquette skeleton</h1><div id="sum"></div>
<p class="key"><span class="kept">kept</span><span class="changed">changed</span>
<span class="predicted">predicted</span>
<span class="phantom">phantom</span><span class="removed">removed</span></p><div id="files"></div></nav>
<main id="main"></main><aside id="why"><p>Click a line of the original (left): what became of it, and why.</p></aside>
)html";

constexpr const char *kScript = R"html(<script>
const $ = id => document.getElementById(id), make = (tag, text, cls) => { const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text; if (cls) e.className = cls; return e; };
const s = report.summary;
$('sum').append(make('p', `${s.units} units, ${s.statements_kept} statements kept, ${s.statements_removed} removed, ` +
  `${s.statements_predicted} predicted; ${s.regions} regions; ${s.predicted_values} predicted values.`));
const seconds = file => file.regions.reduce((sum, r) => sum + (r.seconds || 0), 0);
const all = report.files.reduce((sum, file) => sum + seconds(file), 0);
const cost = t => `${t.toPrecision(3)} s over all ranks, ${(100 * t / all).toFixed(1)} % of the regions in the profile`;
function why(file, line) {
  const hits = file.statements.filter(x => x.line <= line && line <= x.end_line)
    .sort((a, b) => (a.end - a.begin) - (b.end - b.begin));
  const box = $('why'); box.replaceChildren(make('h2', `${file.path}:${line}`));
  if (!hits.length) { box.append(make('p', 'No statement of a function stands here.')); return; }
  const hit = hits[0]; box.append(make('p', hit.state));
  for (const v of file.values.filter(v => hit.line <= v.line && v.line <= hit.end_line))
    box.append(make('p', `Predicted ${v.what} (${v.type}, ${v.id}): ${v.reason}`));
  const region = file.regions.find(r => r.id === hit.region);
  if (region && region.seconds !== undefined) box.append(make('p', cost(region.seconds)));
  if (region) box.append(make('p', `Region ${region.id}, lines ${region.line} to ${region.end_line}; ` +
    (region.features.length ? 'features: ' + region.features.join(', ') : 'no features')));
  if (hit.reasons) { const list = make('ol'); box.append(make('h2', 'Needed because'), list);
    for (const i of hit.reasons) { const r = report.reasons[i];
      list.append(make('li', `${r.text} (${r.file.split('/').pop()}:${r.line})`)); } }
}
function show(i) {
  const file = report.files[i], left = make('pre'), right = make('pre');
  [...$('files').children].forEach((a, j) => a.className = i === j ? 'here' : '');
  const state = [];
  for (const x of [...file.statements].sort((a, b) => (b.end - b.begin) - (a.end - a.begin)))
    for (let l = x.line; l <= x.end_line; ++l) state[l] = x.state;
  texts[i].original.split('\n').forEach((text, k) => { const row = make('div'); row.append(make('span',
    String(k + 1).padStart(5) + '  ', 'n'), make('span', text || ' ', state[k + 1] || ''));
    const timed = file.regions.filter(r => r.line === k + 1 && r.seconds !== undefined);
    if (timed.length && all > 0) row.append(make('span',
      `${(100 * timed.reduce((sum, r) => sum + r.seconds, 0) / all).toFixed(1)} %`, 'cost'));
    row.onclick = () => why(file, k + 1); left.append(row); });
  texts[i].skeleton.split('\n').forEach((text, k) => { const row = make('div'); row.append(make('span',
    String(k + 1).padStart(5) + '  ', 'n'), make('span', text || ' ')); right.append(row); });
  $('main').replaceChildren(left, right);
}
report.files.forEach((file, i) => {
  const share = all > 0 ? `  ${(100 * seconds(file) / all).toFixed(1)} %` : '';
  const a = make('a', file.path + share);
  a.onclick = () => show(i);
  $('files').append(a);
});
if (report.notes.length) { const list = make('ul'); $('files').parentNode.append(make('h2', 'Notes'), list);
  report.notes.forEach(n => list.append(make('li', n))); }
if (report.files.length) show(0);
</script></body></html>
)html";

/// JSON that may stand inside a script element.
std::string forScript(std::string text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "\\u003c" : std::string(1, c);
  return result;
}

} // namespace

std::string reportHtml(const ProgramEdits &edits, const std::string &report) {
  llvm::json::Array texts;
  for (const auto &[file, records] : edits.statements) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    std::string original = buffer ? (*buffer)->getBuffer().str() : std::string();
    auto changed = edits.edits.skeleton.find(file);
    std::string skeleton = changed == edits.edits.skeleton.end() ? original : applied(original, changed->second);
    texts.push_back(
        llvm::json::Object{{"original", llvm::json::fixUTF8(original)}, {"skeleton", llvm::json::fixUTF8(skeleton)}});
  }
  std::string texts_json;
  llvm::raw_string_ostream(texts_json) << llvm::json::Value(std::move(texts));
  return std::string(kHead) + "<script>\nconst report = " + forScript(report) +
         ";\nconst texts = " + forScript(texts_json) + ";\n</script>\n" + kScript;
}

} // namespace maquette::skeletonizer
