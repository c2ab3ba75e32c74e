import { effect } from '@preact/signals-core';
import { LitElement } from 'lit';

/**
 * A part of a page. It draws itself again when a signal that its last drawing read has changed. It has no shadow
 * root: one stylesheet serves all parts, and labels reach across them.
 */
export abstract class SignalElement extends LitElement {
  #stop: (() => void) | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    this.#stop?.();
    let drawing = true;
    this.#stop = effect(() => {
      if (drawing) super.performUpdate();
      else this.requestUpdate();
      drawing = false;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.#stop = null;
  }
}
