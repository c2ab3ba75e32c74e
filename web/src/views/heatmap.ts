import { html } from 'lit';
import { Heatmap } from '../charts';
import type { HeatmapData, Range } from '../charts';
import { matrix, rowName } from '../state/layer-series';
import type { Arm } from '../state/race';
import { ChartElement } from './chart-element';
import { LabElement } from './lab-element';

const empty = { values: new Float32Array(), rows: 1, columns: 0, stride: 1, offset: 0 };

/** One arm's layer-by-step picture. */
export class ArmHeatmap extends ChartElement<HeatmapData> {
  static override properties = {
    ...LabElement.properties,
    arm: { attribute: false },
    series: { attribute: false },
    heading: { attribute: false },
    range: { attribute: false },
  };
  declare arm: Arm;
  declare series: string;
  /** The series in words. */
  declare heading: string;
  declare range: Range;

  protected override render() {
    return html`<div class="chart chart-layers" data-testid="heatmap"></div>`;
  }

  protected override createChart(host: HTMLElement) {
    return new Heatmap(host, {
      label: `${this.heading}, ${this.arm.label}`,
      onCursor: (step) => {
        const every = this.arm.run.store?.every ?? 1;
        this.lab.cursor.hover(step === null ? null : (step - 1) * every + 1);
      },
      rowLabel: (row) => rowName(row, this.chartData().rows, this.#depth),
    });
  }

  protected override chartData(): HeatmapData {
    const { store } = this.arm.run;
    const every = store?.every ?? 1;
    const cursor = this.lab.cursor.step;
    return {
      ...((store && matrix(store, this.series)) ?? empty),
      label: `${this.heading}, ${this.arm.label}`,
      steps: Math.ceil(this.lab.race.budget / every),
      every,
      layers: this.#depth,
      range: this.range,
      cursor: cursor === null ? null : Math.floor((cursor - 1) / every) + 1,
    };
  }

  get #depth(): number {
    return (this.arm.run.summary?.sublayers ?? 2) / 2;
  }
}

customElements.define('normlab-heatmap', ArmHeatmap);
