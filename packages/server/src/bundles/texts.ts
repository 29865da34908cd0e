import { type Bundle, statusName, type WorkflowItem } from '@cuvette/core/entities';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { citationsOf, cite } from '@cuvette/core/workflows/citations/citations';
import type { Citation } from '@cuvette/core/workflows/citations/work';
import { bundleLimits, documentName, sizeWords } from './limits.ts';

/** One entry of a zip, for its table of contents and its metadata. */
export interface Entry {
  path: string;
  mediaType: string;
  title: string;
}

/** Works to cite for an item: those of its type and settings, and those of the engines that ran. */
export function citationsFor(definition: WorkflowDefinition | null, bundle: Bundle): Citation[] {
  const [item] = bundle.items;
  const found = definition && item?.object_data ? citationsOf(definition, item.object_data) : [];
  const ran = Object.values(bundle.calculations).flatMap(({ engine, provenance }) =>
    [engine, provenance?.ran.engine].flatMap((name) => (name ? [`engine:${name}`] : [])),
  );
  const known = new Set(found.map(({ id }) => id));
  return [...found, ...cite(...ran).filter(({ id }) => !known.has(id))];
}

function when(text: string | null): string {
  return text ?? 'unknown';
}

/** Bytes that a zip has beside what its README counts: the README itself, and what says where each entry lies. */
const around = 2 ** 20;

/**
 * How a zip comes back into a Cuvette, in lines of its README. `unpacked` is the bytes of all that it holds; how small they pack is not known
 * when the README is written, which is the zip's first entry.
 */
export function wayBack(unpacked: number): string[] {
  if (unpacked + around > bundleLimits.unpacked) {
    return [
      `This zip holds ${sizeWords(unpacked)}, and an import takes at most ${sizeWords(bundleLimits.unpacked)}: neither "cuvette import" nor the upload button`,
      `of a folder brings it back whole. ${documentName} alone can be brought back into a Cuvette;`,
      'what lies in files/ is then left out, so keep this zip.',
    ];
  }
  const both = '"cuvette import" or the upload button of a folder brings this zip back into a Cuvette.';
  if (unpacked + around <= bundleLimits.upload) return [both];
  return [
    both,
    `The button takes zips of at most ${sizeWords(bundleLimits.upload)}: use the command for a larger one, or upload ${documentName}`,
    'alone; what lies in files/ is then left out.',
  ];
}

/** Describes what is in the zip and what was computed, for whoever opens it without the product; `unpacked` is the bytes of all entries. */
export function readmeOf(
  bundle: Bundle,
  title: string,
  entries: readonly Entry[],
  citations: readonly Citation[],
  notes: readonly string[],
  unpacked: number,
): string {
  const item = bundle.items[0] as WorkflowItem;
  const width = Math.max(...entries.map(({ path }) => path.length));
  const must = citations.filter(({ level }) => level === 'must');
  const from = bundle.server?.address ? `, from ${bundle.server.address}` : '';
  const lines = [
    item.name,
    '='.repeat(Math.min(item.name.length, 80)),
    '',
    `${title}, ${statusName(item.object_status).toLowerCase()}.`,
    `Identifier: ${item.uuid}`,
    `Started: ${when(item.started_at)}. Ended: ${when(item.completed_at)}.`,
    ...(item.run_by_username ? [`Run by: ${item.run_by_username}`] : []),
    ...(item.imported ? [`Imported on ${item.imported.at}; it was ${item.imported.original_uuid} there.`] : []),
    `Written by Cuvette ${bundle.server?.version ?? ''} on ${bundle.created_at}${from}.`,
    '',
    'What is here',
    '------------',
    ...entries.map(({ path, title: words }) => `${path.padEnd(width)}  ${words}`),
    '',
    `Positions are in Å and energies in Hartree. ${documentName} holds everything but the large files:`,
    `<cuvette-workflow src="${documentName}"> shows it on a page without a server.`,
    ...wayBack(unpacked),
    ...notes.flatMap((note) => ['', note]),
    ...(must.length > 0 ? ['', 'Please cite', '-----------', ...must.map(({ text }) => `- ${text}`)] : []),
    ...(item.notes ? ['', 'Notes', '-----', item.notes] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** RO-Crate 1.1 metadata of the zip: its files, what program made them, and what to cite. */
export function crateOf(
  bundle: Bundle,
  title: string,
  entries: readonly Entry[],
  citations: readonly Citation[],
): string {
  const item = bundle.items[0] as WorkflowItem;
  const engines = new Map<string, string | null>();
  for (const { engine, provenance } of Object.values(bundle.calculations)) {
    const name = provenance?.ran.engine ?? engine;
    if (name) engines.set(name, provenance?.ran.engine_version ?? engines.get(name) ?? null);
  }
  const software = [...engines].map(([name, version]) => ({
    '@id': `#engine-${name.replace(/[^\w-]/g, '_')}`,
    '@type': 'SoftwareApplication',
    name,
    ...(version ? { softwareVersion: version } : {}),
  }));
  const articles = citations.map(({ doi, id, text }) => ({
    '@id': doi ? `https://doi.org/${doi}` : `#work-${id.replace(/[^\w-]/g, '_')}`,
    '@type': 'ScholarlyArticle',
    name: text,
  }));
  const reference = ({ '@id': id }: { '@id': string }) => ({ '@id': id });
  const files = entries.map(({ path, mediaType, title: name }) => ({
    '@id': encodeURI(path),
    '@type': 'File',
    name,
    encodingFormat: mediaType,
  }));
  const graph = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      identifier: item.uuid,
      name: item.name,
      description: `${title}${item.smiles ? ` of ${item.smiles}` : ''}. ${item.notes}`.trim(),
      datePublished: bundle.created_at,
      dateCreated: item.created_at,
      // The person who exports it decides on a licence; none is claimed in their name.
      license: 'No licence was stated when this was exported.',
      hasPart: files.map(reference),
      citation: articles.map(reference),
      mentions: [{ '@id': '#run' }],
    },
    {
      '@id': '#run',
      '@type': 'CreateAction',
      name: title,
      instrument: software.map(reference),
      result: files.map(reference),
      ...(item.started_at ? { startTime: item.started_at } : {}),
      ...(item.completed_at ? { endTime: item.completed_at } : {}),
      ...(item.run_by_username ? { agent: { '@id': '#person' } } : {}),
    },
    ...(item.run_by_username ? [{ '@id': '#person', '@type': 'Person', name: item.run_by_username }] : []),
    ...files,
    ...software,
    ...[...new Map(articles.map((article) => [article['@id'], article])).values()],
  ];
  return `${JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph }, null, 2)}\n`;
}
