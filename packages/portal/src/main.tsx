import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ownerClient } from './clients.ts';
import { lookAgainOnFocus } from './look-again.ts';
import './parts/embed/written-summary.ts';
import './styles/frame.css';
import './styles/page.css';
import './styles/list.css';
import './styles/selection.css';
import './styles/folder-tree.css';
import './styles/list-actions.css';
import './styles/search.css';
import './styles/notes.css';
import './styles/item.css';
import './styles/embed.css';
import { router } from './router.tsx';
import { applyTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());
lookAgainOnFocus(ownerClient);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
