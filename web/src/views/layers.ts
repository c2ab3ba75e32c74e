import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { armStyle, colourLegend, SharedRange } from '../charts';
import type { Range } from '../charts';
import { seriesCsv } from '../state/data-file';
import { inSentence } from '../state/labels';
import { matrix } from '../state/layer-series';
import { tabs } from './layer-tabs';
import type { Tab, TabSeries } from './layer-tabs';
import { LabElement } from './lab-element';
import { saveCsv } from './save-as';
import { fileWords } from './save-file';
import { segmented } from './segmented';
import { swatch } from './swatch';
import { tabList } from './tab-list';
import './heatmap';
import './profile';

/** Layer by step, one picture per arm on one colour scale, and the profile over the layers at one step. */
export class Layers extends LabElement {
  static override properties = {
    ...LabElement.properties,
    tab: { state: true },
    chosen: { state: true },
  };
  declare tab: Tab;
  /** By tab, the series that was chosen of those it has. */
  declare chosen: Readonly<Record<string, string>>;
  readonly #ranges = new Map<string, SharedRange>();
  #runs = '';

  constructor() {
    super();
    this.tab = tabs[0];
    this.chosen = {};
  }

  protected override render() {
    const { race } = this.lab;
    race.followFrames();
    const arms = race.arms.value;
    const series = this.#series();
    const info = this.lab.description.series.find(({ name }) => name === series.name);
    const title = info?.label ?? series.name;
    const range = this.#range(series.name);
    return html`
      <section class="layers" aria-labelledby="layers-title">
        <h2 id="layers-title" class="unseen">Layer by layer</h2>
        <div class="tab-row">
          ${tabList({
            label: 'What is shown of each layer',
            names: tabs.map(({ name }) => name),
            chosen: this.tab.name,
            panel: 'layers-panel',
            choose: (name) => {
              this.tab = tabs.find((tab) => tab.name === name) ?? tabs[0];
            },
          })}
          ${this.#choice()}
        </div>
        <div id="layers-panel" role="tabpanel" aria-labelledby="tab-${this.tab.name.toLowerCase()}">
          <div class="layers-head">
            <p class="section-note">${info?.help}</p>
            <div class="legend">${guard([range.join()], () => colourLegend(range))}</div>
            ${saveCsv(inSentence(title), fileWords(title), () => seriesCsv(arms, series.name))}
          </div>
          <div class="layer-pictures arms-${Math.min(3, arms.length)}">
            ${repeat(
              arms,
              (arm) => `${arm.id} ${arm.label} ${series.name}`,
              (arm) => html`
                <div class="layer-picture arm-${arm.slot + 1}">
                  <h3 class="picture-title">${swatch(armStyle(arm.slot))} ${arm.label}</h3>
                  <normlab-heatmap
                    .lab=${this.lab}
                    .arm=${arm}
                    .series=${series.name}
                    .heading=${title}
                    .range=${range}
                  ></normlab-heatmap>
                </div>
              `,
            )}
            <div class="layer-picture">
              <h3 class="picture-title">at step ${this.lab.shownStep}</h3>
              ${keyed(
                series.name,
                html`<normlab-profile
                  .lab=${this.lab}
                  .series=${series.name}
                  .heading=${title}
                  .range=${range}
                ></normlab-profile>`,
              )}
            </div>
          </div>
        </div>
      </section>
    `;
  }

  #series(): TabSeries {
    const { name, series } = this.tab;
    return series.find((candidate) => candidate.name === this.chosen[name]) ?? series[0];
  }

  #choice() {
    const { series, name } = this.tab;
    if (series.length < 2) return nothing;
    return segmented({
      label: `What of the ${name.toLowerCase()}`,
      name: 'layer-series',
      choices: series.map((candidate) => candidate.name),
      chosen: this.#series().name,
      say: (choice) => series.find((candidate) => candidate.name === choice)?.word ?? choice,
      choose: (choice) => {
        this.chosen = { ...this.chosen, [name]: choice };
      },
    });
  }

  /** One scale for all arms; it starts anew when all of them did. */
  #range(series: string): Range {
    const arms = this.lab.race.arms.value;
    const runs = arms.map(({ run }) => run.key);
    if (!runs.some((key) => this.#runs.split(' ').includes(key))) this.#ranges.clear();
    this.#runs = runs.join(' ');
    const range = this.#ranges.get(series) ?? new SharedRange();
    this.#ranges.set(series, range);
    return range.update(
      arms.flatMap(({ run }) => {
        const found = run.store ? matrix(run.store, series) : null;
        return found ? [{ id: run.key, matrix: found }] : [];
      }),
    );
  }
}

customElements.define('normlab-layers', Layers);
