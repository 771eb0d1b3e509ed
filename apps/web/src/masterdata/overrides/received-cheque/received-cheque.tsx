import { IconCalendar } from '../../../ui/icons.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { ChequesToDeposit } from './cheques-to-deposit.tsx';

/** The register of post-dated cheques that customers gave, and what of it can be deposited. */
export const receivedChequeOverride: ScreenOverride = {
  views: [{ id: 'deposit', label: 'To deposit', icon: <IconCalendar />, View: ChequesToDeposit, saves: true }],
};
