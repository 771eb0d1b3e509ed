import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import { useSearchState } from '../page/search-state.ts';
import { ListScreen } from './list-screen.tsx';
import type { ResourceParts } from './record/resource-parts.ts';

/** A resource as a tab; `id` stands in the address. */
export interface ResourceTab {
  readonly id: string;
  readonly label: string;
  readonly parts: ResourceParts;
}

const ADDRESS = z.object({ tab: z.string().default('').catch('') });

/** The lists of several resources under one heading. A tab starts its list anew; the open one is in the address. */
export function ResourceTabs({ title, tabs }: { title: string; tabs: readonly ResourceTab[] }) {
  const [{ tab }] = useSearchState(ADDRESS);
  const navigate = useNavigate();
  const moved = useRef(false);
  const active = tabs.find(({ id }) => id === tab) ?? tabs[0]!;

  useEffect(() => {
    // The list below is another one now; whoever moved by arrow keys stays on the tabs.
    if (moved.current) document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    moved.current = false;
  }, [active.id]);

  function turnTo(id: string): void {
    moved.current = true;
    void navigate({ to: '.', search: id === tabs[0]?.id ? {} : { tab: id } });
  }

  return (
    <ListScreen
      key={active.id}
      parts={active.parts}
      title={title}
      tabs={{ label: title, tabs, active: active.id, onChange: turnTo }}
    />
  );
}
