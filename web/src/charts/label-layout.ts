/** A label that wants its middle at `centre` and takes `height`. */
export interface LabelSlot {
  readonly centre: number;
  readonly height: number;
}

interface Block {
  /** Mean of the tops wanted by the labels of the block, were they its first. */
  wanted: number;
  height: number;
  members: number[];
}

/**
 * Middles that keep labels apart and within [top, bottom], each as near as can be to where it wants to
 * be (least squares: touching labels move as one block to the mean of their wishes).
 */
export function spreadLabels(slots: readonly LabelSlot[], top: number, bottom: number): number[] {
  const order = slots.map((_, index) => index);
  const slotAt = (index: number) => slots[index] ?? { centre: 0, height: 0 };
  // Equal wishes keep their order, so that two flat curves do not swap labels from frame to frame.
  order.sort((a, b) => slotAt(a).centre - slotAt(b).centre || a - b);
  const blocks: Block[] = [];
  const startOf = (block: Block) => Math.max(top, Math.min(bottom - block.height, block.wanted));
  for (const index of order) {
    const { centre, height } = slotAt(index);
    let block: Block = { wanted: centre - height / 2, height, members: [index] };
    for (;;) {
      const above = blocks.at(-1);
      if (!above || startOf(above) + above.height <= startOf(block)) break;
      blocks.pop();
      const count = above.members.length + block.members.length;
      block = {
        wanted:
          (above.wanted * above.members.length +
            (block.wanted - above.height) * block.members.length) /
          count,
        height: above.height + block.height,
        members: [...above.members, ...block.members],
      };
    }
    blocks.push(block);
  }
  const middles = new Array<number>(slots.length).fill(0);
  for (const block of blocks) {
    let y = startOf(block);
    for (const index of block.members) {
      const { height } = slotAt(index);
      middles[index] = y + height / 2;
      y += height;
    }
  }
  return middles;
}

/** Breaks a label into at most `lines` lines of at most `width`, the last cut with an ellipsis. */
export function wrapLabel(
  text: string,
  width: number,
  lines: number,
  measure: (text: string) => number,
): string[] {
  const result: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    if (measure(rest) <= width) return [...result, rest];
    if (result.length === lines - 1) return [...result, shorten(rest, width, measure)];
    const words = rest.split(' ');
    let count = words.length - 1;
    while (count > 1 && measure(words.slice(0, count).join(' ')) > width) count--;
    const line = words.slice(0, Math.max(1, count)).join(' ');
    if (count < 1 || measure(line) > width) return [...result, shorten(rest, width, measure)];
    result.push(line);
    rest = words.slice(count).join(' ');
  }
  return result;
}

function shorten(text: string, width: number, measure: (text: string) => number): string {
  const letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
