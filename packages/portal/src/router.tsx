import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { basePath, historyUnderPath } from './base-path.ts';
import { ClientContext, ownerClient, sharedClient } from './clients.ts';
import { isFramed } from './is-framed.ts';
import { CrashPage } from './pages/crash.tsx';
import { FolderPage } from './pages/folder.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { RootPage } from './pages/root.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { PublicShell } from './parts/shell/public-shell.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { toTypePath } from './parts/type-path.ts';
import {
  compareSearch,
  connectSearch,
  findSearch,
  folderSearch,
  itemSearch,
  noSearch,
  pageSearch,
  proteinsSearch,
  publicItemSearch,
  sharedProteinsSearch,
  signInSearch,
  submitSearch,
} from './search.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

/* Each page is loaded when it is first opened; a folder, which most visits begin with, comes at once. */
const AccountPage = lazyRouteComponent(() => import('./pages/account.tsx'), 'AccountPage');
const DeletedPage = lazyRouteComponent(() => import('./pages/deleted.tsx'), 'DeletedPage');
const ItemPage = lazyRouteComponent(() => import('./pages/item.tsx'), 'ItemPage');
const NewPage = lazyRouteComponent(() => import('./pages/new.tsx'), 'NewPage');
const ProjectPage = lazyRouteComponent(() => import('./pages/project.tsx'), 'ProjectPage');
const ProjectsPage = lazyRouteComponent(() => import('./pages/projects.tsx'), 'ProjectsPage');
const SubCalculationPage = lazyRouteComponent(() => import('./pages/sub-calculation.tsx'), 'SubCalculationPage');
const SubmitPage = lazyRouteComponent(() => import('./pages/submit.tsx'), 'SubmitPage');

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage, errorComponent: CrashPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInPage,
});

/** Where an application sends the person's browser to be allowed in; without a sidebar, for it is one question. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('./pages/connect.tsx'), 'ConnectPage'),
});

/** Everything that belongs to the person who is signed in. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: () => (
    <ClientContext value={ownerClient}>
      <Shell>
        <Outlet />
      </Shell>
    </ClientContext>
  ),
});

/** Everything that is shared: no sign-in, read only. A share link goes on from page to page. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/public',
  validateSearch: publicItemSearch,
  // A page that follows another in a frame stays one that may be there.
  search: { middlewares: [retainSearchParams(isFramed ? ['link', 'embed'] : ['link'])] },
  component: SharedPages,
});

function SharedPages() {
  const { link = null } = shared.useSearch();
  return (
    <ClientContext value={sharedClient(link)}>
      <PublicShell>
        <Outlet />
      </PublicShell>
    </ClientContext>
  );
}

const comparePage = lazyRouteComponent(() => import('./pages/compare.tsx'), 'ComparePage');
/** Pages of proteins load with the first one of them. */
const ProteinsPage = lazyRouteComponent(() => import('./pages/proteins.tsx'), 'ProteinsPage');
const ProteinPage = lazyRouteComponent(() => import('./pages/protein.tsx'), 'ProteinPage');

