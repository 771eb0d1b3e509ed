import { createElement } from 'react'; // bites: eslint(no-restricted-imports)

export const element = createElement;

export const home = process.env['HOME']; // bites: node(no-process-env)

export const anything = (value: any) => value; // bites: typescript(no-explicit-any)

export default home; // bites: import(no-default-export)

export function nameOf(kind: 'debit' | 'credit'): string {
  switch (kind) { // bites: typescript(switch-exhaustiveness-check)
    case 'debit':
      return 'Debit';
  }
  return '';
}
