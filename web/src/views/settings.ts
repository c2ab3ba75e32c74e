import { html } from 'lit';
import type { Field } from '../engine/types';
import { sayValue } from '../state/labels';
import { effective, identityPath } from '../state/race-document';
import { fieldList } from './field-list';
import { LabElement } from './lab-element';

const groups: readonly { readonly group: Field['group']; readonly title: string }[] = [
  { group: 'model', title: 'Model' },
  { group: 'optimizer', title: 'Optimiser' },
  { group: 'schedule', title: 'Schedule' },
];

/** The settings of all arms: first those that no arm can have for itself. */
export class Settings extends LabElement {
  protected override render() {
    const { lab } = this;
    return html`
      <section class="settings" aria-labelledby="task-title">
        <h2 id="task-title" class="section-title">Data and run</h2>
        ${fieldList(lab, 'shared', this.#fields('task'))}
        ${fieldList(lab, 'shared', this.#fields('run'))}
      </section>
      <section class="settings" aria-labelledby="shared-title">
        <h2 id="shared-title" class="section-title">Shared by all arms</h2>
        ${groups.map(({ group, title }) => this.#group(group, title))}
      </section>
    `;
  }

  #group(group: Field['group'], title: string) {
    const fields = this.#fields(group).filter(({ path }) => path !== identityPath);
    return html`
      <details class="group" data-testid="group-${group}">
        <summary>
          <span class="group-title">${title}</span>
          <span class="group-values">${this.#values(fields)}</span>
        </summary>
        ${fieldList(this.lab, 'shared', fields)}
      </details>
    `;
  }

  /** A field that means nothing to all arms is not offered for all. */
  #fields(group: Field['group']): Field[] {
    const { table, document } = this.lab;
    const all = document.arms.map((arm) => effective(document, arm));
    return table.fields.filter(
      (field) => field.group === group && all.some((settings) => table.applies(field, settings)),
    );
  }

  /** The first few values, so that a closed group still says what it holds. */
  #values(fields: readonly Field[]): string {
    const { shared } = this.lab.document;
    return fields
      .slice(0, 3)
      .map((field) => {
        const value = sayValue(field, shared[field.path] ?? '');
        return field.kind === 'choice' ? value : `${field.label.toLowerCase()} ${value}`;
      })
      .join(', ');
  }
}

customElements.define('normlab-settings', Settings);
