import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Field } from '../engine/types';
import type { Scope } from '../state/editor';
import type { Lab } from '../state/lab';
import './field';

export function fieldList(lab: Lab, scope: Scope, fields: readonly Field[]) {
  return html`
    <div class="fields">
      ${repeat(
        fields,
        ({ path }) => path,
        (field) => html`
          <normlab-field .lab=${lab} .field=${field} .scope=${scope}></normlab-field>
        `,
      )}
    </div>
  `;
}
