import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states.tsx';
import type { Words } from '../words.ts';
import { ViewNotLoaded } from './views.tsx';

interface Props {
  children: ReactNode;
  /** Drawn when the view cannot draw this data. */
  fallback: ReactNode;
  words: Words;
  onError: (error: unknown) => void;
  /** What is drawn; new data get a new chance with the type's own view. */
  data: unknown;
}

/** Data that a view cannot draw fall back to the generic view; a view whose script did not arrive can be asked for again. */
export class ViewBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.data !== this.props.data) this.setState({ error: null, failed: false });
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (!(this.state.error instanceof ViewNotLoaded)) return this.props.fallback;
    const { words } = this.props;
    return (
      <ErrorState
        title={words.errors.loadFailed}
        detail={words.errors.loadFailedDetail}
        action={{ label: words.errors.tryAgain, run: () => this.setState({ error: null, failed: false }) }}
      />
    );
  }
}
