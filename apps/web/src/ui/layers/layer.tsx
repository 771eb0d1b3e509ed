import { createContext, useContext, useMemo, type ReactNode } from 'react';

/** Stacking order of ux §2: menu 40, dialog 50, snackbar 60, tab lock 70. A popover opened inside a dialog lies above it. */
export interface Layer {
  popover: number;
  dialog: number;
}

/** The element in the dialog around a component that takes what opens there; null outside any dialog. */
export const DialogElementContext = createContext<HTMLElement | null>(null);

/**
 * Where a popover opened from here goes: into the dialog around it, so that assistive technology, which is told of
 * nothing outside a modal dialog, reaches it; else to the end of the page. Fixed, so that the dialog does not cut it off.
 */
export function usePopoverPlace() {
  const dialog = useContext(DialogElementContext);
  return dialog === null
    ? {}
    : ({ portalProps: { target: dialog, reuseTargetNode: false }, floatingStrategy: 'fixed' } as const);
}

const BASE: Layer = { popover: 40, dialog: 50 };
const FEEDBACK: Layer = { popover: 57, dialog: 56 };
const LayerContext = createContext<Layer>(BASE);

/** Numbers for the z-index of a popover or of a dialog opened from here. */
export function useLayer(): Layer {
  return useContext(LayerContext);
}

/** Raises everything that opens inside a dialog above that dialog; up to four dialogs nest below the snackbars. */
export function RaisedLayer({ children }: { children: ReactNode }) {
  const { dialog } = useLayer();
  const raised = useMemo(() => ({ popover: dialog + 1, dialog: dialog + 2 }), [dialog]);
  return <LayerContext.Provider value={raised}>{children}</LayerContext.Provider>;
}

/** Messages lie above every dialog of the page and below the snackbars. */
export function FeedbackLayer({ children }: { children: ReactNode }) {
  return <LayerContext.Provider value={FEEDBACK}>{children}</LayerContext.Provider>;
}
