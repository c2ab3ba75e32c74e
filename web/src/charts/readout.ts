export interface ReadoutData {
  readonly title: string;
  readonly x: number;
  readonly area: { left: number; top: number; right: number; bottom: number };
  readonly rows: readonly {
    readonly label: string;
    readonly colour: string;
    readonly text: string;
    readonly y: number | null;
  }[];
  /** Where the figures stand; by default where they hide least of falling curves. */
  readonly side?: 'top' | 'bottom';
}

/** The cursor's line, a dot on each curve, and the values there in figures. */
export class Readout {
  private readonly rule = document.createElement('div');
  private readonly box = document.createElement('div');
  private readonly table = document.createElement('table');
  private readonly dots: HTMLElement[] = [];
  private shown = '';

  constructor(private readonly layer: HTMLElement) {
    this.rule.className = 'rule';
    this.box.className = 'readout';
    this.box.append(this.table);
    layer.append(this.rule, this.box);
    this.hide();
  }

  hide(): void {
    for (const element of [this.rule, this.box, ...this.dots]) element.hidden = true;
  }

  show(data: ReadoutData): void {
    const { area, x } = data;
    this.rule.hidden = false;
    this.rule.style.height = `${area.bottom - area.top}px`;
    this.rule.style.transform = `translate(${(x - 0.5).toFixed(1)}px, ${area.top}px)`;
    this.drawDots(data);
    this.drawBox(data);
  }

  private drawDots({ rows, x }: ReadoutData): void {
    while (this.dots.length < rows.length) {
      const dot = document.createElement('div');
      dot.className = 'dot';
      this.dots.push(dot);
      this.layer.insertBefore(dot, this.box);
    }
    this.dots.forEach((dot, index) => {
      const row = rows[index];
      const y = row?.y ?? null;
      dot.hidden = y === null;
      if (!row || y === null) return;
      dot.style.background = row.colour;
      dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
  }

  private drawBox({ rows, title, area, x, side }: ReadoutData): void {
    this.box.hidden = rows.length === 0;
    if (this.box.hidden) return;
    const content = JSON.stringify([
      title,
      rows.map(({ label, colour, text }) => [label, colour, text]),
    ]);
    if (content !== this.shown) {
      this.shown = content;
      this.table.replaceChildren();
      this.table.createCaption().textContent = title;
      // In the order in which the curves lie under the cursor, so that the eye need not search.
      const order = [...rows].sort((a, b) => (a.y ?? Infinity) - (b.y ?? Infinity));
      for (const row of order) {
        const line = this.table.insertRow();
        const name = line.insertCell();
        name.textContent = row.label;
        name.style.color = row.colour;
        line.insertCell().textContent = row.text;
      }
    }
    const { width, height } = this.box.getBoundingClientRect();
    const right = x + 10 + width <= area.right;
    const left = right ? x + 10 : Math.max(0, x - 10 - width);
    const free = rows.every(({ y }) => y === null || y > area.top + height + 12);
    const place = side ?? (right || free ? 'top' : 'bottom');
    const top = place === 'top' ? area.top + 8 : area.bottom - height - 8;
    this.box.style.transform = `translate(${left.toFixed(1)}px, ${Math.max(0, top).toFixed(1)}px)`;
  }
}
