import { Frame } from './frame';
import { lineDomain, linePlace } from './line-domain';
import type { LineAxis } from './line-domain';
import { markerPath } from './marker';
import type { ArmStyle } from './palette';
import { type Point, pathThrough } from './profile-path';
import { strings } from './strings';
import { svg } from './svg';
import type { TableData } from './table';
import { formatTicks, formatValue, linearTicks, logTicks } from './ticks';

export interface LineSeries {
  readonly label: string;
  readonly style: ArmStyle;
  readonly x: readonly number[];
  /** Null where a value is not finite. */
  readonly measured: readonly (number | null)[];
  /** Null where the theory says nothing. */
  readonly predicted: readonly (number | null)[];
}

export interface LineData {
  readonly x: LineAxis;
  readonly y: LineAxis;
  readonly series: readonly LineSeries[];
}

const margin = { left: 64, right: 12, top: 24, bottom: 40 };

/** Measured curves with their markers, and what was predicted as a pale line under each. SVG: it is small. */
export class LineChart {
  private data: LineData | null = null;
  private readonly frame: Frame;
  private readonly picture = svg('svg', { 'aria-hidden': 'true' });

  constructor(
    host: HTMLElement,
    private readonly options: { readonly label: string },
  ) {
    this.frame = new Frame(host, {
      label: options.label,
      height: 300,
      draw: () => {
        this.draw();
      },
      summary: () => this.summary(),
      table: () => this.table(),
    });
    this.frame.plot.setAttribute('role', 'img');
    this.frame.plot.append(this.picture);
  }

  update(data: LineData): void {
    this.data = data;
    this.frame.requestDraw();
  }

  theme(): void {
    this.frame.forgetColours();
  }

  destroy(): void {
    this.frame.destroy();
  }

  summary(): string {
    const parts = (this.data?.series ?? []).map(({ label, measured }) =>
      strings.lineFrom(label, sayValue(measured[0]), sayValue(measured.at(-1))),
    );
    return parts.length === 0 ? strings.noData : strings.profileSummary(parts);
  }

  private draw(): void {
    const { data } = this;
    if (!data) return;
    const { width, height } = this.frame;
    const area = {
      left: margin.left,
      right: Math.max(margin.left + 1, width - margin.right),
      top: margin.top,
      bottom: Math.max(margin.top + 1, height - margin.bottom),
    };
    const xs = lineDomain(
      data.x,
      data.series.flatMap(({ x }) => x),
    );
    const ys = lineDomain(
      data.y,
      data.series.flatMap(({ measured, predicted }) => [...measured, ...predicted]),
    );
    const toX = linePlace(data.x, xs, area.left, area.right);
    const toY = linePlace(data.y, ys, area.bottom, area.top);
    const text = (content: string, attributes: Readonly<Record<string, string | number>>) => {
      const element = svg('text', { class: 'axis-text', ...attributes });
      element.textContent = content;
      return element;
    };
    const marks = (axis: LineAxis, [low, high]: readonly [number, number], room: number) =>
      axis.scale === 'log' ? logTicks(low, high, room) : linearTicks(low, high, room);
    const elements: SVGElement[] = [];
    const yTicks = marks(data.y, ys, (area.bottom - area.top) / 40);
    formatTicks(yTicks).forEach((label, index) => {
      const y = toY(yTicks[index] ?? null);
      if (y === null) return;
      const line = `M${area.left} ${y.toFixed(1)}H${area.right.toFixed(1)}`;
      elements.push(svg('path', { d: line, class: 'grid' }));
      elements.push(text(label, { x: area.left - 8, y: y + 4, 'text-anchor': 'end' }));
    });
    const xTicks = marks(data.x, xs, (area.right - area.left) / 72);
    formatTicks(xTicks).forEach((label, index) => {
      const x = toX(xTicks[index] ?? null);
      if (x === null) return;
      elements.push(text(label, { x, y: area.bottom + 16, 'text-anchor': 'middle' }));
    });
    elements.push(text(data.y.label, { x: 0, y: 12 }));
    const middle = (area.left + area.right) / 2;
    elements.push(text(data.x.label, { x: middle, y: height - 6, 'text-anchor': 'middle' }));
    for (const series of data.series) elements.push(curve(series, toX, toY));
    this.picture.setAttribute('width', String(width));
    this.picture.setAttribute('height', String(height));
    this.picture.replaceChildren(...elements);
  }

  private table(): TableData {
    const { data } = this;
    const series = data?.series ?? [];
    const places = [...new Set(series.flatMap(({ x }) => x))].sort((a, b) => a - b);
    return {
      caption: this.options.label,
      head: [
        data?.x.label ?? '',
        ...series.flatMap(({ label }) => [label, strings.predictedOf(label)]),
      ],
      rows: places.map((place) => [
        formatValue(place),
        ...series.flatMap(({ x, measured, predicted }) => {
          const at = x.indexOf(place);
          if (at < 0) return ['', ''];
          return [sayValue(measured[at]), formatValue(predicted[at])];
        }),
      ]),
    };
  }
}

type Place = (value: number | null) => number | null;

function curve({ style, x, measured, predicted }: LineSeries, toX: Place, toY: Place): SVGElement {
  const points = (values: readonly (number | null)[]) =>
    x.map((place, index): Point => {
      const [left, top] = [toX(place), toY(values[index] ?? null)];
      return left === null || top === null ? null : [left, top];
    });
  const group = svg('g', {});
  group.style.color = style.colour;
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-linejoin': 'round' };
  const measuredPoints = points(measured);
  group.append(
    svg('path', {
      ...stroke,
      d: pathThrough(points(predicted)),
      'stroke-width': 6,
      'stroke-opacity': 0.25,
      'stroke-linecap': 'round',
    }),
    svg('path', {
      ...stroke,
      d: pathThrough(measuredPoints),
      'stroke-width': 1.75,
      'stroke-dasharray': style.dash.join(' ') || 'none',
    }),
    svg('path', {
      // Markers tell series from each other; on a dense curve a few are enough.
      d: measuredPoints
        .filter((_, index) => index % Math.ceil(measuredPoints.length / 24) === 0)
        .map((point) => (point ? markerPath(style.marker, 3, point[0], point[1]) : ''))
        .join(''),
      fill: 'currentColor',
    }),
  );
  return group;
}

function sayValue(value: number | null | undefined): string {
  if (value === undefined) return strings.noValue;
  return value === null ? strings.notFinite : formatValue(value);
}
