import { colourCount, cssColour } from './colour-map';
import { strings } from './strings';
import { svg } from './svg';
import { formatTicks, logTicks } from './ticks';

const width = 220;
const bar = 10;
const stops = 32;
let count = 0;

/** The colour scale of heatmaps with a mark per decade, small on the left, as an SVG of its own. */
export function colourLegend(range: readonly [low: number, high: number]): SVGSVGElement {
  const [low, high] = range;
  // 10⁻¹⁰ is half as wide again as 10⁻².
  const ticks = logTicks(low, high, low < 1e-9 ? 5 : 7);
  const texts = formatTicks(ticks);
  const id = `legend-${++count}`;
  const ends = formatTicks([low, high]);
  const root = svg('svg', {
    viewBox: `0 0 ${width} 30`,
    width,
    height: 30,
    role: 'img',
    'aria-label': strings.legend(ends[0] ?? '', ends[1] ?? ''),
  });
  const gradient = svg('linearGradient', { id });
  for (let i = 0; i <= stops; i++) {
    const colour = cssColour(Math.round((i / stops) * (colourCount - 1)));
    gradient.append(svg('stop', { offset: i / stops, 'stop-color': colour }));
  }
  const inset = 16;
  const length = width - 2 * inset;
  const definitions = svg('defs', {});
  definitions.append(gradient);
  root.append(
    definitions,
    svg('rect', { x: inset, y: 0, width: length, height: bar, rx: 2, fill: `url(#${id})` }),
  );
  ticks.forEach((tick, index) => {
    const share = (Math.log10(tick) - Math.log10(low)) / (Math.log10(high) - Math.log10(low));
    const x = inset + share * length;
    const text = svg('text', {
      x: x.toFixed(1),
      y: 25,
      'text-anchor': 'middle',
      fill: 'currentColor',
      'font-size': 12,
    });
    text.textContent = texts[index] ?? '';
    root.append(
      svg('path', { d: `M${x.toFixed(1)} ${bar}v3`, stroke: 'currentColor', 'stroke-width': 0.75 }),
      text,
    );
  });
  return root;
}
