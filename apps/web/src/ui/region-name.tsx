import { createContext, useContext } from 'react';

/** Of which entry the regions around are, where several are shown at once; '' for the one entry of a page. */
export const RegionOwner = createContext('');

/** What a region of an entry is called for assistive technology: 'Lines', or 'Lines of CV 0000012'. */
export function useRegionName(name: string): string {
  const owner = useContext(RegionOwner);
  return owner === '' ? name : `${name} of ${owner}`;
}
