import type { DocumentedOperation, JsonSchema, OpenApiDocument, Parameter } from './document.ts';
import { escapeHtml, markedHtml, typeHtml } from './page-types.ts';
import type { WorkflowType } from './workflow-types.ts';

function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]+/g, '-');
}

function parameterHtml({ name, in: where, required, description, schema, example }: Parameter): string {
  const value = schema.default;
  const facts = [
    where === 'path' ? 'in the path' : where === 'header' ? 'a header' : required ? 'needed' : '',
    value === undefined ? '' : `${JSON.stringify(value)} when left out`,
    example === undefined ? '' : `for example ${[example].flat().join(', ')}`,
  ].filter(Boolean);
  return `<dt><code>${escapeHtml(name)}</code> <code class="quiet">${typeHtml(schema)}</code>${
    facts.length > 0 ? ` <span class="quiet">${escapeHtml(facts.join('; '))}</span>` : ''
  }</dt><dd>${markedHtml(description)}</dd>`;
}

type WorkflowShapes = ReadonlyMap<string, JsonSchema>;
type Shapes = OpenApiDocument['components']['schemas'];

/** A schema, or what it points at: readers of a call see what goes into it without leaving. */
function resolved(schema: JsonSchema, shapes: Shapes): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return (name === undefined ? undefined : shapes[name]) ?? schema;
}

function bodyHtml({ required, content }: NonNullable<DocumentedOperation['requestBody']>, shapes: Shapes): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const title = `<h4>Body <span class="quiet"><code>${escapeHtml(type)}</code>${required ? '' : ', may be left out'}</span></h4>`;
      return type === 'application/json'
        ? `${title}<pre class="shape">${typeHtml(resolved(schema, shapes))}</pre>`
        : `${title}<p>${markedHtml(String(schema.description ?? 'Bytes.'))}</p>`;
    })
    .join('');
}

