import type { RecordUses } from '@talaan/contract/resource/safe-change';
import { missingRecord } from '../records/deleted-records.ts';
import { refusalText, wayOutOf } from '../writing/deletion.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findRecord } from '../records/read-records.ts';
import { findUses, rowsOfRecord, usesSentence } from '../writing/record-uses.ts';
import { refusalOf, requireAllowed } from '../records/refusals.ts';
import { entryOfRecord } from '../records/whole-entry.ts';
import type { WriteContext } from '../records/resource-override.ts';

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
  const used =
    uses.length === 0 ? null : { message: refusalText(definition.describe(stored), uses, wayOutOf(definition)) };
  const refusal = await refusalOf(override.refuseDelete?.(context, stored));
  const { active } = definition;
  return {
    uses,
    sentence,
    deletion: permissionOf(refusal ?? used),
    deactivation:
      active === null || stored[active] !== 1
        ? null
        : permissionOf(
            await refusalOf(
              requireAllowed(context, resource, [
                { stored, entry: { ...entryOfRecord(definition, stored), [active]: 0 } },
              ]),
            ),
          ),
  };
}

function permissionOf(refusal: { readonly message: string } | null): { allowed: boolean; message: string | null } {
  return { allowed: refusal === null, message: refusal?.message ?? null };
}
