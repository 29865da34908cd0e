/** A host of results, as the table of docs/embed has it. */
export interface Host {
  /** Folder of its kept page (`keepPage`), or the name of a way that this program tries itself. */
  name: string;
  title: string;
  /** What an author writes. */
  line: string;
  /** Whether one line or one address is enough for an author. */
  oneLine: boolean;
  /** Whether it works in the host as it is installed; else what its maintainer adds once. */
  needs: string | null;
  /** `run`: the real host wrote the page; `stand-in`: a server that checks by the host's published description; `documented`: from the host's documentation. */
  how: 'run' | 'stand-in' | 'documented';
}

/** Hosts in the order of the table. `IDENTIFIER` and `ADDRESS` are those of a shared item. */
export const hosts: readonly Host[] = [
  {
    name: 'mediawiki',
    title: 'MediaWiki',
    line: '{{#cuvette:IDENTIFIER}}',
    oneLine: true,
    needs: 'the extension',
    how: 'run',
  },
  {
    name: 'dokuwiki',
    title: 'DokuWiki',
    line: '{{cuvette>IDENTIFIER}}',
    oneLine: true,
    needs: 'the plug-in',
    how: 'run',
  },
  {
    name: 'wordpress',
    title: 'WordPress, as an author',
    line: '[cuvette id=IDENTIFIER]',
    oneLine: true,
    needs: 'the plug-in',
    how: 'run',
  },
  {
    name: 'wordpress-address',
    title: 'WordPress, the bare address',
    line: 'ADDRESS',
    oneLine: true,
    needs: 'the plug-in',
    how: 'run',
  },
  {
    name: 'sphinx',
    title: 'Sphinx, MyST',
    line: '.. cuvette:: IDENTIFIER',
    oneLine: true,
    needs: '`cuvette-embed`',
    how: 'run',
  },
  {
    name: 'mkdocs',
    title: 'MkDocs (Python-Markdown)',
    line: '::cuvette{id=IDENTIFIER}',
    oneLine: true,
    needs: '`cuvette-embed`',
    how: 'run',
  },
  {
    name: 'jupyter',
    title: 'Jupyter, exported to HTML',
    line: 'show("ADDRESS")',
    oneLine: true,
    needs: '`cuvette-embed`',
    how: 'run',
  },
  {
    name: 'marimo',
    title: 'marimo, exported to HTML',
    line: 'show("ADDRESS")',
    oneLine: true,
    needs: '`cuvette-embed`',
    how: 'run',
  },
  {
    name: 'vitepress',
    title: 'VitePress',
    line: '::cuvette{id=IDENTIFIER}',
    oneLine: true,
    needs: '`@cuvette/markdown`',
    how: 'run',
  },
  {
    name: 'docusaurus',
    title: 'Docusaurus',
    line: '::cuvette{id=IDENTIFIER}',
    oneLine: true,
    needs: '`@cuvette/markdown`',
    how: 'run',
  },
  {
    name: 'astro',
    title: 'Astro, Starlight',
    line: '::cuvette{id=IDENTIFIER}',
    oneLine: true,
    needs: '`@cuvette/markdown`',
    how: 'run',
  },
  {
    name: 'html',
    title: 'A page of HTML',
    line: '<script …> and <cuvette-workflow …>',
    oneLine: false,
    needs: null,
    how: 'run',
  },
  {
    name: 'frame',
    title: 'A page that takes frames (SharePoint, Moodle, openBIS)',
    line: '<iframe src="ADDRESS?embed=1" …>',
    oneLine: true,
    needs: null,
    how: 'run',
  },
  {
    name: 'badge',
    title: 'A README (GitHub, GitLab, Gitea)',
    line: '[![…](ADDRESS of the badge)](ADDRESS)',
    oneLine: true,
    needs: null,
    how: 'run',
  },
  {
    name: 'elabftw',
    title: 'eLabFTW, *Send to eLabFTW*',
    line: 'a button in *Share*',
    oneLine: true,
    needs: null,
    how: 'stand-in',
  },
  {
    name: 'oembed',
    title: 'Notion, Confluence, Discourse (oEmbed)',
    line: 'ADDRESS',
    oneLine: true,
    needs: null,
    how: 'documented',
  },
  {
    name: 'unfurl',
    title: 'Slack, Teams, Mattermost, Matrix (Open Graph)',
    line: 'ADDRESS',
    oneLine: true,
    needs: null,
    how: 'documented',
  },
];
