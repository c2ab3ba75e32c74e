const shortestMilliseconds = 50;

/** Calls back before a next picture, but twenty times a second at most: the machine is to train, not to draw. */
export function frames(): (callback: () => void) => void {
  let last = -Infinity;
  return (callback) => {
    const wait = Math.max(0, last + shortestMilliseconds - performance.now());
    setTimeout(() => {
      requestAnimationFrame(() => {
        last = performance.now();
        callback();
      });
    }, wait);
  };
}
