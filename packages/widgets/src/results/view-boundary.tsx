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
export class ViewBoundary extends Component<Props, { failed: boolean; data: unknown }> {
  override state = { failed: false, data: this.props.data };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: { failed: boolean; data: unknown }) {
    return props.data === state.data ? null : { failed: false, data: props.data };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
