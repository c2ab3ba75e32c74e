/*
 * Edits of the engine's binary after which it fails for real, in the browser's own hands: a smaller memory, and an
 * instruction that traps. https://webassembly.github.io/spec/core/binary/modules.html
 */

const pageBytes = 65_536;
const memorySection = 5;

/** A module whose memory cannot grow beyond this. */
export function withLargestMemory(module: Uint8Array, bytes: number): Buffer {
  for (const { id, start, content, end } of sections(module)) {
    if (id !== memorySection) continue;
    // A vector of one memory: its flags (1: it has a maximum), its first size and its largest, in pages.
    const [count, flags] = module.subarray(content, content + 2);
    if (count !== 1 || flags !== 1) throw new Error('the engine’s memory has no maximum to change');
    const [first] = readNumber(module, content + 2);
    const limits = [count, flags, ...number(first), ...number(Math.floor(bytes / pageBytes))];
    const section = [memorySection, ...number(limits.length), ...limits];
    return Buffer.concat([module.subarray(0, start), Buffer.from(section), module.subarray(end)]);
  }
  throw new Error('the engine has no memory of its own');
}

/** A module that traps wherever it would use this number (as a float32, alone or in all four lanes of a vector). */
export function trappingAt(module: Uint8Array, value: number): Buffer {
  const unreachable = 0x00;
  const nop = 0x01;
  const lane = Buffer.alloc(4);
  lane.writeFloatLE(value);
  const constants = [
    Buffer.concat([Buffer.from([0x43]), lane]), // f32.const
    Buffer.concat([Buffer.from([0xfd, 0x0c]), lane, lane, lane, lane]), // v128.const
  ];
  const edited = Buffer.from(module);
  let found = 0;
  for (const constant of constants) {
    for (let at = edited.indexOf(constant); at >= 0; at = edited.indexOf(constant, at)) {
      edited.fill(nop, at, at + constant.length);
      edited[at] = unreachable;
      found++;
    }
  }
  if (found === 0) throw new Error(`the engine uses no ${value}`);
  return edited;
}

function* sections(module: Uint8Array) {
  const header = 8; // the magic number, and the version
  for (let start = header; start < module.length;) {
    const [size, content] = readNumber(module, start + 1);
    const end = content + size;
    yield { id: module[start], start, content, end };
    start = end;
  }
}

/** LEB128, without a sign: seven bits a byte, the lowest first, the eighth set while more follow. */
function readNumber(module: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = module[at++] ?? 0;
    value += (byte % 128) * shift;
    if (byte < 128) return [value, at];
  }
}

function number(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))];
}