const appRoutes = [
  createRoute({ getParentRoute: () => app, path: '/', validateSearch: noSearch, component: RootPage }),
  createRoute({
    getParentRoute: () => app,
    path: '/folder/$uuid',
    validateSearch: folderSearch,
    component: FolderPage,
  }),
  createRoute({ getParentRoute: () => app, path: '/account', validateSearch: noSearch, component: AccountPage }),
  createRoute({
    getParentRoute: () => app,
    path: '/administration/$part',
    validateSearch: noSearch,
    component: lazyRouteComponent(() => import('./pages/administration.tsx'), 'AdministrationPage'),
  }),
  createRoute({ getParentRoute: () => app, path: '/projects', validateSearch: noSearch, component: ProjectsPage }),
  createRoute({
    getParentRoute: () => app,
    path: '/project/$uuid',
    validateSearch: noSearch,
    component: ProjectPage,
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/welcome',
    validateSearch: noSearch,
    component: lazyRouteComponent(() => import('./pages/welcome.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/project/$uuid/structures',
    validateSearch: pageSearch,
    component: lazyRouteComponent(() => import('./pages/structures.tsx'), 'StructuresPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/project/$uuid/documents',
    validateSearch: pageSearch,
    component: lazyRouteComponent(() => import('./pages/documents.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/project/$uuid/calibrations',
    validateSearch: noSearch,
    component: lazyRouteComponent(() => import('./pages/calibrations.tsx'), 'CalibrationsPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/calibration/$uuid',
    component: lazyRouteComponent(() => import('./pages/calibration.tsx'), 'CalibrationPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/search',
    validateSearch: findSearch,
    component: lazyRouteComponent(() => import('./pages/search.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/proteins',
    validateSearch: proteinsSearch,
    component: ProteinsPage,
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/protein/$uuid',
    validateSearch: noSearch,
    component: ProteinPage,
  }),
  createRoute({ getParentRoute: () => app, path: '/deleted', validateSearch: folderSearch, component: DeletedPage }),
  createRoute({ getParentRoute: () => app, path: '/new', validateSearch: submitSearch, component: NewPage }),
  createRoute({
    getParentRoute: () => app,
    path: '/new/$type',
    validateSearch: submitSearch,
    beforeLoad: toTypePath,
    component: SubmitPage,
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/new/$type/batch',
    validateSearch: submitSearch,
    beforeLoad: toTypePath,
    component: lazyRouteComponent(() => import('./pages/batch-new.tsx'), 'BatchNewPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/recipe/$uuid',
    validateSearch: submitSearch,
    component: lazyRouteComponent(() => import('./pages/recipe.tsx'), 'RecipePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/recipe/of/$uuid',
    validateSearch: noSearch,
    component: lazyRouteComponent(() => import('./pages/recipe.tsx'), 'NewRecipePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/batch/$uuid',
    component: lazyRouteComponent(() => import('./pages/batch.tsx'), 'BatchPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/workflow/$uuid',
    validateSearch: itemSearch,
    component: ItemPage,
  }),
  createRoute({ getParentRoute: () => app, path: '/sub_calculation/$uuid', component: SubCalculationPage }),
  createRoute({ getParentRoute: () => app, path: '/sub-calculation/$uuid', component: SubCalculationPage }),
  createRoute({
    getParentRoute: () => app,
    path: '/compare/$type',
    validateSearch: compareSearch,
    beforeLoad: toTypePath,
    component: comparePage,
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/$type/$uuid',
    validateSearch: itemSearch,
    beforeLoad: toTypePath,
    component: ItemPage,
  }),
] as const;

const sharedRoutes = [
  createRoute({
    getParentRoute: () => shared,
    path: '/folder/$uuid',
    validateSearch: folderSearch,
    component: FolderPage,
  }),
  createRoute({ getParentRoute: () => shared, path: '/protein/$uuid', component: ProteinPage }),
  createRoute({
    getParentRoute: () => shared,
    path: '/proteins',
    validateSearch: sharedProteinsSearch,
    component: lazyRouteComponent(() => import('./pages/shared-proteins.tsx'), 'SharedProteinsPage'),
  }),
  createRoute({ getParentRoute: () => shared, path: '/workflow/$uuid', component: ItemPage }),
  createRoute({ getParentRoute: () => shared, path: '/sub_calculation/$uuid', component: SubCalculationPage }),
  createRoute({ getParentRoute: () => shared, path: '/sub-calculation/$uuid', component: SubCalculationPage }),
  createRoute({
    getParentRoute: () => shared,
    path: '/compare/$type',
    validateSearch: compareSearch,
    beforeLoad: toTypePath,
    component: comparePage,
  }),
  createRoute({ getParentRoute: () => shared, path: '/$type/$uuid', beforeLoad: toTypePath, component: ItemPage }),
] as const;

const sharedTree = shared.addChildren(sharedRoutes);
const wholeTree = () => root.addChildren([signIn, connect, app.addChildren(appRoutes), sharedTree]);

export const router = createRouter({
  // A page around could lay itself over a signed-in person's pages, so a frame has none of them.
  routeTree: isFramed ? (root.addChildren([sharedTree]) as unknown as ReturnType<typeof wholeTree>) : wholeTree(),
  ...(basePath === '' ? {} : { history: historyUnderPath() }),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
