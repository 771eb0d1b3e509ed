import { db } from '@talaan/server/platform/database'; // bites: eslint(no-restricted-imports)
import { money } from '@talaan/core/money/money';
import { readFileSync } from 'node:fs'; // bites: eslint(no-restricted-imports)
import pg from 'pg'; // bites: eslint(no-restricted-imports)
import * as z from 'zod';
import { something } from './other-package-by-path.ts';

export const used = [db, money, readFileSync, pg.Client, z, something];
