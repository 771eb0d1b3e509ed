import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { ACCESS } from '@talaan/core/access/access-level';
import { SidePart } from '../../batches/record/side-part.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { collectionOf } from './collection-calls.ts';

const { module, tab } = RESOURCE_INDEX.received_cheque;

/** The post-dated cheque whose deposit made a collection, and the way to it in the register. */
export function ChequePart({ collectionNumber }: { collectionNumber: string }) {
  const cheque = useQuery(collectionOf(collectionNumber)).data?.received_cheque ?? null;
  const mayRead = useAccessLevel(module) >= ACCESS.select;
  if (cheque === null) return null;
  const { id, cheque_number, state } = cheque;
  return (
    <SidePart title="Post-dated cheque" aside={state}>
      <p className="figures">
        {mayRead ? (
          <Link to="/payefile" search={{ tab: tab.id, id: String(id) }}>
            {cheque_number}
          </Link>
        ) : (
          cheque_number
        )}
      </p>
    </SidePart>
  );
}
