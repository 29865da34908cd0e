import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states.tsx';
import { type Words } from '../words.ts';

interface Props {
  children: ReactNode;
  words: Words;
  onError: (error: unknown) => void;
  /** What the view is given; something else gives it a new chance. */
  data: unknown;
}

interface State {
  error: unknown;
  failed: boolean;
  data: unknown;
}

/** Keeps a fault in one view from blanking the page: says so as text, offers to try again, and reports it as an event. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state: State = { error: null, failed: false, data: this.props.data };

  static getDerivedStateFromProps({ data }: Props, state: State): Partial<State> | null {
    return data === state.data ? null : { error: null, failed: false, data };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { words } = this.props;
    return (
      <ErrorState
        title={words.errors.viewFailed}
        detail={this.state.error instanceof Error ? this.state.error.message : String(this.state.error)}
        action={{ label: words.errors.tryAgain, run: () => this.setState({ error: null, failed: false }) }}
      />
    );
  }
}
