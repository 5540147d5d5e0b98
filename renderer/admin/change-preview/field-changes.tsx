/** Changed fields of an item, each with its value before and after. */
import type { JSX } from 'preact';
import type { ManyChange } from '../../../main/site/contract/rest/bulk-edit.ts';
import { auditRows, type FieldChangeRow } from '../value-format/audit-rows.ts';
import { InlineDiff } from '../value-format/value-diff.tsx';
import { useWording, type ValueLine } from '../value-format/wording.ts';

type Changed = Pick<ManyChange, 'collection' | 'what' | 'fields'>;

/** The fields of a change in words, as the audit log has them. */
export function useFieldChanges(): (change: Changed) => readonly FieldChangeRow[] {
  const wording = useWording();
  return ({ collection, what, fields }) => {
    const entry = { collection, action: what, fields: fields.map((field) => ({ ...field, hidden: false })) };
    return auditRows(wording, entry as never);
  };
}

export function FieldChanges({ rows }: { readonly rows: readonly FieldChangeRow[] }): JSX.Element {
  return (
    <>
      {rows.map(({ name, before, after }) => (
        <span key={name} class="many-field">
          <b>{name}</b>{' '}
          <del>
            <Value lines={before} />
          </del>{' '}
          <ins>
            <Value lines={after} />
          </ins>
        </span>
      ))}
    </>
  );
}

function Value({ lines }: { readonly lines: readonly ValueLine[] }): JSX.Element {
  return lines.length === 0 ? <>–</> : <InlineDiff lines={lines} />;
}
