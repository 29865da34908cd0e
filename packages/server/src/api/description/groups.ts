/** A heading of the description with the calls under it. */
interface Group {
  name: string;
  description: string;
  /** Routes of the group, by what their "METHOD /path" looks like; the first group that fits has the call. */
  routes: RegExp;
}

/** Headings in the order in which people read them: what chemists do first, what machines do last. */
const groups: readonly Group[] = [
  {
    name: 'Submit and follow',
    description:
      'Submits workflows, alone or many at once, asks what would become of them, changes drafts, stops what runs. An item is one workflow with its input, its state and its results.',
    routes:
      / \/api\/(methods|schemas)|^(POST|DELETE) \/api\/workflow$| \/api\/workflow\/(batch_\w+|will_be_dispatched|dispatch_information|sidebar_workflows|import|:uuid\/(stop|update_draft|submit_draft|remove_credit_limit|attempts.*))$/,
  },
  {
    name: 'Results',
    description:
      'Reads items, their calculations and what is large: trajectories, orbitals, alignments, bundles with everything.',
    routes:
      /^GET \/api\/workflow\/:uuid(\/(bundle|contents|log|get_msa_files))?$|\/delete_workflow_data$| \/api\/(calculation|orbitals|trajectory)\//,
  },
  {
    name: 'Folders, projects and searches',
    description: 'Where items lie, who works in a project, saved searches and columns, and what was deleted.',
    routes:
      / \/api\/(folder|v3\/project|project|structure|saved_search|saved_columns|trash|workflow|user\/me\/default_project)(\/|$)/,
  },
  {
    name: 'Proteins',
    description: 'Uploads proteins, prepares them (missing atoms, hydrogens at a pH) and gives them out as PDB files.',
    routes: / \/api\/protein(\/|$)/,
  },
  {
    name: 'Converting structures',
    description: 'SMILES, geometries, structure files, PubChem and the Protein Data Bank. Nothing is stored.',
    routes: / \/api\/convert\//,
  },
  {
    name: 'Shared',
    description:
      'What is public, or opened by a share link: read without signing in, from any page. A link goes into `link`.',
    routes: / \/api\/(shared|share_link)(\/|$)/,
  },
  {
    name: 'Account and keys',
    description: 'Signing in, the profile, API keys, notices and the secret of webhooks.',
    routes: / \/api\/(session|auth|user|api_key|platform)(\/|$)/,
  },
  {
    name: 'This server',
    description: 'Whether it lives, what it measures, and this description.',
    routes: / (\/(healthz|readyz|metrics)|\/api\/(healthz|openapi\.json|docs(\/.*)?))$/,
  },
  {
    name: 'Workers and command line',
    description: 'What workers and the commands of the server call. Nobody else needs it.',
    routes: / \/api\/(worker|admin)(\/|$)/,
  },
];

/** The headings in the order of the page. */
export const headings: readonly Pick<Group, 'name' | 'description'>[] = groups.map(({ name, description }) => ({
  name,
  description,
}));

/** The heading of a route as Fastify writes it (`GET /api/workflow/:uuid`); undefined where none fits. */
export function headingOf(route: string): string | undefined {
  return groups.find(({ routes }) => routes.test(route))?.name;
}
