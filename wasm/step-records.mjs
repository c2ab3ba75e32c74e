// Records as one object a step, for programs that read them one by one.

/** Runs to the end and yields every step: its scalars by name, its series as arrays of their own. */
export function* stepRecords(run) {
  const { scalars: names, series, width } = run.layout;
  while (!run.finished) {
    const { count, scalars, layers } = run.advance(1);
    for (let i = 0; i < count; ++i) {
      const record = {};
      names.forEach((name, j) => {
        record[name] = scalars[i * names.length + j];
      });
      for (const { name, length, offset } of series) {
        const start = i * width + offset;
        record[name] = layers.slice(start, start + length);
      }
      yield record;
    }
  }
}
