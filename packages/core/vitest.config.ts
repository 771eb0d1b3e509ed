import { defineConfig } from 'vitest/config';

// The pure rules by themselves, as the tool that breaks them on purpose runs them (`npm run mutate`).
export default defineConfig({ test: { include: ['packages/core/src/**/*.test.ts'] } });
