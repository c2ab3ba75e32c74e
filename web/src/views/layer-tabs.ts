export interface Tab {
  readonly name: string;
  /** The series of the engine that the tab shows, by the word that tells them apart within it. */
  readonly series: readonly [TabSeries, ...TabSeries[]];
}

export interface TabSeries {
  readonly name: string;
  readonly word: string;
}

export const tabs: readonly [Tab, ...Tab[]] = [
  {
    name: 'Gradients',
    series: [
      { name: 'weight_gradient', word: 'weights' },
      { name: 'stream_gradient', word: 'stream' },
    ],
  },
  { name: 'Stream', series: [{ name: 'stream_rms', word: 'size' }] },
  { name: 'Contribution', series: [{ name: 'increment', word: 'increment' }] },
  { name: 'Updates', series: [{ name: 'update', word: 'update' }] },
  {
    name: 'Attention',
    series: [
      { name: 'attention_logit', word: 'scores' },
      { name: 'attention_entropy', word: 'entropy' },
    ],
  },
];
