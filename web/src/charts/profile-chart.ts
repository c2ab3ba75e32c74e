import { CursorControl } from './cursor';
import { Frame } from './frame';
import { markerPath } from './marker';
import type { ArmStyle } from './palette';
import { type Point, pathThrough, thinRows } from './profile-path';
import { Readout } from './readout';
import { strings } from './strings';
import { svg } from './svg';
import { evenIndices, type TableData } from './table';
import { countTicks, formatTicks, formatValue, linearTicks, logTicks } from './ticks';

export interface ProfileSeries {
  readonly id: string;
  readonly label: string;
  readonly style: ArmStyle;
  readonly values: ArrayLike<number>;
}

export interface ProfileData {
  readonly series: readonly ProfileSeries[];
  readonly range: readonly [low: number, high: number];
  readonly log: boolean;
  readonly unit?: string;
  /** Layers on the foot axis where they are not the rows themselves (two sublayers to a layer). */
  readonly layers?: number;
}

export interface ProfileOptions {
  readonly label: string;
  rowLabel(row: number): string;
}

const margin = { left: 44, right: 10, top: 8, bottom: 22 };

/** A value per layer at one step, all arms overlaid. SVG, since it is small and wanted on paper too. */
export class ProfileChart {
  private data: ProfileData | null = null;
  private readonly frame: Frame;
  private readonly control: CursorControl;
  private readonly picture = svg('svg', { 'aria-hidden': 'true' });
  private readonly readout: Readout;
  private row: number | null = null;

  constructor(
    host: HTMLElement,
    private readonly options: ProfileOptions,
  ) {
    this.frame = new Frame(host, {
      label: options.label,
      height: 172,
      draw: () => {
        this.draw();
      },
      summary: () => this.summary(),
      table: () => this.table(),
    });
    const layer = document.createElement('div');
    layer.className = 'overlay';
    layer.setAttribute('aria-hidden', 'true');
    this.frame.plot.append(this.picture, layer);
    this.readout = new Readout(layer);
    this.control = new CursorControl(this.frame.plot, {
      locate: (x) => this.rowAt(x),
      change: (place) => {
        this.row = place === null ? null : place - 1;
        this.moved();
      },
      describe: (place) => (place === null ? this.summary() : this.describe(place - 1)),
    });
  }

  update(data: ProfileData): void {
    this.data = data;
    if (this.row !== null && this.row >= this.rows) this.row = null;
    this.moved();
  }

  resize(): void {
    this.frame.measure();
  }

  theme(): void {
    this.frame.forgetColours();
  }

  destroy(): void {
    this.frame.destroy();
  }

  summary(): string {
    const parts = (this.data?.series ?? [])
      .filter(({ values }) => values.length > 0)
      .map(({ label, values }) =>
        strings.profileOf(label, formatValue(values[0]), formatValue(values[values.length - 1])),
      );
    return parts.length === 0 ? strings.noData : strings.profileSummary(parts);
  }

  private moved(): void {
    this.control.set(1, Math.max(1, this.rows), this.row === null ? null : this.row + 1);
    this.frame.requestDraw();
  }

  private get rows(): number {
    return Math.max(0, ...(this.data?.series ?? []).map(({ values }) => values.length));
  }

  private describe(row: number): string {
    const parts = (this.data?.series ?? []).map(({ label, values }) =>
      strings.curveAt(label, formatValue(values[row]) || strings.noValue),
    );
    return `${this.options.rowLabel(row)}: ${parts.join('; ')}`;
  }

  private get area(): { left: number; top: number; right: number; bottom: number } {
    const { width, height } = this.frame;
    return {
      left: margin.left,
      top: margin.top,
      right: Math.max(margin.left + 1, width - margin.right),
      bottom: Math.max(margin.top + 1, height - margin.bottom),
    };
  }

  private x(row: number): number {
    const { left, right } = this.area;
    return this.rows < 2 ? (left + right) / 2 : left + ((right - left) * row) / (this.rows - 1);
  }

