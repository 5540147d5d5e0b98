import type { JSX } from 'preact';
import type { PanelPrint } from '../../../main/kiosk/contract/panel.ts';
import { Icon } from '../parts/icon.tsx';

/** What became of a print; read out when it changes. */
export function PrintNotice({ said, print }: { readonly said: string; readonly print: PanelPrint }): JSX.Element {
  const isGood = print === 'printed' || print === 'printing';
  return (
    <div class="panel-notice" role="status" data-print={print}>
      {said !== '' && (
        <div class={isGood ? 'notice' : 'notice notice-attention'}>
          <Icon name={print === 'printed' ? 'check' : isGood ? 'paper' : 'attention'} />
          <span>{said}</span>
        </div>
      )}
    </div>
  );
}
