import type { PropertyValues } from 'lit';
import { html } from 'lit';
import { armStyle, LineChart } from '../charts';
import type { LabChart } from '../engine/lab-types';
import { raceAddress } from '../state/laboratory-link';
import { formatRate } from '../state/numbers';
import { SignalElement } from './signal-element';
import { swatch } from './swatch';
import { colours } from './theme';

const styles = 6;

/** One picture of a report, its key, and the races that its points are. */
export class LinePicture extends SignalElement {
  static override properties = { chart: { attribute: false } };
  declare chart: LabChart;
  #picture: LineChart | null = null;
  #colours = -1;

  protected override render() {
    const { chart } = this;
    return html`
      <section class="lab-chart" data-testid="lab-chart" data-chart=${chart.name}>
        <ul class="key">
          ${chart.series.map(
            ({ label }, index) => html`
              <li class="arm-${(index % styles) + 1}">${swatch(armStyle(index))} ${label}</li>
            `,
          )}
        </ul>
        <div class="chart"></div>
        ${this.#races()}
      </section>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const host = this.querySelector<HTMLElement>('.chart');
    if (!host) return;
    const { x, y, series } = this.chart;
    this.#picture ??= new LineChart(host, { label: `${y.label} over ${x.label}` });
    if (this.#colours !== colours.value) {
      this.#colours = colours.value;
      this.#picture.theme();
    }
    this.#picture.update({
      x,
      y,
      series: series.map((one, index) => ({ ...one, style: armStyle(index) })),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#picture?.destroy();
    this.#picture = null;
  }

  #races() {
    const runs = this.chart.series.flatMap(({ label, x, documents = [] }) =>
      documents.map((document, index) => ({
        name: `${label}, ${this.chart.x.label} ${formatRate(x[index] ?? 0)}`,
        address: raceAddress(document),
      })),
    );
    if (runs.length === 0) return null;
    return html`
      <details class="lab-runs">
        <summary>Race one of these ${runs.length} runs</summary>
        <ul>
          ${runs.map(({ name, address }) => html`<li><a href=${address}>${name}</a></li>`)}
        </ul>
      </details>
    `;
  }
}

customElements.define('normlab-line-picture', LinePicture);
