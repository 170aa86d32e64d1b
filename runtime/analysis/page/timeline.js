// Draws what groups of ranks do over time. Mouse: point to read, drag to zoom, double click for all. Keys: arrows move,
// + and - zoom, 0 shows all.
const states = [["computing", [51, 102, 170]], ["calls", [136, 136, 136]], ["waiting", [230, 159, 0]]];
const units = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"], [1e-12, "ps"]];
const timeText = (seconds) => {
  const [unit, name] = units.find(([size]) => seconds >= size) ?? units[units.length - 1];
  return `${Number((seconds / unit).toPrecision(3))} ${name}`;
};
function timeline(box) {
  const data = JSON.parse(box.querySelector("script").textContent);
  const canvas = box.querySelector("canvas"), says = box.querySelector("output"), context = canvas.getContext("2d");
  const columns = data.rows[0].computing.length, all = { x: 0, y: 0, width: columns, height: data.rows.length };
  let view = { ...all }, cursor = { x: 0, y: 0 }, from = null;
  const shares = (x, y) => states.map(([name]) => data.rows[y][name][x]);
  const draw = () => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    const width = canvas.width / view.width, height = canvas.height / view.height;
    for (let y = view.y; y < view.y + view.height; ++y)
      for (let x = view.x; x < view.x + view.width; ++x) {
        const part = shares(x, y), sum = part.reduce((a, b) => a + b, 0);
        if (sum === 0) continue;
        const mix = [0, 1, 2].map((i) => part.reduce((a, share, state) => a + share * states[state][1][i], 0) / sum);
        context.fillStyle = `rgb(${mix.map(Math.round).join(" ")} / ${Math.min(sum, 100)}%)`;
        context.fillRect((x - view.x) * width, (y - view.y) * height, Math.ceil(width), Math.ceil(height));
      }
    context.strokeStyle = getComputedStyle(canvas).color; // Light or dark, as the page.
    context.strokeRect((cursor.x - view.x) * width, (cursor.y - view.y) * height, width, height);
    const row = data.rows[cursor.y], begin = cursor.x * data.window_seconds;
    const last = row.first_rank + row.ranks - 1;
    const ranks = row.ranks === 1 ? `rank ${last}` : `ranks ${row.first_rank} to ${last}`;
    says.textContent = `${ranks}, ${timeText(begin)} to ${timeText(begin + data.window_seconds)}: ` +
      shares(cursor.x, cursor.y).map((share, state) => `${share} % ${states[state][0]}`).join(", ");
  };
  const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
  const show = (x, y, width, height) => {
    width = clamp(Math.round(width), 1, all.width);
    height = clamp(Math.round(height), 1, all.height);
    view = {
      x: clamp(Math.round(x), 0, all.width - width), y: clamp(Math.round(y), 0, all.height - height), width, height,
    };
    cursor = { x: clamp(cursor.x, view.x, view.x + width - 1), y: clamp(cursor.y, view.y, view.y + height - 1) };
    draw();
  };
  const cellAt = (event) => ({
    x: clamp(view.x + Math.floor(event.offsetX / canvas.clientWidth * view.width), view.x, view.x + view.width - 1),
    y: clamp(view.y + Math.floor(event.offsetY / canvas.clientHeight * view.height), view.y, view.y + view.height - 1),
  });
  const zoom = (factor) => show(cursor.x - view.width * factor / 2, cursor.y - view.height * factor / 2,
    view.width * factor, view.height * factor);
  canvas.addEventListener("mousemove", (event) => { cursor = cellAt(event); draw(); });
  canvas.addEventListener("mousedown", (event) => { from = cellAt(event); });
  canvas.addEventListener("mouseup", (event) => {
    const to = cellAt(event), begin = from;
    from = null;
    if (!begin || (begin.x === to.x && begin.y === to.y)) return;
    const x = Math.min(begin.x, to.x), y = Math.min(begin.y, to.y);
    show(x, y, Math.abs(begin.x - to.x) + 1, Math.abs(begin.y - to.y) + 1);
  });
  canvas.addEventListener("dblclick", () => show(0, 0, all.width, all.height));
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  canvas.addEventListener("keydown", (event) => {
    if (event.key in moves) {
      cursor = { x: cursor.x + moves[event.key][0], y: cursor.y + moves[event.key][1] };
      show(Math.min(view.x, Math.max(cursor.x, 0)), Math.min(view.y, Math.max(cursor.y, 0)), view.width, view.height);
    } else if (event.key === "+") zoom(0.5);
    else if (event.key === "-") zoom(2);
    else if (event.key === "0") show(0, 0, all.width, all.height);
    else return;
    event.preventDefault();
  });
  draw();
}
document.querySelectorAll(".timeline").forEach(timeline);
