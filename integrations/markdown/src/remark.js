import { htmlOf, originOf, readAttributes, scriptOf } from './directive.js';

/** The words of a directive's label, without its markup. */
const wordsOf = (node) => (node.value ?? '') + (node.children ?? []).map(wordsOf).join('');

/**
 * A remark plug-in for Docusaurus, Astro and others; it reads the directives that `remark-directive` makes, so put that before it. The script is added to
 * pages with a directive.
 * @param {{ server: string, format?: 'html' | 'mdx' }} options `format` is `mdx` where pages are MDX (Docusaurus): then elements become JSX
 * @example remarkPlugins: [remarkDirective, [cuvette, { server: 'https://cuvette.example.org', format: 'mdx' }]]
 */
export default function cuvette({ server, format = 'html' } = {}) {
  const origin = originOf(server);
  return (tree, file) => {
    let found = 0;
    const visit = (parent) => {
      parent.children?.forEach((node, index) => {
        const isOurs = /Directive$/.test(node.type) && node.name === 'cuvette';
        if (!isOurs) return visit(node);
        found += 1;
        try {
          const html = htmlOf(origin, readAttributes(node.attributes ?? {}), wordsOf(node));
          parent.children[index] =
            format === 'mdx' ? jsx(html, node.type === 'textDirective') : { type: 'html', value: html };
        } catch (error) {
          file.fail(error.message, node);
        }
      });
    };
    visit(tree);
    if (found > 0)
      tree.children.push(format === 'mdx' ? jsx(scriptOf(origin), false) : { type: 'html', value: scriptOf(origin) });
  };
}

/** An element of MDX that holds HTML; MDX knows no HTML nodes. */
function jsx(html, isText) {
  const inner = JSON.stringify({ __html: html });
  const properties = Object.entries(JSON.parse(inner)).map(([key, value]) => ({
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key: { type: 'Identifier', name: key },
    value: { type: 'Literal', value, raw: JSON.stringify(value) },
  }));
  const expression = { type: 'ObjectExpression', properties };
  return {
    type: isText ? 'mdxJsxTextElement' : 'mdxJsxFlowElement',
    name: isText ? 'span' : 'div',
    attributes: [
      {
        type: 'mdxJsxAttribute',
        name: 'dangerouslySetInnerHTML',
        value: {
          type: 'mdxJsxAttributeValueExpression',
          value: inner,
          data: {
            estree: {
              type: 'Program',
              sourceType: 'module',
              comments: [],
              body: [{ type: 'ExpressionStatement', expression }],
            },
          },
        },
      },
    ],
    children: [],
  };
}
