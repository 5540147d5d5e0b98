import type { JSX } from 'preact';
import { ChangeSeveral } from './change-several.tsx';
import { CopyBranch } from './copy-branch.tsx';
import { FromTable } from './import-csv.tsx';
import { OrderScreen } from './order-screen.tsx';
import './bulk-edit.css';

/** Bulk edits: `copy`, `change` or `table`. */
export function ManyScreen({ what }: { readonly what: string }): JSX.Element {
  if (what === 'copy') return <CopyBranch />;
  if (what === 'order') return <OrderScreen />;
  return what === 'table' ? <FromTable /> : <ChangeSeveral />;
}
