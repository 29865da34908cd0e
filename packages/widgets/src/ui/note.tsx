import { type Text } from '@cuvette/core/phrases';
import { useWords } from '../elements/context.tsx';
import { Icon } from './icons.tsx';

/** Shows what changes the meaning of a number; drawn beside it. */
export function Note({ text }: { text: Text }) {
  const words = useWords();
  return (
    <p className="cv-note" role="note">
      <Icon name="warning" />
      <span>{words.ui.term(text)}</span>
    </p>
  );
}
