import * as z from 'zod'; // bites: eslint(no-restricted-imports)

export const schema = z.string();

export function now(): string {
  return new Date().toISOString(); // bites: eslint(no-restricted-globals)
}

export function platform(): string {
  return process.platform; // bites: eslint(no-restricted-globals)
}

export function chance(): number {
  return Math.random(); // bites: eslint(no-restricted-properties)
}

export function load(): Promise<unknown> {
  return fetch('https://example.test'); // bites: eslint(no-restricted-globals)
}

export function say(): void {
  console.log('said'); // bites: eslint(no-console), eslint(no-restricted-globals)
}
