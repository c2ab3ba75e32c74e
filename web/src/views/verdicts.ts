import { html, nothing } from 'lit';
import { armStyle } from '../charts';
import { sayComparison } from '../state/proof';
import type { Arm } from '../state/race';
import { effective, mostArms } from '../state/race-document';
import { remedies } from '../state/remedies';
import type { Remedy } from '../state/remedies';
import { byUrgency, isFailure, sayVerdict } from '../state/verdicts';
import { wiringRow } from '../state/wiring-row';
import { LabElement } from './lab-element';
import { answerMilliseconds, shareLink } from './share';
import { swatch } from './swatch';

/** What became of each arm, in a sentence; what has to be said first stands first and large. */
export class Verdicts extends LabElement {
  static override properties = { ...LabElement.properties, shared: { state: true } };
  /** What Share last answered, for a moment. */
  declare shared: string;

  constructor() {
    super();
    this.shared = '';
  }

  protected override render() {
    const arms = byUrgency(
      this.lab.race.arms.value.map((arm) => ({
        arm,
        verdict: arm.run.verdict.value,
        failure: arm.run.failure.value,
      })),
    );
    return html`
      <section class="verdicts" aria-labelledby="verdict-title">
        <h2 id="verdict-title" class="unseen">Verdicts</h2>
        <ul class="verdict-list">
          ${arms.map(({ arm }) => this.#verdict(arm))}
        </ul>
        ${this.#share()}
      </section>
    `;
  }

  #share() {
    if (this.lab.race.arms.value.every((arm) => arm.run.verdict.value === null)) return nothing;
    return html`
      <p class="share-proof">
        <span class="share-answer" role="status">${this.shared}</span>
        <button
          class="quiet"
          type="button"
          data-testid="share-proof"
          title="A link that also holds a hash of every step trained so far: whoever opens it trains again and is told whether it came out the same, to the last bit."
          @click=${this.#copy}
        >
          Share with proof
        </button>
      </p>
    `;
  }

  #copy = async (): Promise<void> => {
    this.shared = await shareLink(this.lab, this.lab.linkWithProof());
    setTimeout(() => (this.shared = ''), answerMilliseconds);
  };

  #verdict(arm: Arm) {
    const verdict = arm.run.verdict.value;
    const failure = arm.run.failure.value;
    const failed = failure !== null || (verdict !== null && isFailure(verdict.name));
    const name = failure !== null ? 'stopped' : (verdict?.name ?? 'waiting');
    return html`
      <li
        class="verdict arm-${arm.slot + 1} ${failed ? 'failed' : ''}"
        data-testid="verdict"
        data-arm=${arm.label}
        data-verdict=${name}
      >
        ${failed ? nothing : swatch(armStyle(arm.slot))}
        <p class="verdict-text">
          <strong>${capitalise(arm.label)}</strong> ${this.#sentence(arm)} ${this.#proof(arm)}
        </p>
        ${failed ? this.#remedies(arm) : nothing}
      </li>
    `;
  }

  #sentence(arm: Arm): string {
    const failure = arm.run.failure.value;
    if (failure !== null) return `could not go on. ${failure}`;
    const verdict = arm.run.verdict.value;
    return verdict ? sayVerdict(verdict) : 'has not begun.';
  }

  /** How the run compares with the link's; a run that is over and has nothing to compare shows its hash. */
  #proof(arm: Arm) {
    const comparison = this.lab.comparison(arm);
    if (comparison) {
      if (comparison.kind === 'waiting') this.lab.race.followFrames();
      return html`<span class="proof ${comparison.kind}" data-testid="proof"
        >${sayComparison(comparison)}</span
      >`;
    }
    const { run } = arm;
    if (run.status.value !== 'finished' || run.trajectory === null) return nothing;
    return html`<span
      class="proof hash"
      data-testid="trajectory"
      title="The trajectory: a hash over the bits of every step's loss and gradient norm. The same settings give the same one on every machine."
      >${run.trajectory}</span
    >`;
  }

  #remedies(arm: Arm) {
    const { race, description } = this.lab;
    const verdict = arm.run.verdict.value;
    if (!verdict || race.arms.value.length >= mostArms) return nothing;
    const document = race.document.value;
    const settings = effective(document, arm.document);
    const row = wiringRow(description.wirings, settings, arm.run.summary);
    const offered = remedies(verdict, settings, row).filter((remedy) => !this.#tried(arm, remedy));
    if (offered.length === 0) return nothing;
    return html`
      <div class="remedies">
        ${offered.map(
          (remedy) => html`
            <button
              type="button"
              data-testid="remedy"
              aria-label="${remedy.label}, in a new arm beside ${arm.label}"
              @click=${() => {
                this.#try(arm, remedy);
              }}
            >
              ${remedy.label}
            </button>
          `,
        )}
      </div>
    `;
  }

  /** Whether an arm with this very change runs already. */
  #tried(arm: Arm, { change }: Remedy): boolean {
    const document = this.lab.document;
    const wanted = JSON.stringify(sorted({ ...effective(document, arm.document), ...change }));
    return document.arms.some(
      (other) => JSON.stringify(sorted(effective(document, other))) === wanted,
    );
  }

  #try(arm: Arm, { change }: Remedy): void {
    this.lab.duplicateArm(arm.id, change);
    this.lab.race.run();
  }
}

function sorted(settings: object): [string, unknown][] {
  return Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

customElements.define('normlab-verdicts', Verdicts);
