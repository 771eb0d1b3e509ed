import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';

/** Branch and department of a line on which none is typed: those of the user; null where he has none that is active. */
export function ownPlaces(
  user: { readonly brnc_code: string | null; readonly dept_code: string | null },
  choices: Pick<EntryChoices, 'branches' | 'departments'>,
): Pick<EntryLine, 'branch' | 'department'> {
  return {
    branch: choices.branches.find(({ code }) => code === user.brnc_code) ?? null,
    department: choices.departments.find(({ code }) => code === user.dept_code) ?? null,
  };
}

/** Where the places of a new document stand on its lines alone. */
export const NO_PLACES: ReturnType<typeof ownPlaces> = { branch: null, department: null };
