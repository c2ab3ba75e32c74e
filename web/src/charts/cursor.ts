/** What a key does to a cursor among first..last: a new place, null to let go, undefined: not ours. */
export function cursorAfterKey(
  key: string,
  large: boolean,
  current: number | null,
  first: number,
  last: number,
): number | null | undefined {
  const leap = Math.max(1, Math.round((last - first) / 10));
  const pace = large ? leap : 1;
  const from = current ?? last;
  const clamp = (value: number) => Math.min(last, Math.max(first, value));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(from - pace);
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(from + pace);
    case 'PageDown':
      return clamp(from - leap);
    case 'PageUp':
      return clamp(from + leap);
    case 'Home':
      return first;
    case 'End':
      return last;
    case 'Escape':
      return current === null ? undefined : null;
    default:
      return undefined;
  }
}

export interface CursorOptions {
  /** The place under a point of the plot (in its pixels), null outside of the drawn area. */
  locate(x: number, y: number): number | null;
  change(place: number | null): void;
  describe(place: number | null): string;
}

/**
 * Makes a plot a slider over its steps (or rows), by pointer, touch and keys. A slider, because that is
 * what assistive technology knows how to move and to read out. The frame has named the plot.
 */
export class CursorControl {
  private first = 1;
  private last = 1;
  private place: number | null = null;

  constructor(
    private readonly plot: HTMLElement,
    private readonly options: CursorOptions,
  ) {
    plot.tabIndex = 0;
    plot.setAttribute('role', 'slider');
    plot.addEventListener('pointermove', this.onPointer);
    plot.addEventListener('pointerdown', this.onPointer);
    plot.addEventListener('pointerleave', this.onLeave);
    plot.addEventListener('keydown', this.onKey);
    this.set(1, 1, null);
  }

  /** The bounds and place as the page has them; the page decides, the control only asks. */
  set(first: number, last: number, place: number | null): void {
    this.first = first;
    this.last = Math.max(first, last);
    this.place = place;
    const values = {
      'aria-valuemin': String(this.first),
      'aria-valuemax': String(this.last),
      'aria-valuenow': String(place ?? this.last),
      'aria-valuetext': this.options.describe(place),
    };
    // Written only when it differs: each write is an event to whoever listens to the page.
    for (const [name, value] of Object.entries(values)) {
      if (this.plot.getAttribute(name) !== value) this.plot.setAttribute(name, value);
    }
  }

  private readonly onPointer = (event: PointerEvent): void => {
    const box = this.plot.getBoundingClientRect();
    const place = this.options.locate(event.clientX - box.left, event.clientY - box.top);
    const bounded = place === null ? null : Math.min(this.last, Math.max(this.first, place));
    if (bounded !== this.place) this.options.change(bounded);
  };

  private readonly onLeave = (event: PointerEvent): void => {
    // A finger that lifts has chosen; a mouse that leaves has only looked.
    if (event.pointerType !== 'touch' && this.place !== null) this.options.change(null);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = cursorAfterKey(event.key, event.shiftKey, this.place, this.first, this.last);
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.options.change(place);
  };
}
