import { useEffect, useId } from 'react';

const unsavedSources = new Set<string>();

/** Declares unsaved changes while `unsaved` is true; leaving the tab then asks first, and so does the router. */
export function useUnsaved(unsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return;
    unsavedSources.add(id);
    if (unsavedSources.size === 1) window.addEventListener('beforeunload', askBeforeLeaving);
    return () => {
      unsavedSources.delete(id);
      if (unsavedSources.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
    };
  }, [id, unsaved]);
}

/** Whether anything on the page would be lost by leaving it. */
export function hasUnsaved(): boolean {
  return unsavedSources.size > 0;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
