import MarkdownIt from 'markdown-it';
import rehypeStringify from 'rehype-stringify';
import remarkDirective from 'remark-directive';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import cuvetteIt from '../../integrations/markdown/src/markdown-it.js';
import cuvetteRemark from '../../integrations/markdown/src/remark.js';
import { isCuvetteElement } from '../../integrations/markdown/src/vue.js';

const server = 'https://cuvette.example.org';
const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

const byMarkdownIt = async (text: string) => new MarkdownIt().use(cuvetteIt, { server }).render(text);
const byRemark = async (text: string) =>
  String(
    await unified()
      .use(remarkParse)
      .use(remarkDirective)
      .use(cuvetteRemark, { server })
      .use(remarkRehype, { allowDangerousHtml: true })
      .use(rehypeStringify, { allowDangerousHtml: true })
      .process(text),
  );

describe.each([
  ['markdown-it', byMarkdownIt],
  ['remark', byRemark],
])('%s', (_name, render) => {
  test('an item on a line of its own, with picture and link inside', async () => {
    const html = await render(`Before.\n\n::cuvette{id=${id} tab=scan height=600}\n\nAfter.`);
    expect(html).toContain(
      `<cuvette-workflow workflow="${id}" public tab="scan" style="height: 600px"><a href="${server}/public/workflow/${id}"><img src="`,
    );
    expect(html).toContain(`<script type="module" src="${server}/embed/1/embed.js"></script>`);
    expect(html).toContain('After.');
  });

  test('a number in a sentence, whose words are held until it is read', async () => {
    const html = await render(`The pKa is :cuvette[4.9 <b>]{id=${id} value=strongest_acid}, measured 4.8.`);
    expect(html).toMatch(
      /<p>The pKa is <cuvette-value [^>]*path="strongest_acid"><a [^>]*>4\.9[^<]*<\/a><\/cuvette-value>/,
    );
    expect(html).toContain(', measured 4.8.');
  });

  test('what does not fit stops the build with key and value, and no script gets in', async () => {
    for (const [attributes, reason] of [
      ['id=1', 'id="1" does not fit'],
      ['tab=scan', 'id is missing'],
      [`id=${id} colour=red`, '"colour" is not known. Use id, tab, value, digits, height.'],
      [`id=${id} tab="x' onload='alert(1)"`, 'does not fit'],
      [`id=${id} height=1e9`, 'height="1e9" does not fit'],
    ])
      await expect(render(`::cuvette{${attributes}}`), attributes).rejects.toThrow(reason);
  });

  test('code is left as it is', async () => {
    const html = await render(`\`\`\`\n::cuvette{id=${id}}\n\`\`\`\n\n\`:cuvette{id=${id}}\``);
    expect(html).not.toContain('<cuvette-');
  });
});

test('a server that is none is refused at the start', () => {
  for (const wrong of ['', 'cuvette', 'javascript:alert(1)', undefined])
    expect(() => new MarkdownIt().use(cuvetteIt, { server: wrong as string })).toThrow(
      'must be the address of a Cuvette server',
    );
});

test('pages of MDX get an element of JSX, as Docusaurus reads it', () => {
  const tree = {
    type: 'root',
    children: [{ type: 'leafDirective', name: 'cuvette', attributes: { id }, children: [] }],
  };
  cuvetteRemark({ server, format: 'mdx' })(tree, { fail: (reason: string) => expect.fail(reason) });
  expect(tree.children.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'mdxJsxFlowElement div',
    'mdxJsxFlowElement div',
  ]);
});

test('Vue is told which elements are ours', () => {
  expect(['cuvette-workflow', 'div'].map(isCuvetteElement)).toEqual([true, false]);
});
