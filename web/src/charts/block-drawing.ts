import { svg } from './svg';

/** The part of a wiring row that can be seen: what the stack executes is what is drawn. */
export interface DrawnWiring {
  readonly skip: boolean;
  readonly skip_scale: string;
  readonly norm_in: boolean;
  readonly norm_in_scale: string;
  readonly norm_out: boolean;
  readonly branch_scale: string;
  readonly norm_trunk: boolean;
  readonly parallel: boolean;
  readonly dual: boolean;
}

const size = { width: 148, height: 46 };
const trunk = 33;
const beside = 43.5;
const arc = 12;
const fork = 14;
const join = 106;
const box = { width: 18, height: 16 };
const scales: Readonly<Record<string, string>> = {
  one: '',
  deepnorm_alpha: 'α',
  glm_alpha: 'α',
  inverse_sqrt_layer: '1/√l',
};

/**
 * One sublayer as a drawing: the trunk from left to right, the branch above it, the plus where they meet.
 * All wirings share one scale and one place for the plus, so that a column of them can be compared.
 */
export function blockDrawing(row: DrawnWiring, options: { readonly title: string }): SVGSVGElement {
  const root = svg('svg', {
    viewBox: `0 0 ${size.width} ${size.height}`,
    width: size.width,
    height: size.height,
    role: 'img',
    'aria-label': options.title,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.25,
    'stroke-linejoin': 'round',
  });
  const title = svg('title', {});
  title.textContent = options.title;
  root.append(title);
  const level = row.skip ? arc : trunk;
  if (row.skip) {
    root.append(part('skip', svg('path', { d: `M0 ${trunk}H${join - 7}` })));
    const corner = 5;
    const branch =
      `M${fork} ${trunk}V${arc + corner}q0 ${-corner} ${corner} ${-corner}` +
      `H${join - corner}q${corner} 0 ${corner} ${corner}V${trunk - 7}`;
    root.append(part('branch', svg('path', { d: branch })));
    const scale = scales[row.skip_scale] ?? row.skip_scale;
    if (scale !== '') {
      root.append(part('skip-scale', ...knockout(scale, (fork + join) / 2, trunk)));
    }
    root.append(
      part(
        'plus',
        svg('circle', { cx: join, cy: trunk, r: 7 }),
        svg('path', { d: `M${join - 3.5} ${trunk}h7M${join} ${trunk - 3.5}v7` }),
      ),
    );
  } else {
    root.append(part('branch', svg('path', { d: `M0 ${trunk}H${join}` })));
  }
  const from = row.skip ? join + 7 : join;
  root.append(
    svg('path', { d: `M${from} ${trunk}H${size.width - 2}` }),
    svg('path', { d: `M${size.width - 6} ${trunk - 3.5}l4 3.5l-4 3.5` }),
  );
  root.append(...branchBoxes(row, level));
  if (row.norm_trunk) root.append(labelledBox('norm-trunk', 'N', join + 21, trunk));
  if (row.dual) {
    const lines = `M0 ${beside}H${size.width - 2}M${join} ${trunk + 7}V${beside}`;
    root.append(part('dual', svg('path', { d: lines, 'stroke-dasharray': '3 2' })));
  }
  return root;
}

function branchBoxes(row: DrawnWiring, level: number): SVGElement[] {
  // One norm before both branches of a layer: they are drawn as one.
  const boxes: [part: string, text: string][] = [['function', row.parallel ? 'A+F' : 'F']];
  if (row.norm_in) boxes.unshift(['norm-in', 'N']);
  if (row.norm_out) boxes.push(['norm-out', 'N']);
  if (row.branch_scale !== 'one') boxes.push(['branch-scale', 's']);
  const pitch = boxes.length > 3 ? 22 : 27;
  const middle = (fork + join) / 2;
  const elements: SVGElement[] = [];
  boxes.forEach(([name, text], index) => {
    const x = middle + (index - (boxes.length - 1) / 2) * pitch;
    const drawn = labelledBox(name, text, x, level);
    const scale = name === 'norm-in' ? (scales[row.norm_in_scale] ?? row.norm_in_scale) : '';
    if (scale !== '') {
      const below = { x, y: level + 18, 'font-size': 9, ...textStyle };
      const caption = svg('text', { ...below, 'font-style': 'italic' });
      caption.textContent = `× ${scale}`;
      drawn.append(caption);
    }
    elements.push(drawn);
  });
  return elements;
}

const textStyle = { fill: 'currentColor', stroke: 'none', 'text-anchor': 'middle' };

function labelledBox(name: string, text: string, x: number, y: number): SVGElement {
  const { height } = box;
  const width = box.width + 6 * (text.length - 1);
  const label = svg('text', { x, y: y + 4, 'font-size': 11, ...textStyle });
  label.textContent = text;
  const frame = svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: 3 });
  frame.setAttribute('fill', 'var(--paper, #fdfcf9)');
  return part(name, frame, label);
}

/** A scale written into the line that it scales. */
function knockout(text: string, x: number, y: number): SVGElement[] {
  const width = 8 + 6 * text.length;
  const label = svg('text', { x, y: y + 4, 'font-size': 13, ...textStyle });
  label.setAttribute('font-style', 'italic');
  label.setAttribute('font-family', 'var(--serif, Georgia, serif)');
  label.textContent = text;
  const ground = { x: x - width / 2, y: y - 7, width, height: 14, stroke: 'none' };
  return [svg('rect', { ...ground, fill: 'var(--paper, #fdfcf9)' }), label];
}

/** Parts carry their name, so that a page can point at one. */
function part(name: string, ...children: SVGElement[]): SVGGElement {
  const group = svg('g', { 'data-part': name });
  group.append(...children);
  return group;
}