function answerHtml([status, { description, headers = {}, content = {} }]: [
  string,
  DocumentedOperation['responses'][string],
]): string {
  const good = /^[23]\d\d$/.test(status);
  const types = Object.entries(content);
  const rows = Object.entries(headers).map(
    ([name, header]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${markedHtml(header.description)}</dd>`,
  );
  const shapes = types
    .filter(([, { schema }]) => Object.keys(schema).length > 0)
    .map(([, { schema }]) => `<pre class="shape">${typeHtml(schema)}</pre>`);
  const named = types.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(', ');
  return `<p><strong>${status}</strong>${good && named ? ` <span class="quiet">${named}</span>` : ''} ${markedHtml(description)}</p>${
    good ? `${rows.length > 0 ? `<dl class="headers">${rows.join('')}</dl>` : ''}${shapes.join('')}` : ''
  }`;
}

/** What a caller of each kind has. */
const callerWords: Readonly<Record<string, string>> = {
  cookie: 'a browser that is signed in',
  key: 'an API key',
  token: 'a token for reading',
  worker: 'the key of a worker',
  'command-line': 'the command line of the server',
};

function operationHtml(path: string, method: string, operation: DocumentedOperation, shapes: Shapes): string {
  const { summary, description, externalDocs, parameters = [], requestBody, responses, security } = operation;
  const open = operation.operationId.startsWith('webhook_') ? 'Called by this server.' : 'Open to everybody.';
  const callers = security.flatMap((one) => Object.keys(one)).map((name) => callerWords[name] ?? name);
  const samples = operation['x-codeSamples'] ?? [];
  const taken = resolved(requestBody?.content['application/json']?.schema ?? {}, shapes).properties ?? {};
  const found = [method, path, summary, ...parameters.map(({ name }) => name), ...Object.keys(taken)]
    .join(' ')
    .toLowerCase();
  return `<details class="call" id="${escapeHtml(operation.operationId)}" data-words="${escapeHtml(found)}"><summary><code><span class="method">${method.toUpperCase()}</span>${escapeHtml(path)}</code> <span class="what">${markedHtml(summary)}</span></summary><div>
${description ? `<p class="words">${markedHtml(description)}</p>` : ''}
${externalDocs ? `<p><a href="${escapeHtml(externalDocs.url)}">${escapeHtml(externalDocs.description)}</a></p>` : ''}
<p class="quiet">${callers.length > 0 ? `For ${escapeHtml(callers.join(' or '))}.` : open}</p>
${samples.map(({ source }) => `<pre tabindex="0">${escapeHtml(source)}</pre>`).join('')}
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map(parameterHtml).join('')}</dl>` : ''}
${requestBody ? bodyHtml(requestBody, shapes) : ''}
<h4>Answers</h4>
${Object.entries(responses).map(answerHtml).join('\n')}
</div></details>`;
}

function schemeHtml([name, scheme]: [string, JsonSchema]): string {
  return `<dt><code>${escapeHtml(name)}</code> <span class="quiet">sent as <code>${escapeHtml(String(scheme.name ?? 'Authorization'))}</code></span></dt><dd>${markedHtml(String(scheme.description))}</dd>`;
}

function workflowTypeHtml(
  { workflow_type, title, summary, settings, results }: WorkflowType,
  shapes: WorkflowShapes,
): string {
  const shape = (part: string) => `<pre class="shape">${typeHtml(shapes.get(`${workflow_type}.${part}`))}</pre>`;
  return `<details id="type-${escapeHtml(workflow_type)}"><summary><code>${escapeHtml(workflow_type)}</code> ${escapeHtml(title)} <span class="what">${markedHtml(summary)}</span></summary><div>
<h4>Settings <span class="quiet">(<a href="${settings}">JSON Schema</a>)</span></h4>${shape('settings')}
<h4>Results <span class="quiet">(<a href="${results}">JSON Schema</a>)</span></h4>${shape('results')}
</div></details>`;
}

/** The description as one page: nothing from elsewhere, and whole without its script, which only finds calls. */
export function docsPage(
  document: OpenApiDocument,
  types: readonly WorkflowType[],
  workflows: { schemas: WorkflowShapes; components: ReadonlyMap<string, JsonSchema> },
): string {
  const { info, tags, paths, components } = document;
  const shapes = { ...Object.fromEntries(workflows.components), ...components.schemas };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(
    ({
      name,
      description,
    }) => `<section><h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2><p>${markedHtml(description)}</p>
${calls
  .filter(({ operation }) => operation.tags.includes(name))
  .map(({ path, method, operation }) => operationHtml(path, method, operation, components.schemas))
  .join('\n')}</section>`,
  );
  const webhooks = Object.values(document.webhooks).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) =>
      operationHtml('the webhook_url', method, operation, components.schemas),
    ),
  );
  const schemas = Object.entries(shapes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) =>
        `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary><div><pre class="shape">${typeHtml(schema)}</pre></div></details>`,
    );
  const links = [...tags.map(({ name }) => name), 'Webhooks', 'Workflow types', 'Who calls', 'Shapes'];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)} API</title><link rel="stylesheet" href="/api/docs/style.css"><script src="/api/docs/script.js" defer></script></head>
<body>
<header><h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1>
${info.description
  .split('\n\n')
  .map((text) => `<p>${markedHtml(text)}</p>`)
  .join('\n')}
<p>In the examples <code>$CUVETTE</code> is the address of this server and <code>$CUVETTE_KEY</code> an API key. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
<nav aria-label="Sections">${links.map((name) => `<a href="#${anchorOf(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
<search class="find" hidden><label for="find">Find a call</label><input id="find" type="search" autocomplete="off" spellcheck="false"><output for="find"></output><span class="hint"><kbd>/</kbd> to find, <kbd>↓</kbd> <kbd>↑</kbd> to go, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to clear</span></search>
<main>
${sections.join('\n')}
<section><h2 id="webhooks">Webhooks</h2><p>What this server sends to the address that an item names as its <code>webhook_url</code>.</p>
${webhooks.join('\n')}</section>
<section><h2 id="workflow-types">Workflow types</h2><p>What goes into <code>workflow_type</code>: the settings that <code>workflow_data</code> may have, and the results that are added to them in <code>object_data</code>.</p>
${types.map((type) => workflowTypeHtml(type, workflows.schemas)).join('\n')}</section>
<section><h2 id="who-calls">Who calls</h2><p>How a caller says who is calling.</p><dl>${Object.entries(components.securitySchemes).map(schemeHtml).join('')}</dl></section>
<section><h2 id="shapes">Shapes</h2><p>What calls take and answer, where several share it. A name with <code>?</code> may be left out.</p>
${schemas.join('\n')}</section>
</main>
</body>
</html>
`;
}
