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
  if (!hits.length) { box.append(make('p', 'No statement of a function is on this line.')); return; }
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
if (report.repaired.length) { const list = make('ul');
  $('files').parentNode.append(make('h2', 'Computed, because the skeleton communicated otherwise'), list);
  report.repaired.forEach(r => list.append(make('li', `${r.file}:${r.line}: ${r.what} (${r.mismatch})`))); }
if (report.withdrawn.length) { const list = make('ul');
  $('files').parentNode.append(make('h2', 'Withdrawn, because it did not compile'), list);
  report.withdrawn.forEach(w => list.append(make('li', `${w.file}${w.line ? ':' + w.line : ''}: ${w.what}: ${w.message}`))); }
if (report.notes.length) { const list = make('ul'); $('files').parentNode.append(make('h2', 'Notes'), list);
  report.notes.forEach(n => list.append(make('li', n))); }
if (report.files.length) show(0);
