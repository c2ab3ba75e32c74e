import { html } from 'lit';
import { armStyle, LossChart } from '../charts';
import type { LossData } from '../charts';
import { curves, markers, references } from '../state/curves';
import { scalarsCsv } from '../state/data-file';
import { inSentence, sayValue } from '../state/labels';
import { ChartElement } from './chart-element';
import { LabElement } from './lab-element';
import { saveCsv } from './save-as';
import { segmented } from './segmented';

export class Loss extends ChartElement<LossData> {
  static override properties = { ...LabElement.properties, log: { state: true } };
  declare log: boolean;

  constructor() {
    super();
    this.log = true;
  }

  protected override render() {
    return html`
      <section class="loss" aria-labelledby="loss-title">
        <div class="section-head">
          <h2 id="loss-title" class="section-title">Loss</h2>
          <p class="section-note">${this.#note()}</p>
          ${segmented({
            label: 'Scale of the loss',
            name: 'loss-scale',
            choices: ['log', 'linear'],
            chosen: this.log ? 'log' : 'linear',
            choose: (scale) => {
              this.log = scale === 'log';
            },
          })}
          ${saveCsv('the loss', 'loss', () => scalarsCsv(this.lab.race.arms.value))}
        </div>
        <div class="chart chart-loss" data-testid="loss-chart"></div>
      </section>
    `;
  }

  protected override createChart(host: HTMLElement) {
    return new LossChart(host, {
      label: 'Loss over steps',
      onCursor: (step) => {
        this.lab.cursor.hover(step);
      },
    });
  }

  protected override chartData(): LossData {
    const { race, cursor } = this.lab;
    const arms = race.arms.value;
    return {
      series: curves(arms, armStyle),
      steps: race.budget,
      references: references(arms),
      markers: markers(arms),
      log: this.log,
      cursor: cursor.step,
    };
  }

  /** "induction, 16 symbols; mean cross-entropy in nats" */
  #note(): string {
    const { table, document } = this.lab;
    const kind = table.get('task.kind');
    const details = table.fields
      .filter((field) => field.group === 'task' && field.kind === 'integer')
      .filter((field) => table.applies(field, document.shared))
      .map((field) => `${inSentence(field.label)} ${String(document.shared[field.path])}`);
    const task = inSentence(sayValue(kind, document.shared[kind.path] ?? ''));
    return `${[task, ...details].join(', ')}; in nats`;
  }
}

customElements.define('normlab-loss', Loss);
