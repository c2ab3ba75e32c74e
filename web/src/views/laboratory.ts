import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LabDescription } from '../engine/lab-types';
import { sayTime, sayTimeLeft } from '../state/numbers';
import { LaboratoryElement } from './laboratory-element';
import './laboratory-field';
import './norm-vector';
import { laboratoryReport } from './laboratory-report';
import { segmented } from './segmented';
import { themeChoice } from './theme-choice';
import { weightsFile } from './weights-file';

/** The page of the laboratories: their list, and beside it the one that is open. */
export class LaboratoryPage extends LaboratoryElement {
  protected override render() {
    return html`
      ${this.#masthead()}
      <main id="main" class="columns">
        <div class="pictures">${this.#notices()} ${this.#open()}</div>
        <nav class="panel" aria-label="Laboratories">
          <h2 class="section-title">Laboratories</h2>
          <ul class="lab-list">
            ${this.laboratory.list.map((lab) => this.#entry(lab))}
          </ul>
        </nav>
      </main>
    `;
  }

  #masthead() {
    return html`
      <header class="masthead">
        <h1 class="masthead-title">
          <a class="brand" href="./">NormLab</a>
          <span class="tagline">Every claim, measured</span>
        </h1>
        <div class="masthead-tools">
          <a class="quiet" href="./" data-testid="to-race">The race</a>
          ${themeChoice()}
        </div>
      </header>
    `;
  }

  #notices() {
    const notices = this.laboratory.notices.value;
    if (notices.length === 0) return nothing;
    return html`
      <div class="notices" data-testid="notices" role="alert">
        ${notices.map((text) => html`<div class="notice"><p>The link: ${text}</p></div>`)}
      </div>
    `;
  }

  #entry({ name, title, question }: LabDescription) {
    const { laboratory } = this;
    return html`
      <li>
        <a
          href="#lab=${name}"
          data-testid="lab-link"
          data-lab=${name}
          aria-current=${laboratory.open.value?.name === name ? 'page' : 'false'}
          @click=${(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            laboratory.choose(name);
          }}
        >
          <span class="lab-title">${title}</span>
          <span class="lab-question">${question}</span>
        </a>
      </li>
    `;
  }

  #open() {
    const lab = this.laboratory.open.value;
    if (!lab) {
      return html`
        <section class="lead">
          <h2 class="lead-title">What the literature says, and what this tab measures</h2>
          <p class="lead-text">
            Each laboratory takes one claim, measures it in this tab over several seeds, and sets
            the number beside the one that theory predicts. Choose one.
          </p>
        </section>
      `;
    }
    const { laboratory } = this;
    return html`
      <section class="lead">
        <h2 class="lead-title" data-testid="lab-title">${lab.question}</h2>
        <p class="lead-text">${lab.title}.</p>
      </section>
      <section class="lab-settings" aria-label="Settings">
        ${segmented({
          label: 'How thorough',
          name: 'thoroughness',
          choices: ['quick', 'full'],
          chosen: laboratory.full.value ? 'full' : 'quick',
          choose: (choice) => {
            laboratory.chooseFull(choice === 'full');
          },
          say: (choice) => (choice === 'full' ? 'In full' : 'A quick look'),
        })}
        <div class="lab-fields">
          ${repeat(
            lab.settings,
            ({ path }) => `${lab.name} ${path}`,
            (field) => html`
              <normlab-laboratory-field
                .laboratory=${laboratory}
                .field=${field}
              ></normlab-laboratory-field>
            `,
          )}
        </div>
        ${weightsFile(laboratory)} ${this.#transport()}
      </section>
      ${this.#measurement()}
      ${
        lab.name === 'norm'
          ? html`<normlab-norm-vector .laboratory=${laboratory}></normlab-norm-vector>`
          : nothing
      }
    `;
  }

  #transport() {
    const { laboratory } = this;
    const measurement = laboratory.measurement.value;
    const running = measurement.kind === 'running';
    const share = running ? measurement.share : 0;
    const left = running && measurement.secondsLeft !== null && measurement.share > 0.02;
    const text = left ? sayTimeLeft(measurement.secondsLeft ?? 0) : 'measuring';
    const estimate = laboratory.estimate.value;
    return html`
      <div class="transport">
        <div class="transport-buttons">
          <button
            type="button"
            class="primary"
            data-testid="measure"
            @click=${() => {
              if (running) laboratory.stop();
              else laboratory.run();
            }}
          >
            ${running ? 'Stop' : measurement.kind === 'done' ? 'Measure again' : 'Measure'}
          </button>
        </div>
        ${
          running || estimate === null
            ? nothing
            : html`<span class="lab-estimate" data-testid="estimate">${sayTime(estimate)}</span>`
        }
        <div class="timeline" ?hidden=${!running}>
          <progress
            max="1"
            aria-label="Measured"
            aria-valuetext="${Math.round(100 * share)} %, ${text}"
            data-testid="measured"
            .value=${share}
          ></progress>
          <span class="left">${text}</span>
        </div>
      </div>
    `;
  }

  #measurement() {
    const measurement = this.laboratory.measurement.value;
    return html`
      <p class="unseen" aria-live="polite" data-testid="summary">${this.#summary()}</p>
      ${
        measurement.kind === 'failed'
          ? html`<p class="lab-failure" role="alert" data-testid="failure">
              The measurement did not come to its end: ${measurement.message}.
            </p>`
          : nothing
      }
      ${measurement.kind === 'done' ? laboratoryReport(measurement.report) : nothing}
    `;
  }

  #summary(): string {
    const measurement = this.laboratory.measurement.value;
    if (measurement.kind === 'running') return 'Measuring.';
    if (measurement.kind !== 'done') return '';
    const { statements } = measurement.report;
    const held = statements.filter(({ holds }) => holds).length;
    return `Measured: ${held} of ${statements.length} statements hold.`;
  }
}

customElements.define('normlab-laboratory-page', LaboratoryPage);
