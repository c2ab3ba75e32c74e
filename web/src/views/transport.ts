import { html } from 'lit';
import { formatCount, formatRate } from '../state/numbers';
import { LabElement } from './lab-element';

/** Run, Pause, Step, Reset, New seed; how far the run is, and a slider back over all of it. */
export class Transport extends LabElement {
  protected override render() {
    const { race } = this.lab;
    race.followFrames();
    const running = race.running.value;
    const seed = String(race.document.value.shared.seed);
    return html`
      <section class="transport" aria-label="Run">
        <div class="transport-buttons">
          <button type="button" class="primary" data-testid="run" @click=${this.#toggle}>
            ${running ? 'Pause' : race.over.value ? 'Run again' : 'Run'}
          </button>
          <button
            type="button"
            data-testid="step"
            ?disabled=${race.over.value}
            @click=${() => {
              race.stepOnce();
            }}
          >
            Step
          </button>
          <button type="button" data-testid="reset" @click=${this.#reset}>Reset</button>
          <button
            type="button"
            data-testid="new-seed"
            aria-label="New seed, now ${seed}"
            @click=${() => {
              this.lab.newSeed();
            }}
          >
            New seed
          </button>
        </div>
        ${this.#timeline(seed)}
      </section>
    `;
  }

  /** By the style's own interface: the content policy forbids a style attribute. */
  protected override updated(): void {
    const { furthest, budget } = this.lab.race;
    const slider = this.querySelector<HTMLElement>('.progress');
    slider?.style.setProperty('--done', `${(100 * furthest) / budget}%`);
  }

  #timeline(seed: string) {
    const { race, cursor } = this.lab;
    const { budget, step } = race;
    const shown = cursor.step ?? step;
    const rate = `${formatRate(race.stepsPerSecond)} steps/s`;
    const pace = race.running.value ? rate : race.over.value ? 'done' : 'paused';
    const label = `step ${formatCount(shown)} of ${formatCount(budget)}`;
    return html`
      <div class="timeline">
        <span class="seed" data-testid="seed">seed ${seed}</span>
        <input
          type="range"
          class="progress"
          min="0"
          max=${budget}
          step="1"
          aria-label="Step shown"
          aria-valuetext=${label}
          data-testid="timeline"
          .value=${String(shown)}
          @input=${this.#seek}
        />
        <span class="timeline-text">
          <span data-testid="progress">${label}</span>
          <span class="rate" data-testid="rate">
            ${
              cursor.pinned
                ? html`<button
                    type="button"
                    class="link"
                    data-testid="latest"
                    @click=${this.#follow}
                  >
                    latest
                  </button>`
                : pace
            }
          </span>
        </span>
      </div>
    `;
  }

  #toggle = (): void => {
    const { race, cursor } = this.lab;
    if (race.running.value) {
      race.pause();
      return;
    }
    if (race.over.value) cursor.follow();
    race.run();
  };

  #reset = (): void => {
    this.lab.cursor.follow();
    this.lab.race.reset();
  };

  #follow = (): void => {
    this.lab.cursor.follow();
  };

  #seek = (event: Event): void => {
    const { race, cursor } = this.lab;
    const slider = event.target as HTMLInputElement;
    const step = Number(slider.value);
    if (step >= race.furthest) cursor.follow();
    else cursor.pin(Math.max(1, step));
    // What is not trained yet cannot be shown: the thumb stays with the run.
    if (step > race.furthest) slider.value = String(race.step);
  };
}

customElements.define('normlab-transport', Transport);
