import type { Bundle, ItemValues, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { Citation } from '@cuvette/core/workflows/citations/work';

/** A node of the metadata: an entity of RO-Crate (JSON-LD), told from others by its `@id`. */
export type Node = { '@id': string; '@type': string } & Record<string, unknown>;

/** A file of an item in the archive, as it was written. */
export interface ElnFile {
  /** Path below the folder of the item; letters that need no encoding in an address. */
  path: string;
  name: string;
  description: string;
  mediaType: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** An item in the archive, with all that its metadata says. */
export interface ElnItem {
  item: WorkflowItem;
  bundle: Bundle;
  title: string;
  /** The folder of its files, below the root of the crate. */
  folder: string;
  /** Address of the item on its server. */
  address: string;
  /** What it is in a notebook, as HTML. */
  text: string;
  values: ItemValues['values'];
  citations: readonly Citation[];
  files: readonly ElnFile[];
}

const reference = ({ '@id': id }: Node) => ({ '@id': id });
const identifier = (text: string) => text.replace(/[^\w-]/g, '_');

/** Programs that ran, with their versions. */
function programsOf({ calculations }: Bundle): Node[] {
  const versions = new Map<string, string | null>();
  for (const { engine, provenance } of Object.values(calculations)) {
    const name = provenance?.ran.engine ?? engine;
    if (name) versions.set(name, provenance?.ran.engine_version ?? versions.get(name) ?? null);
  }
  return [...versions].map(([name, version]) => ({
    '@id': `#program-${identifier(`${name}-${version ?? ''}`)}`,
    '@type': 'SoftwareApplication',
    name,
    ...(version ? { softwareVersion: version } : {}),
  }));
}

function worksOf(citations: readonly Citation[]): Node[] {
  return citations.map(({ doi, id, text }) => ({
    '@id': doi ? `https://doi.org/${doi}` : `#work-${identifier(id)}`,
    '@type': 'ScholarlyArticle',
    name: text,
  }));
}

/** The named numbers of an item; the ± and what changes a number are in its description. */
function valueNodes({ item, values }: ElnItem): Node[] {
  return values.flatMap((value) => {
    if (value.value === null || value.value === undefined) return [];
    const said = [value.written, value.note && inEnglish(value.note)].flatMap((text) => (text ? [text] : []));
    return [
      {
        '@id': `#value-${item.uuid}-${identifier(value.path)}`,
        '@type': 'PropertyValue',
        propertyID: value.path,
        name: inEnglish(value.title),
        value: value.value,
        ...(value.unit ? { unitText: inEnglish(value.unit) } : {}),
        ...(value.method ? { measurementTechnique: inEnglish(value.method.text) } : {}),
        description: said.join('. '),
      },
    ];
  });
}

const publisher = '#publisher';

/** All nodes of one item, its own first. */
export function nodesOfItem(eln: ElnItem): Node[] {
  const { item, bundle, title, folder, address, text, citations } = eln;
  const programs = programsOf(bundle);
  const works = worksOf(citations);
  const values = valueNodes(eln);
  const files: Node[] = eln.files.map(({ path, name, description, mediaType, bytes, sha256 }) => ({
    '@id': `./${folder}/${path}`,
    '@type': 'File',
    name,
    description,
    encodingFormat: mediaType,
    contentSize: String(bytes),
    sha256,
  }));
  const person: Node[] = item.run_by_username
    ? [{ '@id': `#person-${identifier(item.run_by_username)}`, '@type': 'Person', name: item.run_by_username }]
    : [];
  const author = { '@id': person[0]?.['@id'] ?? publisher };
  const ended = item.completed_at ?? item.started_at ?? item.created_at;
  const run: Node = {
    '@id': `#run-${item.uuid}`,
    '@type': 'CreateAction',
    name: title,
    instrument: programs.map(reference),
    agent: author,
    result: { '@id': `./${folder}/` },
    ...(item.started_at ? { startTime: item.started_at } : {}),
    ...(item.completed_at ? { endTime: item.completed_at } : {}),
  };
  const dataset: Node = {
    '@id': `./${folder}/`,
    '@type': 'Dataset',
    name: item.name,
    identifier: item.uuid,
    genre: 'experiment',
    author,
    dateCreated: item.created_at,
    dateModified: ended,
    datePublished: bundle.created_at,
    keywords: `Cuvette,${title}`,
    url: address,
    encodingFormat: 'text/html',
    text,
    variableMeasured: values.map(reference),
    hasPart: files.map(reference),
  };
  return [dataset, run, ...files, ...values, ...person, ...programs, ...works];
}

/**
 * The metadata of the archive: RO-Crate 1.1 as the ELN file format specifies it (https://github.com/TheELNConsortium/TheELNFileFormat).
 * @param nodes those of each item, its dataset first
 * @param leftOut items that could not be written, in words
 */
export function crateText(
  crate: { name: string; createdAt: string; origin: string; leftOut: readonly string[] },
  nodes: readonly (readonly Node[])[],
): string {
  const datasets = nodes.flatMap(([dataset]) => (dataset ? [dataset] : []));
  const ofType = (type: string) => nodes.flat().filter((node) => node['@type'] === type);
  const graph: Node[] = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      dateCreated: crate.createdAt,
      version: '1.0',
      sdPublisher: { '@id': publisher },
    },
    // eLabFTW takes a file for one of its own old ones, and decodes names anew, where the publisher serves no area.
    { '@id': publisher, '@type': 'Organization', name: 'Cuvette', url: crate.origin, areaServed: 'Worldwide' },
    {
      '@id': './',
      '@type': 'Dataset',
      name: crate.name,
      description: ['Results of computational chemistry from Cuvette.', ...crate.leftOut].join(' '),
      datePublished: crate.createdAt,
      author: { '@id': publisher },
      license: { '@id': '#licence' },
      hasPart: datasets.map(reference),
      mentions: [...ofType('CreateAction'), ...ofType('ScholarlyArticle')].map(reference),
    },
    // The person who exports it decides on a licence; none is claimed in their name.
    {
      '@id': '#licence',
      '@type': 'CreativeWork',
      name: 'No licence',
      description: 'No licence was stated when this was exported.',
    },
  ];
  const once = new Map([...graph, ...nodes.flat()].map((node) => [node['@id'], node]));
  return `${JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [...once.values()] }, null, 1)}\n`;
}
