import { sql } from 'kysely';
import type { ResourceOverride } from '../records/resource-override.ts';

export const receivedChequeOverride: ResourceOverride = {
  computed: {
    collection_number: sql`(select b.batch_number from document d join batch b on b.id = d.batch_id
      where d.id = t.collection_document_id and b.deleted_at is null)`,
  },
};
