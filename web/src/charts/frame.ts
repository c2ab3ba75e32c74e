import css from './charts.css?inline';
import { DrawQueue } from './draw-queue';
import { strings } from './strings';
import { fillTable, type TableData } from './table';

/** One for all charts of the page. */
const queue = new DrawQueue({
  frame: (callback) => requestAnimationFrame(callback),
  now: () => performance.now(),
});

let sheet: CSSStyleSheet | null = null;

/** One constructed sheet for all charts: a strict content policy refuses inline style elements. */
function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

export interface FrameOptions {
  readonly label: string;
  /** In pixels, where the page does not set `--chart-height`. */
  readonly height: number;
  readonly styles?: readonly CSSStyleSheet[];
  draw(): void;
  summary(): string;
  table(): TableData;
}

/**
 * What all charts share: a named figure in its own shadow root, a plot of a size of its own, drawing at
 * most once a frame, a summary in words and a data table for those who do not see the picture.
 */
export class Frame {
  /** The area that is drawn on. */
  readonly plot: HTMLElement;
  width = 0;
  height = 0;
  /** The plot in device pixels, as the browser rounds it. */
  deviceWidth = 0;
  deviceHeight = 0;

  private readonly root: HTMLElement;
  private readonly figure = document.createElement('figure');
  private readonly tableTitle = document.createElement('summary');
  private readonly tableScroll = document.createElement('div');
  private label = '';
  private readonly summaryText: HTMLParagraphElement;
  private readonly probe: HTMLSpanElement;
  private readonly observer: ResizeObserver;
  private readonly resolved = new Map<string, string>();
  private family: string | null = null;
  private summarised = -Infinity;
  private summaryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: HTMLElement,
    private readonly options: FrameOptions,
  ) {
    this.root = document.createElement('div');
    const shadow = this.root.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [...(options.styles ?? []), sharedSheet()];
    this.plot = document.createElement('div');
    this.plot.className = 'plot';
    this.plot.style.setProperty('--default-height', `${options.height}px`);
    this.plot.setAttribute('aria-describedby', 'summary');
    this.summaryText = document.createElement('p');
    this.summaryText.id = 'summary';
    this.summaryText.className = 'unseen';
    this.probe = document.createElement('span');
    this.probe.hidden = true;
    this.figure.append(this.plot, this.summaryText, this.tableOnDemand(), this.probe);
    shadow.append(this.figure);
    host.append(this.root);
    this.name(options.label);
    this.observer = new ResizeObserver((entries) => {
      this.measure(entries.at(-1));
    });
    try {
      this.observer.observe(this.plot, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this.plot);
    }
    // Not measured here: the observer tells the size once the page is laid out, where asking for it now would
    // have the whole page laid out for each chart.
  }

  /** Draws before a next frame, however often it is asked. Nothing is drawn in a hidden tab. */
  requestDraw(): void {
    queue.add(this.draw);
    this.refreshSummary();
  }

  private readonly draw = (): void => {
    if (this.width > 0 && this.height > 0) this.options.draw();
  };

  /** Names the chart anew. */
  name(label: string): void {
    if (label === this.label) return;
    this.label = label;
    const table = strings.dataTable(label);
    this.figure.setAttribute('aria-label', label);
    this.plot.setAttribute('aria-label', label);
    this.tableTitle.textContent = table;
    this.tableScroll.setAttribute('aria-label', table);
  }

  measure(entry?: ResizeObserverEntry): void {
    const { width, height } = this.plot.getBoundingClientRect();
    const ratio = window.devicePixelRatio;
    const device = entry?.devicePixelContentBoxSize[0];
    // The browser knows how it rounds; where it is a pixel or more off (an emulated screen), it does not.
    const rounded = (size: number, known: number | undefined) =>
      known !== undefined && Math.abs(known - size * ratio) < 1 ? known : Math.round(size * ratio);
    const deviceWidth = rounded(width, device?.inlineSize);
    const deviceHeight = rounded(height, device?.blockSize);
    if (
      width === this.width &&
      height === this.height &&
      deviceWidth === this.deviceWidth &&
      deviceHeight === this.deviceHeight
    ) {
      return;
    }
    Object.assign(this, { width, height, deviceWidth, deviceHeight });
    this.requestDraw();
  }

  /** A CSS colour, `var()` included, as a canvas takes it. */
  colour(css: string): string {
    let value = this.resolved.get(css);
    if (value === undefined) {
      this.probe.style.color = '';
      this.probe.style.color = css;
      value = getComputedStyle(this.probe).color;
      this.resolved.set(css, value);
    }
    return value;
  }

  /** The chart's font at this weight, as a canvas takes it. */
  font(weight: number): string {
    // Asked once: what was drawn a moment ago would have the browser work out its styles anew.
    this.family ??= getComputedStyle(this.plot).fontFamily;
    return `${weight} 12px ${this.family}`;
  }

  /** Call after the page's colours have changed. */
  forgetColours(): void {
    this.resolved.clear();
    this.family = null;
    this.requestDraw();
  }

  destroy(): void {
    queue.remove(this.draw);
    clearTimeout(this.summaryTimer);
    this.observer.disconnect();
    this.root.remove();
  }

  /** Once a second at most: the words are read on demand, and a text in flux cannot be read. */
  private refreshSummary(): void {
    if (this.summaryTimer !== undefined) return;
    const wait = Math.max(0, this.summarised + 1000 - performance.now());
    this.summaryTimer = setTimeout(() => {
      this.summaryTimer = undefined;
      this.summarised = performance.now();
      this.summaryText.textContent = this.options.summary();
    }, wait);
  }

  private tableOnDemand(): HTMLElement {
    const { tableTitle, tableScroll } = this;
    const details = document.createElement('details');
    tableScroll.className = 'scroll';
    tableScroll.tabIndex = 0;
    tableScroll.setAttribute('role', 'region');
    details.append(tableTitle, tableScroll);
    details.addEventListener('toggle', () => {
      tableScroll.replaceChildren();
      if (details.open) fillTable(tableScroll, this.options.table());
    });
    return details;
  }
}
