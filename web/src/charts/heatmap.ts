import { CursorControl } from './cursor';
import { Frame } from './frame';
import { HeatmapGrid, type Span } from './heatmap-grid';
import { paintColumns } from './heatmap-paint';
import { Readout } from './readout';
import type { Matrix } from './shared-range';
import { strings } from './strings';
import { evenIndices, type TableData } from './table';
import { formatCount, formatValue } from './ticks';

export interface HeatmapData extends Matrix {
  /** The chart's name where it has changed since (an arm is named by what differs). */
  readonly label?: string;
  readonly values: Float32Array;
  /** The budget: the picture's full width. */
  readonly steps: number;
  /** The ends of the colour scale, the same for all arms. */
  readonly range: readonly [low: number, high: number];
  readonly cursor: number | null;
  /** Steps to a column, where a long run is recorded more sparsely than it ran. */
  readonly every?: number;
  /** Layers on the side axis where they are not the rows themselves (two sublayers to a layer). */
  readonly layers?: number;
}

export interface HeatmapOptions {
  readonly label: string;
  onCursor(step: number | null): void;
  /** Names a row in what is read out and in the table. */
  readonly rowLabel?: (row: number) => string;
}

const foot = 22;

/** One value per layer and step, the first layer at the bottom, as colour on a log scale. */
export class Heatmap {
  private data: HeatmapData | null = null;
  private readonly frame: Frame;
  private readonly control: CursorControl;
  private readonly canvas = document.createElement('canvas');
  private readonly readout: Readout;
  /** The row under the pointer. */
  private row: number | null = null;
  private readonly ticks = document.createElement('div');
  private readonly halted = document.createElement('div');
  private grid: HeatmapGrid | null = null;
  private painted = '';
  private ticksFor = '';

  constructor(
    host: HTMLElement,
    private readonly options: HeatmapOptions,
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
    this.canvas.setAttribute('aria-hidden', 'true');
    this.ticks.className = 'overlay';
    this.ticks.setAttribute('aria-hidden', 'true');
    this.halted.className = 'halted';
    this.halted.hidden = true;
    this.halted.style.bottom = `${foot}px`;
    this.frame.plot.append(this.canvas, this.halted, this.ticks);
    this.readout = new Readout(this.ticks);
    this.frame.plot.addEventListener('pointerleave', () => {
      this.row = null;
      this.frame.requestDraw();
    });
    this.control = new CursorControl(this.frame.plot, {
      locate: (x, y) => this.stepAt(x, y),
      change: (step) => {
        options.onCursor(step);
      },
      describe: (step) => (step === null ? strings.noStep : this.describe(step)),
    });
  }

  update(data: HeatmapData): void {
    this.data = data;
    if (data.label !== undefined) this.frame.name(data.label);
    this.control.set(1, data.columns, data.cursor);
    this.frame.requestDraw();
  }

  resize(): void {
    this.frame.measure();
  }

  theme(): void {
    this.painted = '';
    this.frame.forgetColours();
  }

  destroy(): void {
    this.frame.destroy();
  }

  summary(): string {
    const columns = this.data?.columns ?? 0;
    return columns === 0 ? strings.noData : this.describe(columns);
  }

  /** The number of the step that a column holds. */
  private stepOf(column: number): number {
    return (column - 1) * (this.data?.every ?? 1) + 1;
  }

  private describe(step: number): string {
    const { data } = this;
    if (!data || step < 1 || step > data.columns) return strings.noStep;
    const value = (row: number) => formatValue(valueOf(data, step, row));
    return strings.matrixSummary(this.stepOf(step), value(0), value(data.rows - 1));
  }

  /** Room for the number of the last layer. */
  private get left(): number {
    const digits = String(this.data ? layersOf(this.data) : 1).length;
    return 8 * (1 + Math.max(2, digits));
  }

  /** Size of the picture within the frame, in its pixels. */
  private get area(): { width: number; height: number } {
    return {
      width: Math.max(1, this.frame.width - this.left),
      height: Math.max(1, this.frame.height - foot),
    };
  }

  private stepAt(x: number, y: number): number | null {
    const { width, height } = this.area;
    const along = x - this.left;
    if (!this.data || this.data.columns === 0) return null;
    if (along < 0 || along > width || y < 0 || y > height) return null;
    const { rows, steps } = this.data;
    this.row = Math.min(rows - 1, Math.floor((1 - y / height) * rows));
    this.frame.requestDraw();
    return Math.floor((along / width) * steps) + 1;
  }

  private draw(): void {
    const { data, frame, canvas } = this;
    if (!data) return;
    const ratio = frame.deviceWidth / frame.width;
    const left = Math.round(this.left * ratio);
    const width = Math.max(1, frame.deviceWidth - left);
    const height = Math.max(1, frame.deviceHeight - Math.round(foot * ratio));
    const { grid } = this;
    let current = grid;
    if (
      current?.width !== width ||
      canvas.height !== height ||
      current.rows !== data.rows ||
      current.steps !== data.steps
    ) {
      current = new HeatmapGrid(width, height, data.rows, Math.max(1, data.steps));
      canvas.width = width;
      canvas.height = height;
      // The canvas lies on whole device pixels: scaled by a fraction, its columns would blur.
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
      canvas.style.transform = `translateX(${left / ratio}px)`;
      this.grid = current;
      this.painted = '';
    }
    this.paint(current, data, ratio);
    this.drawTicks(data);
    this.drawCursor(data);
  }

