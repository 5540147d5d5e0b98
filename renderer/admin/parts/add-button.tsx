import type { JSX } from 'preact';
import { Button, type ButtonProps } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';

/** Button that adds an entry to the list that `of` names. */
export function AddButton({ of, ...button }: Omit<ButtonProps, 'children'> & { readonly of: string }): JSX.Element {
  const { t } = useStaff();
  return (
    <div>
      <Button {...button}>
        {t('add')}
        <Of name={of} />
      </Button>
    </div>
  );
}
