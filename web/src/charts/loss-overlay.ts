import type { Frame } from './frame';
import { type LabelSlot, spreadLabels, wrapLabel } from './label-layout';
import type { CurveSeries, LossData } from './loss-chart';
import type { LossPlot } from './loss-plot';
import { Readout } from './readout';
import { strings } from './strings';

export interface OverlayCurve {
  readonly curve: CurveSeries;
  readonly cursorText: string;
  readonly cursorValue: number | null;
}

interface Label {
  readonly lines: readonly string[];
  /** Set in regular weight under the lines. */
  readonly note: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colour: string;
  readonly kind: 'curve' | 'reference' | 'failure';
}

const lineHeight = 15;
const gap = 10;
const failure: Label = {
  lines: ['✕'],
  note: '',
  x: 0,
  y: 0,
  width: 10,
  colour: '',
  kind: 'failure',
};

function heightOf({ lines, note }: Label): number {
  return (lines.length + (note === '' ? 0 : 1)) * lineHeight;
}

/**
 * What lies over the loss chart's canvas as elements: labels at line ends, the words at a failure, the
 * cursor. Elements stay sharp at any zoom, follow the theme, and moving one repaints no curve.
 */
export class LossOverlay {
  private readonly layer = document.createElement('div');
  private readonly readout: Readout;
  private readonly labels: HTMLElement[] = [];
  private readonly context = document.createElement('canvas').getContext('2d');
  private readonly widths = new Map<string, number>();
  private font = '';

  constructor(private readonly frame: Frame) {
    this.layer.className = 'overlay';
    this.layer.setAttribute('aria-hidden', 'true');
    frame.plot.append(this.layer);
    this.readout = new Readout(this.layer);
  }

  /** Width of the margin in which the labels of complete curves stand. */
  gutter(data: LossData, width: number): number {
    const texts = [
      ...data.series.map((curve) => this.wrap(curve.label, width)),
      ...data.references.map((reference) => this.wrap(reference.label, width)),
    ];
    const widest = Math.max(0, ...texts.flat().map((line) => this.measure(line)));
    return Math.ceil(widest) + gap + 4;
  }

  draw(plot: LossPlot, data: LossData, curves: readonly OverlayCurve[]): void {
    this.drawLabels(this.place(plot, data, curves));
    if (data.cursor === null) {
      this.readout.hide();
      return;
    }
    this.readout.show({
      title: strings.step(data.cursor),
      x: plot.x(data.cursor),
      area: plot.area,
      rows: curves.map(({ curve, cursorText, cursorValue }) => ({
        label: curve.label,
        colour: curve.style.colour,
        text: cursorText,
        y: cursorValue === null ? null : plot.y(cursorValue),
      })),
    });
  }

  private place(plot: LossPlot, data: LossData, curves: readonly OverlayCurve[]): Label[] {
    const { area } = plot;
    const labels: Label[] = [];
    const failures: Label[] = [];
    curves.forEach(({ curve }, index) => {
      const marker = data.markers.find(({ id }) => id === curve.id);
      const end = plot.end(index);
      if (!end && !marker) return;
      // A curve without a single point fails in the open: half way up, where no axis is near.
      const y = end?.y ?? (area.top + area.bottom) / 2;
      const x = Math.max(end?.x ?? area.left, marker ? plot.x(marker.step) : 0);
      const { colour } = curve.style;
      labels.push(
        this.label(curve.label, marker?.text ?? '', x, y, { colour, kind: 'curve' }, area),
      );
      if (marker) failures.push({ ...failure, x: x - failure.width / 2, y, colour });
    });
    for (const { label, value } of data.references) {
      const kind = 'reference';
      labels.push(this.label(label, '', area.right, plot.y(value), { colour: '', kind }, area));
    }
    return [...this.apart(labels, area), ...failures];
  }

  private label(
    text: string,
    note: string,
    x: number,
    y: number,
    look: Pick<Label, 'colour' | 'kind'>,
    area: { right: number },
  ): Label {
    const lines = this.wrap(text, this.frame.width);
    const width = Math.max(...[...lines, note].map((line) => this.measure(line)));
    const furthest = Math.min(area.right + gap, this.frame.width - width);
    // Near the margin the labels stand in one column.
    const place = x + gap > furthest - 3 * gap ? furthest : x + gap;
    return { ...look, lines, note, width, y, x: place };
  }

  /** Moves labels apart; only those that share a stretch of the x axis can be in each other's way. */
  private apart(labels: Label[], area: { top: number; bottom: number }): Label[] {
    const sorted = [...labels].sort((a, b) => a.x - b.x);
    const groups: Label[][] = [];
    let reach = -Infinity;
    for (const label of sorted) {
      if (label.x > reach + gap || groups.length === 0) groups.push([]);
      groups.at(-1)?.push(label);
      reach = Math.max(reach, label.x + label.width);
    }
    return groups.flatMap((group) => {
      const slots: LabelSlot[] = group.map((label) => ({
        centre: label.y,
        height: heightOf(label),
      }));
      const middles = spreadLabels(slots, area.top - 8, area.bottom + 8);
      return group.map((label, i) => ({ ...label, y: middles[i] ?? label.y }));
    });
  }

  private drawLabels(labels: readonly Label[]): void {
    while (this.labels.length < labels.length) {
      const element = document.createElement('div');
      this.labels.push(element);
      this.layer.insertBefore(element, this.layer.firstChild);
    }
    this.labels.forEach((element, index) => {
      const label = labels[index];
      element.hidden = !label;
      if (!label) return;
      const text = label.lines.join('\n');
      const key = JSON.stringify([text, label.note]);
      if (element.dataset.text !== key) {
        element.dataset.text = key;
        element.replaceChildren(text);
        if (label.note !== '') {
          const note = document.createElement('span');
          note.textContent = label.note;
          element.append('\n', note);
        }
      }
      element.className = label.kind === 'failure' ? 'failure' : `label ${label.kind}`;
      element.style.color = label.colour;
      element.style.lineHeight = `${lineHeight}px`;
      const top = label.y - heightOf(label) / 2;
      element.style.transform = `translate(${label.x.toFixed(1)}px, ${top.toFixed(1)}px)`;
    });
  }

  private wrap(text: string, width: number): string[] {
    // A number stays with the word that it counts.
    const joined = text.replace(/ (?=\d)/g, '\u00a0');
    return wrapLabel(joined, Math.max(48, width * 0.26), 3, (part) => this.measure(part));
  }

  /** The same few words are asked for in every picture. */
  private measure(text: string): number {
    if (!this.context) return text.length * 7;
    const font = this.frame.font(600);
    if (font !== this.font || this.widths.size > 500) this.widths.clear();
    this.font = font;
    let width = this.widths.get(text);
    if (width === undefined) {
      this.context.font = font;
      width = this.context.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }
}
