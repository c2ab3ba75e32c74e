import { html } from 'lit';
import { armStyle, ProfileChart } from '../charts';
import type { ProfileData, Range } from '../charts';
import { rowName } from '../state/layer-series';
import { ChartElement } from './chart-element';
import { LabElement } from './lab-element';

/** All arms' values over the layers, at the step that the pictures show. */
export class Profile extends ChartElement<ProfileData> {
  static override properties = {
    ...LabElement.properties,
    series: { attribute: false },
    heading: { attribute: false },
    range: { attribute: false },
  };
  declare series: string;
  /** The series in words. */
  declare heading: string;
  declare range: Range;

  protected override render() {
    return html`<div class="chart chart-layers" data-testid="profile"></div>`;
  }

  protected override createChart(host: HTMLElement) {
    return new ProfileChart(host, {
      label: `${this.heading} over the layers`,
      rowLabel: (row) => rowName(row, this.#rows, this.#depth),
    });
  }

  protected override chartData(): ProfileData {
    const step = this.lab.shownStep;
    return {
      series: this.lab.race.arms.value.map(({ run, slot, label }) => ({
        id: run.key,
        label,
        style: armStyle(slot),
        values: run.store?.profile(this.series, step) ?? new Float32Array(),
      })),
      range: this.range,
      log: true,
      layers: this.#depth,
    };
  }

  get #depth(): number {
    const sublayers = this.lab.race.arms.value.map(({ run }) => run.summary?.sublayers ?? 2);
    return Math.max(...sublayers) / 2;
  }

  get #rows(): number {
    return Math.max(...this.chartData().series.map(({ values }) => values.length));
  }
}

customElements.define('normlab-profile', Profile);
