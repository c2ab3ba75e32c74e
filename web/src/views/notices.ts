import { html, nothing } from 'lit';
import { LabElement } from './lab-element';

export class NoticeList extends LabElement {
  protected override render() {
    const { list } = this.lab.notices;
    return html`
      <div role="alert">
        ${
          list.value.length === 0
            ? nothing
            : html`
                <ul class="notices" data-testid="notices">
                  ${list.value.map(
                    ({ id, text }) => html`
                      <li class="notice">
                        <p>${text}</p>
                        <button
                          type="button"
                          class="icon"
                          aria-label="Dismiss this notice"
                          @click=${() => {
                            this.lab.notices.dismiss(id);
                          }}
                        >
                          ×
                        </button>
                      </li>
                    `,
                  )}
                </ul>
              `
        }
      </div>
    `;
  }
}

customElements.define('normlab-notices', NoticeList);
