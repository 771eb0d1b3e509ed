import { defineConfig } from 'vitest/config';

// The pure rules by themselves, as the tool that breaks them on purpose runs them (`npm run mutate`); files share loaded
// modules, so that a change is tried sooner.
export default defineConfig({ test: { include: ['packages/core/src/**/*.test.ts'], isolate: false } });
