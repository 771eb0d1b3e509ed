import type { ComponentType } from 'react';
import { ListScreen } from './list-screen.tsx';
import type { ResourceParts } from './resource-parts.ts';

/** The screen of a resource. */
export function resourceScreen(parts: ResourceParts): ComponentType {
  return function ResourceScreen() {
    return <ListScreen parts={parts} />;
  };
}
