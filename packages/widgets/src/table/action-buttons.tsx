import { useEmit } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import type { IconName } from '../ui/icons.tsx';

/** Something that a page offers for each row; a press sends `cuvette-action`. */
export interface TableAction {
  id: string;
  label: string;
  /** A sign of Cuvette's own in place of the label, which is its name and its tooltip then. */
  icon?: IconName | undefined;
}

interface ActionButtonsProps {
  actions: readonly TableAction[];
  row: number;
  structure: string | null;
  /** Whether Tab stops at this row. */
  stop: boolean;
}

/** The buttons of a page's actions at the end of a row. */
export function ActionButtons({ actions, row, structure, stop }: ActionButtonsProps) {
  const emit = useEmit();
  return actions.map(({ id, label, icon }) => (
    <Button
      key={id}
      kind="quiet"
      dense
      label={label}
      {...(icon ? { icon, iconOnly: true } : {})}
      tabIndex={stop ? 0 : -1}
      onClick={() => emit('cuvette-action', { action: id, row, structure })}
    />
  ));
}
