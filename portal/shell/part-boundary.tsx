import { Component } from 'react';
import type { ReactNode } from 'react';

interface PartBoundaryProps {
  /** Stands in its place when it fails. */
  instead: ReactNode;
  children: ReactNode;
}

/** Keeps the page where one part of its frame fails: its code did not come, or is gone since a new release. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
