import { createContext, useContext, type ReactNode } from 'react';

/** Stacking order of ux §2: menu 40, dialog 50, snackbar 60, tab lock 70. A popover opened inside a dialog lies above it. */
export interface Layer {
  popover: number;
  dialog: number;
}

const BASE: Layer = { popover: 40, dialog: 50 };
const LayerContext = createContext<Layer>(BASE);

/** Numbers for the z-index of a popover or of a dialog opened from here. */
export function useLayer(): Layer {
  return useContext(LayerContext);
}

/** Raises everything that opens inside a dialog above that dialog; up to four dialogs nest below the snackbars. */
export function RaisedLayer({ children }: { children: ReactNode }) {
  const { dialog } = useLayer();
  return <LayerContext.Provider value={{ popover: dialog + 1, dialog: dialog + 2 }}>{children}</LayerContext.Provider>;
}

/** Messages lie above every dialog of the page and below the snackbars. */
export function FeedbackLayer({ children }: { children: ReactNode }) {
  return <LayerContext.Provider value={{ popover: 57, dialog: 56 }}>{children}</LayerContext.Provider>;
}
