import type { RecordUses } from '@talaan/contract/resource/safe-change';
import { Problem } from '../platform/http/problem.ts';
import { missingRecord } from './deleted-records.ts';
import { refusalText, wayOutOf } from './deletion.ts';
import type { ServedResource } from './read-records.ts';
import { findRecord } from './read-records.ts';
import { findUses, rowsOfRecord, usesSentence } from './record-uses.ts';
import { entryOfRecord } from './whole-entry.ts';
import type { WriteContext } from './resource-override.ts';

/**
 * What uses a record, and whether it can be deleted or taken out of use now: the same rules as the calls that do it,
 * asked beforehand. Throws 404.
 */
export async function readUses(context: WriteContext, resource: ServedResource, id: number): Promise<RecordUses> {
  const { definition, override } = resource;
  const stored = await findRecord(context.db, resource, id);
  if (!stored) throw await missingRecord(context.db, definition, id);
  const uses = await findUses(context, await rowsOfRecord(context.db, definition, id));
  const sentence = uses.length === 0 ? null : usesSentence(uses, `this ${definition.title.one}`);
  const used = uses.length === 0 ? null : refusalText(definition.describe(stored), uses, wayOutOf(definition));
  const refusal = await refusalOf(() => override.refuseDelete?.(context, stored));
  const { active } = definition;
  return {
    uses,
    sentence,
    deletion: permissionOf(refusal ?? used),
    deactivation:
      active === null || stored[active] !== 1
        ? null
        : permissionOf(
            await refusalOf(() =>
              override.refuseChange?.(context, {
                stored,
                entry: { ...entryOfRecord(definition, stored), [active]: 0 },
              }),
            ),
          ),
  };
}

/** What a rule says against something, null when it lets it pass. A fault of the program stays one. */
async function refusalOf(rule: () => Promise<void> | undefined): Promise<string | null> {
  try {
    await rule();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

function permissionOf(refusal: string | null): { allowed: boolean; message: string | null } {
  return { allowed: refusal === null, message: refusal };
}
