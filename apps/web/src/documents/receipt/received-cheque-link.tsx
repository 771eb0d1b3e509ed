import { Link } from '@tanstack/react-router';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { ACCESS } from '@talaan/core/access/access-level';
import { useAccessLevel } from '../../session/session.ts';

const { module, tab } = RESOURCE_INDEX.received_cheque;

/** A post-dated cheque by what names it, leading to it in the register for whoever may read that. */
export function ReceivedChequeLink({ id, children }: { id: number; children: string }) {
  if (useAccessLevel(module) < ACCESS.select) return children;
  return (
    <Link to="/payefile" search={{ tab: tab.id, id: String(id) }}>
      {children}
    </Link>
  );
}
