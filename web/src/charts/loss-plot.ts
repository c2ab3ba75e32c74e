import uPlot from 'uplot';
import uPlotCss from 'uplot/dist/uPlot.min.css?inline';
import type { Buckets } from './buckets';
import type { Extent } from './domain';
import type { Frame } from './frame';
import type { CurveSeries, LossData } from './loss-chart';
import { markerPath } from './marker';
import { countTicks, formatCount, formatTicks, linearTicks, logTicks } from './ticks';

let sheet: CSSStyleSheet | null = null;

export function plotStyles(): CSSStyleSheet[] {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(uPlotCss);
  }
  return [sheet];
}

const left = 52;
const bottom = 26;
const top = 8;

/**
 * The canvas part of the loss chart: uPlot with the axes, lines and envelopes. It is handed log10 of a
 * value rather than asked for a log scale, since what cannot be drawn must arrive as a gap: on uPlot's
 * own log scale a zero draws a false drop and an infinity blanks the axis.
 */
export class LossPlot {
  private readonly uplot: uPlot;
  private readonly log: boolean;
  private readonly steps: number;
  private domain: Extent = [0, 1];
  private buckets: readonly Buckets[] = [];

  constructor(
    private readonly frame: Frame,
    private readonly series: readonly CurveSeries[],
    private readonly data: Pick<LossData, 'steps' | 'log' | 'references'>,
    private readonly gutter: number,
  ) {
    this.log = data.log;
    this.steps = Math.max(2, data.steps);
    this.uplot = new uPlot(this.options(), [[], ...series.map(() => [])], frame.plot);
    this.uplot.root.setAttribute('aria-hidden', 'true');
  }

  destroy(): void {
    this.uplot.destroy();
  }

  draw(buckets: readonly Buckets[], domain: Extent): void {
    const { width, height } = this.size();
    this.buckets = buckets;
    this.domain = this.log ? [Math.log10(domain[0]), Math.log10(domain[1])] : domain;
    const length = buckets[0]?.length ?? 0;
    const indices = Array.from({ length }, (_, index) => index);
    const middles = indices.map((index) => buckets[0]?.middle(index) ?? 0);
    const lines = buckets.map((curve) => indices.map((index) => curve.line(index, this.log)));
    if (width !== this.uplot.width || height !== this.uplot.height) {
      this.uplot.setSize({ width, height });
    }
    this.uplot.setData([middles, ...lines]);
  }

  /** Plot area in the frame's pixels. */
  get area(): { left: number; top: number; right: number; bottom: number } {
    const { width, height } = this.size();
    return { left, top, right: width - this.gutter, bottom: height - bottom };
  }

  x(step: number): number {
    const { left: from, right: to } = this.area;
    return from + ((to - from) * step) / this.steps;
  }

  y(value: number): number {
    return this.unit(this.log ? Math.log10(value) : value);
  }

  /** Where the line of a curve ends, in the frame's pixels; null while it has no point. */
  end(index: number): { x: number; y: number } | null {
    const curve = this.buckets[index];
    const bucket = curve?.lastDrawn(this.log) ?? -1;
    const value = bucket < 0 ? null : (curve?.line(bucket, this.log) ?? null);
    if (!curve || value === null) return null;
    return { x: this.bucketX(curve, bucket), y: this.unit(value) };
  }

  /** The nearest step under a pixel, null in the margins. */
  stepAt(x: number): number | null {
    const { left: from, right: to } = this.area;
    if (x < from - 4 || x > to + 4) return null;
    return Math.round(((x - from) / (to - from)) * this.steps);
  }

  private size(): { width: number; height: number } {
    const { width, height } = this.frame;
    return {
      width: Math.max(left + this.gutter + 40, Math.floor(width)),
      height: Math.max(top + bottom + 40, Math.floor(height)),
    };
  }