  /** Null where the value cannot be drawn; what lies beyond the scale is drawn at its end. */
  private y(value: number | undefined): number | null {
    const { data } = this;
    if (!data || value === undefined || !Number.isFinite(value) || (data.log && value <= 0)) {
      return null;
    }
    const unit = (v: number) => (data.log ? Math.log10(v) : v);
    const [low, high] = [unit(data.range[0]), unit(data.range[1])];
    const share = Math.min(1, Math.max(0, (unit(value) - low) / (high - low)));
    return this.area.bottom - (this.area.bottom - this.area.top) * share;
  }

  private rowAt(x: number): number | null {
    const { left, right } = this.area;
    if (this.rows === 0 || x < left - 6 || x > right + 6) return null;
    return Math.round(((x - left) / (right - left)) * (this.rows - 1)) + 1;
  }

  private draw(): void {
    const { data, picture, frame } = this;
    if (!data) return;
    picture.setAttribute('width', String(frame.width));
    picture.setAttribute('height', String(frame.height));
    picture.replaceChildren(...this.axes(data), ...data.series.map((series) => this.curve(series)));
    if (this.row === null) {
      this.readout.hide();
      return;
    }
    const row = this.row;
    this.readout.show({
      title: this.options.rowLabel(row),
      x: this.x(row),
      area: this.area,
      rows: data.series.map(({ label, style, values }) => ({
        label,
        colour: style.colour,
        text: formatValue(values[row]) || strings.nothingHere,
        y: this.y(values[row]),
      })),
    });
  }

  private axes(data: ProfileData): SVGElement[] {
    const { left, right, top, bottom } = this.area;
    const room = Math.max(2, (bottom - top) / 32);
    const [low, high] = data.range;
    const ticks = data.log ? logTicks(low, high, room) : linearTicks(low, high, room);
    const elements: SVGElement[] = [];
    const add = (text: string, x: number, y: number, anchor: string) => {
      const at = { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor, class: 'axis-text' };
      const element = svg('text', at);
      element.textContent = text;
      elements.push(element);
    };
    formatTicks(ticks).forEach((text, index) => {
      const y = Math.round(this.y(ticks[index]) ?? top) + 0.5;
      elements.push(svg('path', { d: `M${left} ${y}H${right.toFixed(1)}`, class: 'grid' }));
      add(text, left - 8, y + 4, 'end');
    });
    if (data.unit) add(data.unit, left, top + 4, 'start');
    const layers = data.layers ?? this.rows;
    if (layers < 1) return elements;
    const perLayer = this.rows / layers;
    for (const mark of countTicks(1, layers, (right - left) / 56)) {
      const text = mark === 1 ? `${strings.layerAxis} 1` : String(mark);
      const x = this.x((mark - 0.5) * perLayer - 0.5);
      // A long number under the last layer would reach beyond the picture.
      if (mark === layers && text.length > 2) add(text, right + margin.right, bottom + 16, 'end');
      else add(text, x, bottom + 16, 'middle');
    }
    return elements;
  }

  private curve({ style, values }: ProfileSeries): SVGElement {
    const { left, right } = this.area;
    const rows = thinRows(values, Math.max(1, Math.floor(right - left)));
    const points = rows.map((row): Point => {
      const y = this.y(values[row]);
      return y === null ? null : [this.x(row), y];
    });
    const group = svg('g', {});
    group.style.color = style.colour;
    const line = svg('path', {
      d: pathThrough(points),
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.75,
      'stroke-linejoin': 'round',
      'stroke-dasharray': style.dash.join(' ') || 'none',
    });
    group.append(line);
    // Markers stay apart on a long profile: they tell arms from each other, not rows.
    const stride = Math.ceil((rows.length * 7) / (right - left));
    const marked = points.filter((point, index) => point !== null && index % stride === 0);
    // One path for all of them: an element each costs more than everything else that is drawn.
    group.append(
      svg('path', {
        d: marked.map((point) => markerPath(style.marker, 2.75, ...(point ?? []))).join(''),
        fill: 'currentColor',
      }),
    );
    return group;
  }

  private table(): TableData {
    const series = this.data?.series ?? [];
    const rows = evenIndices(this.rows, 200);
    return {
      caption:
        rows.length < this.rows ? strings.tableThinned(rows.length, this.rows) : this.options.label,
      head: [strings.layerAxis, ...series.map(({ label }) => label)],
      rows: rows.map((row) => [
        this.options.rowLabel(row),
        ...series.map(({ values }) => formatValue(values[row])),
      ]),
    };
  }
}