  private paint(grid: HeatmapGrid, data: HeatmapData, ratio: number): void {
    const { canvas } = this;
    const context = canvas.getContext('2d', { alpha: true });
    if (!context) return;
    const before = grid.columns;
    let span: Span = grid.extend(data);
    const key = `${data.range[0]} ${data.range[1]} ${data.offset}`;
    if (grid.columns < before || key !== this.painted) {
      context.clearRect(0, 0, canvas.width, canvas.height);
      span = { first: 0, end: grid.columns };
      this.painted = key;
    }
    // A run ends at its first step that is not finite: that step is drawn wide enough to see which
    // layers broke first.
    const wide = grid.broken ? Math.round(6 * ratio) : 0;
    const end = Math.min(grid.width, span.end + wide);
    this.halted.hidden = !grid.broken;
    this.halted.style.width = `${Math.max(0, (grid.width - end) / ratio)}px`;
    if (end <= span.first) return;
    const pixels = paintColumns(grid, { first: span.first, end }, canvas.height, data.range, {
      period: Math.max(3, Math.round(5 * ratio)),
      ink: this.bytes('var(--chart-ink)'),
      paper: this.bytes('var(--chart-paper)'),
    });
    const bytes = new Uint8ClampedArray(pixels.buffer);
    context.putImageData(new ImageData(bytes, end - span.first, canvas.height), span.first, 0);
  }

  private bytes(css: string): [number, number, number] {
    const [r = 0, g = 0, b = 0] = (this.frame.colour(css).match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b];
  }

  private drawTicks(data: HeatmapData): void {
    const { width, height } = this.area;
    const key = [width, height, data.steps, data.rows, data.layers].join(' ');
    if (key === this.ticksFor) return;
    this.ticksFor = key;
    for (const old of this.ticks.querySelectorAll('.border, .ticks')) old.remove();
    const border = document.createElement('div');
    border.className = 'border';
    border.style.inset = `0 0 ${foot}px ${this.left}px`;
    this.ticks.append(border);
    const add = (text: string, x: number, y: number, shift: string) => {
      const tick = document.createElement('span');
      tick.className = 'ticks';
      tick.textContent = text;
      tick.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${shift})`;
      this.ticks.append(tick);
    };
    const layers = layersOf(data);
    const marks = layers === 1 ? [1] : [1, layers];
    for (const layer of marks) {
      const y = height * (1 - (layer - 0.5) / layers);
      add(String(layer), this.left - 6, Math.max(8, Math.min(height - 8, y)), '-100%, -50%');
    }
    add(strings.stepAxis, this.left, height + 4, '0, 0');
    add(formatCount(data.steps * (data.every ?? 1)), this.left + width, height + 4, '-100%, 0');
  }

  private drawCursor(data: HeatmapData): void {
    const { cursor, rows, steps } = data;
    if (cursor === null) {
      this.readout.hide();
      return;
    }
    const { width, height } = this.area;
    const { row } = this;
    const y = row === null ? 0 : height * (1 - (row + 0.5) / rows);
    this.readout.show({
      title: row === null ? '' : (this.options.rowLabel ?? strings.row)(row),
      x: this.left + ((cursor - 0.5) / steps) * width,
      area: { left: this.left, top: 0, right: this.left + width, bottom: height },
      // The figures stand in the half where the pointer is not.
      side: y > height / 2 ? 'top' : 'bottom',
      rows:
        row === null
          ? []
          : [
              {
                label: strings.step(this.stepOf(cursor)),
                colour: 'inherit',
                text:
                  cursor > data.columns
                    ? strings.nothingHere
                    : formatValue(valueOf(data, cursor, row)),
                y,
              },
            ],
    });
  }

  private table(): TableData {
    const { data } = this;
    if (!data) return { caption: strings.noData, head: [], rows: [] };
    const rows = evenIndices(data.rows, 48);
    const steps = evenIndices(data.columns, 50).map((index) => index + 1);
    const name = this.options.rowLabel ?? strings.row;
    return {
      caption: [
        strings.tableAt(this.stepOf(data.columns)),
        steps.length < data.columns ? strings.tableThinned(steps.length, data.columns) : '',
      ].join(' '),
      head: [strings.stepAxis, ...rows.map((row) => name(row))],
      rows: steps.map((step) => [
        String(this.stepOf(step)),
        ...rows.map((row) => formatValue(valueOf(data, step, row))),
      ]),
    };
  }
}

function layersOf({ layers, rows }: HeatmapData): number {
  return layers ?? rows;
}

function valueOf(data: Matrix, step: number, row: number): number {
  return data.values[(step - 1) * data.stride + data.offset + row] ?? Number.NaN;
}
