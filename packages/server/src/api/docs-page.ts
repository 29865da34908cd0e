import type { DocumentedOperation, OpenApiDocument } from './openapi.ts';
import type { JsonSchema } from './operations/components.ts';

/** The look of the page of the API: system fonts and colours, light and dark. */
export const docsStyle = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace; }
details { border-bottom: 1px solid var(--line); }
details > summary { cursor: pointer; padding: 0.5rem 0; overflow-wrap: anywhere; }
details > :not(summary) { margin-left: 1.25rem; }
summary:focus-visible, a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
.what { opacity: 0.8; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); }
`;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A schema as a reader of the page sees it: names, types, what may be left out. References are links. */
function typeOf(schema: JsonSchema | undefined, depth = 0): string {
  if (!schema || Object.keys(schema).length === 0) return 'anything';
  const pad = '  '.repeat(depth + 1);
  const { $ref, anyOf, oneOf, allOf, type, items, properties, prefixItems, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = escape($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if ('const' in schema) return escape(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => escape(JSON.stringify(one))).join(' | ');
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.map((one) => typeOf(one, depth)).join(' | ');
  if (Array.isArray(allOf)) return (allOf as JsonSchema[]).map((one) => typeOf(one, depth)).join(' and ');
  if (Array.isArray(prefixItems))
    return `[${(prefixItems as JsonSchema[]).map((one) => typeOf(one, depth)).join(', ')}]`;
  if (type === 'array') return `list of ${typeOf(items as JsonSchema, depth)}`;
  if (type === 'object' && properties) {
    const required = new Set((schema.required ?? []) as string[]);
    const lines = Object.entries(properties as Record<string, JsonSchema>).map(
      ([name, each]) => `${pad}${escape(name)}${required.has(name) ? '' : '?'}: ${typeOf(each, depth + 1)}`,
    );
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (type === 'object') return `object of ${typeOf(additionalProperties as JsonSchema, depth)} by name`;
  const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'format', 'pattern']
    .filter((name) => name in schema && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER)
    .map((name) => `${name} ${String(schema[name])}`);
  return escape(
    `${Array.isArray(type) ? type.join(' | ') : String(type ?? 'anything')}${limits.length > 0 ? ` (${limits.join(', ')})` : ''}`,
  );
}

function operationHtml(path: string, method: string, operation: DocumentedOperation): string {
  const { summary, description, parameters = [], requestBody, responses, security } = operation;
  const callers = security.flatMap((one) => Object.keys(one));
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${escape(one.name)}</code></td><td>${one.in}${one.required ? ', needed' : ''}</td><td><code>${typeOf(one.schema)}</code></td></tr>`,
  );
  const answers = Object.entries(responses).map(([status, answer]) => {
    const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
    const shape = content ? `<pre>${typeOf(content.schema)}</pre>` : '';
    return `<p><strong>${status}</strong> ${escape(answer.description)}${type ? ` <code>${escape(type)}</code>` : ''}</p>${/^[23]\d\d$/.test(status) ? shape : ''}`;
  });
  return `<details id="${escape(operation.operationId)}"><summary><code><span class="method">${method.toUpperCase()}</span>${escape(path)}</code> <span class="what">${escape(summary)}</span></summary>
<p>${callers.length > 0 ? `Needs ${escape(callers.join(', or '))}.` : 'Open to everybody.'} ${escape(description ?? '')}</p>
${rows.length > 0 ? `<table><thead><tr><th>Parameter</th><th>Where</th><th>Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${requestBody ? `<p>Body (JSON${requestBody.required ? '' : ', may be left out'})</p><pre>${typeOf(requestBody.content['application/json']?.schema)}</pre>` : ''}
${answers.join('\n')}
</details>`;
}

/** The description as one page of plain HTML: no script, nothing from elsewhere, found with the browser's own search. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(
    ({ name }) => `<section><h2 id="${escape(name)}">${escape(name)}</h2>
${all
  .filter(({ operation }) => operation.tags.includes(name))
  .map(({ path, method, operation }) => operationHtml(path, method, operation))
  .join('\n')}</section>`,
  );
  const keys = Object.entries(components.securitySchemes).map(
    ([name, scheme]) =>
      `<tr><td><code>${escape(name)}</code></td><td><code>${escape(String(scheme.name ?? 'Authorization'))}</code></td><td>${escape(String(scheme.description))}</td></tr>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${escape(name)}</code></summary><pre id="schema-${escape(name)}">${typeOf(schema)}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)} API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body>
<header><h1>${escape(info.title)} API ${escape(info.version)}</h1>
<p>${escape(info.description)} For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
<nav aria-label="Sections">${tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')}<a href="#schemas">Shapes</a></nav>
<main>
<section><h2 id="keys">Who calls</h2><table><thead><tr><th>Name</th><th>Sent as</th><th>What it is</th></tr></thead><tbody>${keys.join('')}</tbody></table></section>
${sections.join('\n')}
<section><h2 id="schemas">Shapes</h2>
${schemas.join('\n')}</section>
</main>
</body>
</html>
`;
}
