import { html } from 'lit';
import { lead, question } from '../state/lead';
import { LabElement } from './lab-element';

/** What is being asked here, in the words of a textbook. */
export class Lead extends LabElement {
  protected override render() {
    const { document, table } = this.lab;
    return html`
      <section class="lead" aria-labelledby="lead-title">
        <h2 id="lead-title" class="lead-title">${question(table, document)}</h2>
        <p class="lead-text" data-testid="lead">${lead(table, document)}</p>
      </section>
    `;
  }
}

customElements.define('normlab-lead', Lead);
