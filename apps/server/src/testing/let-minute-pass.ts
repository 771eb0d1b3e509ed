import { runAsOwner } from './owner-connection.ts';

/** Lets every mail be written a minute earlier, as if that time had passed since. */
export async function letMinutePass(ownerUrl: string): Promise<void> {
  await runAsOwner(ownerUrl, (owner) =>
    owner.query(`set session_replication_role = replica;
      update mail_message set created_at = created_at - interval '1 minute'`),
  );
}
