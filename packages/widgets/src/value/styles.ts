import { css } from 'lit';

/**
 * The number looks like the sentence that it is in; only the line under it tells that there is more to know. Its case is part of a unit, and spaces that a page
 * pulls apart would break a number.
 */
export const valueStyles = css`
  :host {
    display: inline;
    text-transform: none !important;
    letter-spacing: normal !important;
    word-spacing: 0 !important;
    text-indent: 0 !important;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  .value {
    font-variant-numeric: tabular-nums;
    text-decoration: underline dotted 1px;
    text-underline-offset: 0.2em;
    cursor: help;
  }
  .value[data-kind='number'] {
    white-space: nowrap;
  }
  .note {
    margin-inline-start: 0.2em;
    font-size: 0.8em;
    vertical-align: super;
    line-height: 0;
    color: light-dark(#8a5300, #f0b45a);
  }
  .value[data-kind='missing'] {
    font-style: italic;
  }
  .value:focus-visible {
    outline: 2px solid var(--cuvette-accent, light-dark(#0b7268, #45c4b5));
    outline-offset: 2px;
    border-radius: 2px;
  }
  .superseded {
    font-size: 0.85em;
  }
  .superseded a {
    color: inherit;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .tooltip {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    max-inline-size: min(340px, calc(100vw - 12px));
    margin: 0;
    padding: 8px 10px;
    border: 1px solid var(--cuvette-border, light-dark(#dde1e3, #333a3d));
    border-radius: var(--cuvette-radius, 6px);
    background: var(--cuvette-surface-raised, light-dark(#f8f9f9, #1a1e20));
    color: var(--cuvette-text, light-dark(#171c1e, #eef1f2));
    box-shadow: 0 4px 20px light-dark(rgb(20 30 34 / 0.16), rgb(0 0 0 / 0.5));
    font-size: 13px;
    font-style: normal;
    font-weight: 400;
    line-height: 1.45;
    text-align: start;
    text-shadow: none;
    font-variant: normal;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .tooltip:not(:popover-open) {
    display: none;
  }
  .line {
    display: block;
  }
  slot {
    display: none;
  }
  @media screen {
    slot:is([data-held='waiting'], [data-held='failed']) {
      display: contents;
    }
    slot[data-held='waiting'] ~ .waiting > [aria-hidden] {
      display: none;
    }
  }
  @media print {
    slot[data-held] {
      display: contents;
    }
    slot[data-held] ~ * {
      display: none;
    }
    .value {
      text-decoration: none;
    }
  }
`;
