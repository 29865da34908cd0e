import { auditRoutes } from './administration/audit.ts';
import { peopleRoutes } from './administration/people.ts';
import { queueRoutes } from './administration/queue.ts';
import { settingRoutes } from './administration/settings.ts';
import { usageRoutes } from './administration/usage.ts';
import { applicationRoutes } from './agents/applications.ts';
import { mcpRoutes } from './agents/mcp.ts';
import { oauthRoutes } from './agents/oauth.ts';
import { oauthMetadataRoutes } from './agents/oauth-metadata.ts';
import { calibrationRoutes } from './calibrations/calibration.ts';
import type { Section } from './description/document.ts';
import { documentRoutes } from './documents/documents.ts';
import { folderRoutes } from './folders/folder.ts';
import { projectRoutes } from './folders/project.ts';
import { savedRoutes } from './folders/saved.ts';
import { trashRoutes } from './folders/trash.ts';
import type { Route } from './http/route.ts';
import { batchIdenticalRoute } from './items/batch-identical.ts';
import { draftRoutes } from './items/drafts-and-dispatch.ts';
import { importRoutes } from './items/import.ts';
import { itemRoutes, listedItemRoutes, submitRoutes } from './items/workflow.ts';
import { batchRoutes, clearRoute, pageRoute } from './items/workflow-batch.ts';
import { oembedRoutes } from './pages/oembed.ts';
import { pictureRoutes } from './pages/pictures.ts';
import { apiKeyRoutes } from './people/api-keys.ts';
import { elabftwRoutes } from './people/elabftw.ts';
import { noticeRoutes } from './people/notices.ts';
import { secondFactorRoutes } from './people/second-factor.ts';
import { sessionRoutes } from './people/session.ts';
import { shareLinkRoutes } from './people/share-link.ts';
import { userRoutes } from './people/user.ts';
import { adminRoutes } from './platform/admin.ts';
import { demandRoutes } from './platform/demand.ts';
import { healthRoutes } from './platform/health.ts';
import { descriptionRoutes, schemaRoutes } from './platform/openapi.ts';
import { workerRoutes } from './platform/worker.ts';
import { recipeRoutes } from './recipes/recipes.ts';
import { bigResultRoutes } from './results/big-results.ts';
import { calculationRoutes } from './results/calculation.ts';
import { dcdLinkRoutes } from './results/dcd-links.ts';
import { gridRoutes } from './results/grids.ts';
import { spectrumRoutes } from './results/spectra.ts';
import { convertRoutes } from './structures/convert.ts';
import { lookupRoutes } from './structures/lookup.ts';
import { proteinFileRoutes, proteinRoutes } from './structures/protein.ts';
import { proteinPreparationRoutes } from './structures/protein-preparation.ts';
import { structureRoutes } from './structures/structure.ts';

/**
 * Every call of the server under the headings of its description, in the order in which people read them: what chemists do first, what machines do last.
 */
export const sections: readonly Section[] = [
  {
    name: 'Submit and follow',
    description:
      'Submits workflows, alone or many at once, asks what would become of them, changes drafts, stops what runs. An item is one workflow with its input, its state and its results.',
    routes: [...submitRoutes, ...batchRoutes, batchIdenticalRoute, ...draftRoutes, ...importRoutes, ...schemaRoutes],
  },
  {
    name: 'Recipes',
    description: 'Chains of workflows that are saved with their settings, and run on one molecule or on many.',
    routes: recipeRoutes,
  },
  {
    name: 'Results',
    description:
      'Reads items, their calculations and what is large: trajectories, orbitals, alignments, bundles with everything. Keeps measured spectra with them.',
    routes: [
      ...itemRoutes,
      ...calculationRoutes,
      ...bigResultRoutes,
      ...dcdLinkRoutes,
      ...gridRoutes,
      ...spectrumRoutes,
      clearRoute,
    ],
  },
  {
    name: 'Folders, projects and searches',
    description: 'Where items lie, who works in a project, saved searches and columns, and what was deleted.',
    routes: [
      ...folderRoutes,
      ...listedItemRoutes,
      ...projectRoutes,
      ...structureRoutes,
      ...savedRoutes,
      ...trashRoutes,
      pageRoute,
    ],
  },
  {
    name: 'Supporting information',
    description:
      'Documents that are made from items: HTML, DOCX, plain text, references, and a zip with structures. They are kept with a project and say when an item changed.',
    routes: documentRoutes,
  },
  {
    name: 'Calibrations on measured values',
    description:
      'A project’s own measured values (pKa, log S, logD, logP, redox potentials, collision cross sections, shifts) and the line through them, by which its predictions are calibrated.',
    routes: [...calibrationRoutes],
  },
  {
    name: 'Proteins',
    description: 'Uploads proteins, prepares them (missing atoms, hydrogens at a pH) and gives them out as PDB files.',
    routes: [...proteinRoutes, ...proteinPreparationRoutes],
  },
  {
    name: 'Converting structures',
    description: 'SMILES, geometries, structure files, PubChem and the Protein Data Bank. Nothing is stored.',
    routes: [...convertRoutes, ...lookupRoutes, ...proteinFileRoutes],
  },
  {
    name: 'Shared',
    description:
      'What is public, or opened by a share link: read without signing in, from any page. A link goes into `link`.',
    routes: [...shareLinkRoutes, ...pictureRoutes, ...oembedRoutes],
  },
  {
    name: 'Account and keys',
    description: 'Signing in, the profile, API keys, notices, the secret of webhooks, and sending results to eLabFTW.',
    routes: [
      ...sessionRoutes,
      ...secondFactorRoutes,
      ...userRoutes,
      ...noticeRoutes,
      ...elabftwRoutes,
      ...apiKeyRoutes,
    ],
  },
  {
    name: 'Agents',
    description:
      'Where language models connect: the tools find types, submit, wait and read results. Applications sign in by OAuth 2.1, and people see and end their access.',
    routes: [...mcpRoutes, ...applicationRoutes, ...oauthMetadataRoutes, ...oauthRoutes],
  },
  {
    name: 'This server',
    description: 'Whether it lives, what it measures, its workers, and this description.',
    routes: [...healthRoutes, ...demandRoutes, ...descriptionRoutes(() => sections)],
  },
  {
    name: 'Administration',
    description:
      'For administrators of the server: accounts, workers, the queue, storage, core-hours and limits, settings, and the audit log.',
    routes: [...peopleRoutes, ...queueRoutes, ...usageRoutes, ...settingRoutes, ...auditRoutes],
  },
  {
    name: 'Workers and command line',
    description: 'What workers and the commands of the server call. Nobody else needs it.',
    routes: [...workerRoutes, ...adminRoutes],
  },
];

/** The same calls without their headings. */
export const routes: Route[] = sections.flatMap((section) => section.routes);
