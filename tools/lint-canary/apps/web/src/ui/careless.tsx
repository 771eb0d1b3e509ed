import { useEffect, useState } from 'react';
import { Pool } from '@talaan/server/platform/database'; // bites: eslint(no-restricted-imports)

export function Picture({ source, hidden }: { source: string; hidden: boolean }) {
  if (hidden) return null;
  useEffect(() => { // bites: react(hooks), react-hooks(rules-of-hooks)
    document.title = source + String(Pool);
  }, [source]);
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: source }} /> {/* bites: react(no-danger) */}
      <img src={source} /> {/* bites: jsx-a11y(alt-text) */}
    </>
  );
}

export function Total({ amount }: { amount: string }) {
  const [shown, setShown] = useState('');
  useEffect(() => {
    setShown(amount); // bites: react-hooks(exhaustive-deps)
  }, []);
  return <output>{shown}</output>;
}
