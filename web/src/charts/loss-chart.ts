import { bucketSize, Buckets } from './buckets';
import { CursorControl } from './cursor';
import { type Extent, valueDomain } from './domain';
import { Frame } from './frame';
import { LossOverlay, type OverlayCurve } from './loss-overlay';
import { LossPlot, plotStyles } from './loss-plot';
import type { ArmStyle } from './palette';
import { strings } from './strings';
import { evenIndices, type TableData } from './table';
import { formatValue } from './ticks';

export interface CurveSeries {
  readonly id: string;
  readonly label: string;
  readonly style: ArmStyle;
  /** Step numbers, rising; they need not start at 1 (an arm forked from another). */
  readonly steps: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly count: number;
}

export interface LossData {
  readonly series: readonly CurveSeries[];
  /** The budget: the axis ends there from the start, so that curves grow into a still picture. */
  readonly steps: number;
  readonly references: readonly { readonly value: number; readonly label: string }[];
  /** `id` names the curve, `step` its first value that cannot be drawn. */
  readonly markers: readonly {
    readonly id: string;
    readonly step: number;
    readonly text: string;
  }[];
  readonly log: boolean;
  readonly cursor: number | null;
}

export interface LossOptions {
  readonly label: string;
  onCursor(step: number | null): void;
}

/** Narrower, a dash pattern would be lost in the zigzag of a noisy curve. */
const pixelsPerBucket = 2.5;

const nothing: LossData = {
  series: [],
  steps: 1,
  references: [],
  markers: [],
  log: true,
  cursor: null,
};

/** Index of the last entry that is at most `step`, -1 if there is none. */
export function indexAt(steps: ArrayLike<number>, count: number, step: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? Infinity) <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value measured at exactly this step, undefined where the arm has none. */
export function valueAt(curve: CurveSeries, step: number): number | undefined {
  const index = indexAt(curve.steps, curve.count, step);
  return curve.steps[index] === step ? curve.values[index] : undefined;
}

/** Loss over steps, all arms in one picture. */
export class LossChart {
  private data = nothing;
  private readonly frame: Frame;
  private readonly control: CursorControl;
  private readonly overlay: LossOverlay;
  private plot: LossPlot | null = null;
  private buckets = new Map<string, Buckets>();
  private key = '';

  constructor(host: HTMLElement, options: LossOptions) {
    this.frame = new Frame(host, {
      label: options.label,
      height: 300,
      styles: plotStyles(),
      draw: () => {
        this.draw();
      },
      summary: () => this.summary(),
      table: () => this.table(),
    });
    this.overlay = new LossOverlay(this.frame);
    this.control = new CursorControl(this.frame.plot, {
      locate: (x) => this.plot?.stepAt(x) ?? null,
      change: (step) => {
        options.onCursor(step);
      },
      describe: (step) => (step === null ? strings.noStep : this.describe(step)),
    });
  }

  update(data: LossData): void {
    this.data = data;
    const first = Math.min(...data.series.filter((s) => s.count > 0).map((s) => s.steps[0] ?? 1));
    this.control.set(Number.isFinite(first) ? first : 1, this.lastStep(), data.cursor);
    this.frame.requestDraw();
  }

  resize(): void {
    this.frame.measure();
  }

  theme(): void {
    this.key = '';
    this.frame.forgetColours();
  }

  destroy(): void {
    this.plot?.destroy();
    this.frame.destroy();
  }

  /** The picture in words, for those who hear it. */
  summary(): string {
    const step = this.lastStep();
    return step === 0 ? strings.noData : this.describe(step);
  }

  private describe(step: number): string {
    const parts = this.data.series.map((curve) =>
      strings.curveAt(curve.label, spoken(valueAt(curve, step))),
    );
    return strings.curvesSummary(step, parts);
  }

  private lastStep(): number {
    return Math.max(0, ...this.data.series.map((curve) => curve.steps[curve.count - 1] ?? 0));
  }

  private draw(): void {
    const { data, frame } = this;
    const { series, steps, log } = data;
    const size = bucketSize(steps, frame.width, pixelsPerBucket);
    const extent: Extent = [Infinity, -Infinity];
    const kept = new Map<string, Buckets>();
    for (const curve of series) {
      let buckets = this.buckets.get(curve.id);
      if (buckets?.steps !== steps || buckets.size !== size) buckets = new Buckets(steps, size);
      buckets.extend(curve.steps, curve.values, curve.count);
      kept.set(curve.id, buckets);
      const [low, high] = buckets.range(log);
      extent[0] = Math.min(extent[0], low);
      extent[1] = Math.max(extent[1], high);
    }
    this.buckets = kept;
    const domain = valueDomain(
      extent,
      data.references.map((reference) => reference.value),
      log,
    );
    const gutter = this.overlay.gutter(data, frame.width);
    const key = JSON.stringify([
      series.map(({ id, style }) => [id, style]),
      data.references,
      [steps, log, size, gutter],
    ]);
    if (!this.plot || key !== this.key) {
      this.plot?.destroy();
      this.plot = new LossPlot(frame, series, data, gutter);
      this.key = key;
    }
    this.plot.draw(
      series.map((curve) => kept.get(curve.id) ?? new Buckets(steps, size)),
      domain,
    );
    this.overlay.draw(
      this.plot,
      data,
      series.map((curve) => this.overlayCurve(curve)),
    );
  }

  private overlayCurve(curve: CurveSeries): OverlayCurve {
    const { log, cursor } = this.data;
    const drawable = (value: number | undefined): value is number =>
      value !== undefined && Number.isFinite(value) && (!log || value > 0);
    const now = cursor === null ? undefined : valueAt(curve, cursor);
    return {
      curve,
      cursorText: formatValue(now) || strings.nothingHere,
      cursorValue: drawable(now) ? now : null,
    };
  }

  private table(): TableData {
    const { series } = this.data;
    const all = this.lastStep();
    const steps = evenIndices(all, 100).map((index) => index + 1);
    return {
      caption: [
        strings.tableAt(all),
        steps.length < all ? strings.tableThinned(steps.length, all) : '',
      ].join(' '),
      head: [strings.stepAxis, ...series.map((curve) => curve.label)],
      rows: steps.map((step) => [
        String(step),
        ...series.map((curve) => formatValue(valueAt(curve, step))),
      ]),
    };
  }
}

function spoken(value: number | undefined): string {
  if (value === undefined) return strings.noValue;
  return Number.isFinite(value) ? formatValue(value) : strings.notFinite;
}
