// One line on a terminal, drawn over itself; nothing where the standard error is a file or a pipe.
import { stderr } from 'node:process';

const millisecondsBetweenDraws = 100;
const clearLine = '\r\u001b[K';

export function progress(steps) {
  if (!stderr.isTTY) return { show: () => {}, clear: () => {} };
  const begin = Date.now();
  let drawn = begin;
  return {
    show({ step, loss }) {
      const now = Date.now();
      if (now - drawn < millisecondsBetweenDraws) return;
      drawn = now;
      const rate = step / ((now - begin) / 1000);
      stderr.write(
        `${clearLine}step ${step} of ${steps}, loss ${loss.toPrecision(4)}, ${rate.toFixed(1)} steps/s`,
      );
    },
    clear() {
      stderr.write(clearLine);
    },
  };
}
