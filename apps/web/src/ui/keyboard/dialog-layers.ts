import { createContext } from 'react';

/** The id of the dialog around a component, or null outside any dialog. */
export const DialogLayerContext = createContext<string | null>(null);
