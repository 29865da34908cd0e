import type { Session } from '@cuvette/core/session';
import type { TabPart } from '@cuvette/core/workflows';
import { useWords } from '../../elements/context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSessionState } from '../hooks/use-session.ts';

/** A switch that lays structures over another one in the viewer, each with carbon of its own colour. */
export function OverlayPart({ part, session }: { part: Extract<TabPart, { kind: 'overlay' }>; session: Session }) {
  const words = useWords();
  const { structure, viewer } = useSessionState(session);
  const { shown, beside, title } = part;
  const overlaid = viewer.overlaid ?? [];
  const on = structure === shown && viewer.overlay === 'colours' && beside.every((id) => overlaid.includes(id));
  return (
    <Switch
      label={words.ui.term(title)}
      checked={on}
      onChange={(wanted) => {
        if (wanted) session.activate(shown);
        session.setViewer(wanted ? { overlay: 'colours', overlaid: [...beside] } : { overlay: 'none', overlaid: null });
      }}
    />
  );
}
