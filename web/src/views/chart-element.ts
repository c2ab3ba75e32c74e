import type { PropertyValues } from 'lit';
import { LabElement } from './lab-element';
import { colours } from './theme';

/** What every picture of src/charts can do. */
interface Chart<Data> {
  update(data: Data): void;
  theme(): void;
  destroy(): void;
}

/** A part of the page that holds one picture and hands it what was recorded, once per frame at most. */
export abstract class ChartElement<Data> extends LabElement {
  #chart: Chart<Data> | null = null;
  #colours = -1;

  protected abstract createChart(host: HTMLElement): Chart<Data>;
  protected abstract chartData(): Data;

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const host = this.querySelector<HTMLElement>('.chart');
    if (!host) return;
    this.#chart ??= this.createChart(host);
    if (this.#colours !== colours.value) {
      this.#colours = colours.value;
      this.#chart.theme();
    }
    this.lab.race.followFrames();
    this.#chart.update(this.chartData());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#chart?.destroy();
    this.#chart = null;
  }
}
