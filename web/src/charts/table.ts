export interface TableData {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Evenly spaced indices from 0 to count - 1, both ends among them, at most `most`. */
export function evenIndices(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

export function fillTable(parent: HTMLElement, data: TableData): void {
  const table = document.createElement('table');
  const caption = table.createCaption();
  caption.textContent = data.caption;
  const head = table.createTHead().insertRow();
  for (const text of data.head) head.append(headerCell(text, 'col'));
  const body = table.createTBody();
  for (const [first = '', ...rest] of data.rows) {
    const row = body.insertRow();
    row.append(headerCell(first, 'row'));
    for (const text of rest) row.insertCell().textContent = text;
  }
  parent.append(table);
}

function headerCell(text: string, scope: 'col' | 'row'): HTMLTableCellElement {
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
