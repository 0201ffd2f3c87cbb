import { html } from './html.ts';

export const arrow = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M9.5 3 4.5 8l5 5M5 8h8" />
</svg>`;

export const warningSign = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <circle cx="8" cy="8" r="6.5" />
  <path d="M8 4.5v4.2M8 11.2v.3" />
</svg>`;

export const tick = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="m3 8.5 3.2 3.2L13 5" />
</svg>`;
