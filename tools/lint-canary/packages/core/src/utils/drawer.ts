export const anything = 1; // bites: no-drawers
