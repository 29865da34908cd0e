import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { ErrorState } from '../ui/states.tsx';
import type { RendererState } from './use-renderer.ts';
import { viewerWords } from './words.ts';

addEnglish({ viewer: viewerWords });

export interface ViewerCoverProps {
  state: RendererState;
  empty: boolean;
  emptyText: string | undefined;
  retry: () => void;
}

/** Shows what is in the picture's place while there is none. */
export function ViewerCover({ state, empty, emptyText, retry }: ViewerCoverProps) {
  const words = useWords();
  if (empty) return <p className="cv-viewer-cover">{emptyText ?? words.viewer.noStructure}</p>;
  if (state.phase === 'no-webgl') return <p className="cv-viewer-cover">{words.viewer.noWebgl}</p>;
  if (state.phase === 'failed') {
    return (
      <div className="cv-viewer-cover">
        <ErrorState
          title={words.viewer.failed}
          detail={words.errors.loadFailedDetail}
          action={{ label: words.errors.tryAgain, run: retry }}
        />
      </div>
    );
  }
  if (state.phase !== 'ready') return <p className="cv-viewer-cover">{words.viewer.loading}</p>;
  return null;
}
