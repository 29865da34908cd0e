/** The look of the page of the API: the portal's greys and accent, light and dark from one sheet. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #15181a);
  --raised: light-dark(#f8f9f9, #1a1e20);
  --border: light-dark(#dde1e3, #333a3d);
  --text: light-dark(#171c1e, #eef1f2);
  --quiet: light-dark(#566063, #a5aeb1);
  --accent: light-dark(#0b7268, #45c4b5);
  --accent-fill: light-dark(#dff3f0, #133832);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
p { margin: 0.5rem 0; }
body {
  margin: 0 auto; max-width: 64rem; padding: 1rem 1.5rem 4rem; overflow-wrap: anywhere;
  font: 14px/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface);
}
h1 { font-size: 20px; }
h2 { font-size: 16px; margin: 2.5rem 0 0; }
h2 + p { margin: 0.25rem 0 0.75rem; color: var(--quiet); }
h4 { font-size: 13px; margin: 1rem 0 0.25rem; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
code, pre { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre {
  overflow-x: auto; overflow-wrap: normal; margin: 0.25rem 0; padding: 0.75rem;
  border: 1px solid var(--border); border-radius: 6px; background: var(--raised);
}
.shape { white-space: pre-wrap; overflow-wrap: anywhere; }
.find {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem;
  margin: 1rem -0.5rem 0; padding: 0.5rem; background: var(--surface); border-bottom: 1px solid var(--border);
}
.find[hidden] { display: none; }
.find input {
  flex: 1 1 12rem; min-width: 0; min-height: 32px; padding: 0 0.5rem; font: inherit; color: inherit;
  border: 1px solid light-dark(#879194, #6c777b); border-radius: 6px; background: var(--surface);
}
.find output, .hint { color: var(--quiet); }
kbd { padding: 0 0.25rem; border: 1px solid var(--border); border-radius: 3px; font: inherit; }
details { border-bottom: 1px solid var(--border); }
details > summary { cursor: pointer; padding: 0.375rem 0.25rem; border-radius: 6px; }
details > summary:hover { background: var(--raised); }
details > div { padding: 0.25rem 0 1rem 1.25rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; color: var(--accent); }
.what { display: block; padding-left: 1.1rem; color: var(--quiet); }
.words { white-space: pre-line; }
dl { margin: 0.25rem 0; }
dt { padding-top: 0.5rem; border-top: 1px solid var(--border); }
dd { margin: 0 0 0.5rem; }
.headers dt { display: inline; padding: 0; border: 0; }
.headers dd { display: inline; margin: 0; color: var(--quiet); }
.headers dd::after { content: ""; display: block; }
dt .quiet, .quiet { color: var(--quiet); }
[hidden] { display: none !important; }
@media (pointer: coarse) { .find input { min-height: 40px; } }
@media (max-width: 640px), (pointer: coarse) { .find .hint { display: none; } }
@media (max-width: 480px) { body { padding: 0.75rem 0.75rem 4rem; } details > div { padding-left: 0.25rem; } }
`;
