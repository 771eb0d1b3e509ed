import type { ComponentType } from 'react';
import { ListScreen } from './list-screen.tsx';
import type { ResourceParts } from './record/resource-parts.ts';
import { ResourceTabs, type ResourceTab } from './resource-tabs.tsx';

/** The screen of a resource. */
export function resourceScreen(parts: ResourceParts): ComponentType {
  return function ResourceScreen() {
    return <ListScreen parts={parts} />;
  };
}

/** One screen for several resources of a module, each in a tab. */
export function tabbedResourceScreen(title: string, tabs: readonly ResourceTab[]): ComponentType {
  return function TabbedResourceScreen() {
    return <ResourceTabs title={title} tabs={tabs} />;
  };
}
