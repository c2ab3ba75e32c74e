import { html, nothing } from 'lit';
import { formatCount, formatRate, sayTimeLeft } from '../state/numbers';
import { LabElement } from './lab-element';

/** Run, Pause, Stop, Step, Reset, New seed; how far the run is, how long it will take, and a slider back over it. */
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
            data-testid="stop"
            title="Gives up the steps that are left, and keeps what was measured"
            ?disabled=${!race.begun}
            @click=${() => {
              race.stop();
            }}
          >
            Stop
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

  #timeline(seed: string) {
    const { race, cursor } = this.lab;
    const { budget, step } = race;
    const shown = cursor.step ?? step;
    const label = `step ${formatCount(shown)} of ${formatCount(budget)}`;
    const { secondsLeft } = race;
    const left = secondsLeft === null ? null : sayTimeLeft(secondsLeft);
    const trained = `step ${formatCount(step)} of ${formatCount(budget)}`;
    return html`
      <div class="timeline">
        <span class="track">
          <progress
            max=${budget}
            aria-label="Trained"
            aria-valuetext=${left === null ? trained : `${trained}, ${left}`}
            data-testid="trained"
            .value=${step}
          ></progress>
          <input
            type="range"
            min="0"
            max=${budget}
            step="1"
            aria-label="Step shown"
            aria-valuetext=${label}
            data-testid="timeline"
            .value=${String(shown)}
            @input=${this.#seek}
          />
        </span>
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
                : this.#pace()
            }
          </span>
          <span class="seed" data-testid="seed">seed ${seed}</span>
          ${left === null ? nothing : html`<span class="left" data-testid="time-left">${left}</span>`}
        </span>
      </div>
    `;
  }

  #pace(): string {
    const { race } = this.lab;
    if (race.running.value) {
      const rate = race.stepsPerSecond;
      return rate === null ? 'running' : `${formatRate(rate)} steps/s`;
    }
    if (race.stopped) return 'stopped';
    return race.over.value ? 'done' : 'paused';
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
