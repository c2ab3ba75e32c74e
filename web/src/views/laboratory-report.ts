import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formatChosen, formatValue } from '../charts';
import type { LabReport, LabStatement, LabText } from '../engine/lab-types';
import './line-chart';

const words = { within: '', 'at most': 'at most ', 'at least': 'at least ' } as const;

/** What was measured: the sentences with the numbers that decide them, then the pictures. */
export function laboratoryReport({ statements, charts, texts }: LabReport) {
  return html`
    <div class="lab-report">
      <section class="statements" aria-label="What was measured">
        ${statements.map(statement)}
      </section>
      <div class="lab-charts">
        ${repeat(
          charts,
          ({ name }) => name,
          (chart) => html`<normlab-line-picture .chart=${chart}></normlab-line-picture>`,
        )}
        ${texts.map(written)}
      </div>
    </div>
  `;
}

function statement(one: LabStatement) {
  const { name, holds, source, condition } = one;
  return html`
    <article class="statement" data-testid="statement" data-statement=${name} data-holds=${holds}>
      <p class="statement-text">${one.statement}</p>
      <dl class="figures">
        <div>
          <dt>Predicted</dt>
          <dd>${words[one.comparison]}${formatChosen(one.predicted)}${tolerance(one)}</dd>
        </div>
        <div>
          <dt>Measured</dt>
          <dd>
            ${one.measured === null ? 'not finite' : formatValue(one.measured)}${interval(one)}
          </dd>
        </div>
        <div>
          <dt>Verdict</dt>
          <dd class=${holds ? 'holds' : 'fails'}>${holds ? 'holds' : 'does not hold here'}</dd>
        </div>
      </dl>
      ${condition ? html`<p class="statement-note">Only ${condition}.</p>` : nothing}
      ${source ? html`<p class="statement-note">${source}</p>` : nothing}
    </article>
  `;
}

function written({ name, label, text }: LabText) {
  return html`
    <figure class="lab-text" data-testid="lab-text" data-text=${name}>
      <figcaption>${label}</figcaption>
      <blockquote>${text}</blockquote>
    </figure>
  `;
}

/** How far the mean over the seeds may be from that of all seeds. */
function interval({ interval: half }: LabStatement) {
  if (half === null) return nothing;
  return html`<span class="interval" data-testid="interval">
    ± ${formatChosen(Number(half.toPrecision(2)))} (95 %)</span
  >`;
}

function tolerance({ tolerance, comparison }: LabStatement): string {
  if (!tolerance) return '';
  return comparison === 'within'
    ? ` ± ${formatChosen(tolerance)}`
    : ` (± ${formatChosen(tolerance)})`;
}
