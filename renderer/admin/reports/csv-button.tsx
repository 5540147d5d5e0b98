import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';

/** Download of a report's table, beside its title. */
export function CsvButton({ title, onClick }: { readonly title: string; readonly onClick: () => void }): JSX.Element {
  const { t } = useAdmin();
  return (
    <Button look="plain" label={t('report.csvOf', { name: title })} onClick={onClick}>
      CSV
    </Button>
  );
}
