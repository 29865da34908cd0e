import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { choosePasskey } from './browser-passkeys.ts';
import { secondFactor } from './calls.ts';
import { factorWords as words } from './words.ts';

/** Signs in by a passkey of the device. */
export function PasskeyButton({ onEntered }: { onEntered: () => void }) {
  const { busy, problem, run } = useAction(onEntered);
  const enter = async () => {
    const { options } = await secondFactor.askForPasskey();
    await secondFactor.signInWithPasskey(await choosePasskey(options));
  };
  return (
    <div className="after-list">
      <button type="button" className="cv-button" disabled={busy} onClick={() => void run(enter)}>
        {words.passkeySignIn}
      </button>
      <ProblemLine text={problem} />
    </div>
  );
}
