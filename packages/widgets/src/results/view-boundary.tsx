import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Drawn when the view cannot draw this data. */
  fallback: ReactNode;
  onError: (error: unknown) => void;
  /** What is drawn; new data get a new chance with the type's own view. */
  data: unknown;
}

/** Data that a view cannot draw fall back to the generic view. */
export class ViewBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.data !== this.props.data) this.setState({ failed: false });
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
