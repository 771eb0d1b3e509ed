import { askToDiscard, withPleaseWait } from '../ui/feedback/feedback.ts';
import { hasUnsaved } from '../ui/layers/unsaved.ts';
import { signOut } from './session.ts';

/** Sign Out from a menu: unsaved changes are asked about while there is still a session to save them with. */
export async function signOutAfterAsking(): Promise<void> {
  if (hasUnsaved() && !(await askToDiscard())) return;
  await withPleaseWait(signOut());
}