  private options(): uPlot.Options {
    const { frame } = this;
    const line = frame.colour('var(--chart-line)');
    const muted = frame.colour('var(--chart-muted)');
    const font = frame.font(400);
    return {
      ...this.size(),
      padding: [top, this.gutter, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: () => [0, this.steps] },
        y: { range: () => [...this.domain] },
      },
      axes: [
        {
          size: bottom,
          gap: 6,
          font,
          stroke: muted,
          grid: { show: false },
          ticks: { stroke: line, width: 1, size: 4 },
          splits: () => countTicks(0, this.steps, this.pixelsWide() / 110),
          filter: (_, splits) => splits,
          values: (_, splits) => splits.map(formatCount),
        },
        {
          size: left,
          gap: 8,
          font,
          stroke: muted,
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
          splits: () => this.valueTicks().map((tick) => (this.log ? Math.log10(tick) : tick)),
          filter: (_, splits) => splits,
          values: () => formatTicks(this.valueTicks()),
        },
      ],
      series: [
        {},
        ...this.series.map(({ label, style }) => ({
          label,
          stroke: frame.colour(style.colour),
          width: 2,
          dash: [...style.dash],
          cap: 'butt' as const,
          points: { show: true, size: 4, fill: frame.colour(style.colour), filter: lonely },
        })),
      ],
      hooks: {
        drawAxes: [
          (u) => {
            this.drawReferences(u.ctx);
            this.drawEnvelopes(u.ctx);
          },
        ],
        draw: [
          (u) => {
            this.drawEnds(u.ctx);
          },
        ],
      },
    };
  }

  private pixelsWide(): number {
    const { left: from, right: to } = this.area;
    return to - from;
  }

  private valueTicks(): number[] {
    const { top: from, bottom: to } = this.area;
    const room = Math.max(2, (to - from) / 36);
    const [low, high] = this.domain;
    return this.log ? logTicks(10 ** low, 10 ** high, room) : linearTicks(low, high, room);
  }

  /** Draws in the frame's pixels, within the plot area. */
  private inside(context: CanvasRenderingContext2D, paint: () => void): void {
    const ratio = uPlot.pxRatio;
    const { left: x, top: y, right, bottom: foot } = this.area;
    context.save();
    context.scale(ratio, ratio);
    context.beginPath();
    context.rect(x, y - 2, right - x, foot - y + 4);
    context.clip();
    paint();
    context.restore();
  }

  private drawReferences(context: CanvasRenderingContext2D): void {
    this.inside(context, () => {
      context.strokeStyle = this.frame.colour('var(--chart-muted)');
      context.lineWidth = 1;
      context.setLineDash([1, 4]);
      context.lineCap = 'round';
      for (const { value } of this.data.references) {
        const y = Math.round(this.y(value)) + 0.5;
        context.beginPath();
        context.moveTo(this.area.left, y);
        context.lineTo(this.area.right, y);
        context.stroke();
      }
    });
  }

  /** Everything that was measured, behind the line through its mean, where a bucket is several steps. */
  private drawEnvelopes(context: CanvasRenderingContext2D): void {
    if ((this.buckets[0]?.size ?? 1) === 1) return;
    this.inside(context, () => {
      context.globalAlpha = 0.3;
      context.lineWidth = 1;
      context.lineJoin = 'round';
      this.buckets.forEach((curve, index) => {
        const colour = this.frame.colour(this.series[index]?.style.colour ?? '');
        context.fillStyle = colour;
        context.strokeStyle = colour;
        for (const run of drawableRuns(curve, this.log)) {
          context.beginPath();
          for (const { bucket, span } of run)
            context.lineTo(this.bucketX(curve, bucket), this.unit(span[1]));
          for (const { bucket, span } of run.reverse())
            context.lineTo(this.bucketX(curve, bucket), this.unit(span[0]));
          context.closePath();
          context.fill();
          // The outline keeps a spike of a single step at least a pixel wide.
          context.stroke();
        }
      });
    });
  }

  private drawEnds(context: CanvasRenderingContext2D): void {
    const ratio = uPlot.pxRatio;
    this.series.forEach(({ style }, index) => {
      const end = this.end(index);
      if (!end) return;
      context.save();
      context.scale(ratio, ratio);
      context.translate(end.x, end.y);
      context.fillStyle = this.frame.colour(style.colour);
      context.fill(new Path2D(markerPath(style.marker, 4)));
      context.restore();
    });
  }

  private bucketX(curve: Buckets, bucket: number): number {
    return this.x(curve.middle(bucket));
  }

  /** Height of a value in axis units. */
  private unit(value: number): number {
    const [low, high] = this.domain;
    const { top: from, bottom: to } = this.area;
    return to - ((to - from) * (value - low)) / (high - low);
  }
}

interface BucketSpan {
  readonly bucket: number;
  readonly span: Extent;
}

/** Stretches of neighbouring buckets in which something can be drawn. */
function drawableRuns(curve: Buckets, log: boolean): BucketSpan[][] {
  const runs: BucketSpan[][] = [];
  let open = false;
  for (let bucket = 0; bucket < curve.length; bucket++) {
    const span = curve.span(bucket, log);
    if (span && !open) runs.push([]);
    if (span) runs.at(-1)?.push({ bucket, span });
    open = span !== null;
  }
  return runs;
}

/** Points with no neighbour on either side: a line cannot show them. */
function lonely(u: uPlot, series: number): number[] {
  const values = u.data[series] ?? [];
  const drawn = (index: number) => (values[index] ?? null) !== null;
  const found: number[] = [];
  for (let index = 0; index < values.length; index++) {
    if (drawn(index) && !drawn(index - 1) && !drawn(index + 1)) found.push(index);
  }
  return found;
}
