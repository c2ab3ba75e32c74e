import { html } from 'lit';
import { summarise } from '../state/verdicts';
import { LabElement } from './lab-element';

const pauseMilliseconds = 5000;

/** Says what changed to those who listen: only when a verdict changes, and never in a rush. */
export class LiveSummary extends LabElement {
  static override properties = { ...LabElement.properties, said: { state: true } };
  declare said: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #next = '';

  constructor() {
    super();
    this.said = '';
  }

  protected override render() {
    const { race } = this.lab;
    const summary = summarise(
      race.arms.value.map(({ label, run }) => ({
        label,
        verdict: run.verdict.value,
        failure: run.failure.value,
      })),
    );
    const ended = race.stopped ? 'Stopped' : 'Finished';
    const state = race.running.value ? 'Running' : race.over.value ? ended : 'Paused';
    this.#say(`${state}. ${summary}.`);
    return html`<p class="unseen" aria-live="polite" data-testid="summary">${this.said}</p>`;
  }

  #say(text: string): void {
    this.#next = text;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.said = this.#next;
    }, pauseMilliseconds);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

customElements.define('normlab-live-summary', LiveSummary);
