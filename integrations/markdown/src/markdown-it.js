import { htmlOf, originOf, parseAttributes, scriptOf } from './directive.js';

const line = /^::cuvette(?:\[([^\]\n]{0,500})\])?\{([^{}\n]{0,500})\}[ \t]*$/;
const inText = /^:cuvette(?:\[([^\]\n]{0,500})\])?\{([^{}\n]{0,500})\}/;

/**
 * A markdown-it plug-in, for VitePress and others. In VitePress give `isCuvetteElement` to Vue as well (`@cuvette/markdown/vue`).
 * @param {import('markdown-it').default} md
 * @param {{ server: string, script?: boolean }} options `script: false` where the host puts the script into its head itself (VitePress: `head`)
 */
export default function cuvette(md, { server, script = true } = {}) {
  const origin = originOf(server);
  const ending = script ? scriptOf(origin) : '';
  const html = (words, attributes) => htmlOf(origin, parseAttributes(attributes), words ?? '');

  md.block.ruler.before(
    'paragraph',
    'cuvette',
    (state, start, _end, silent) => {
      const text = state.src.slice(state.bMarks[start] + state.tShift[start], state.eMarks[start]);
      const found = line.exec(text);
      if (!found || state.sCount[start] - state.blkIndent >= 4) return false;
      if (silent) return true;
      const token = state.push('html_block', '', 0);
      token.content = `<p>${html(found[1], found[2])}</p>${ending}\n`;
      token.map = [start, start + 1];
      state.line = start + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );

  md.inline.ruler.before('link', 'cuvette', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3a) return false;
    const found = inText.exec(state.src.slice(state.pos, state.pos + 1100));
    if (!found) return false;
    if (!silent) state.push('html_inline', '', 0).content = `${html(found[1], found[2])}${ending}`;
    state.pos += found[0].length;
    return true;
  });
}
