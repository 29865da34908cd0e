import { Dialog } from '../dialog.tsx';
import { keyGroups, paletteWords as words } from './words.ts';

/** The keys that the product knows. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.keysTitle} onClose={onClose}>
      {keyGroups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl className="keys">
            {keys.map(([key, text]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
