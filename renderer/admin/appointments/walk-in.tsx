import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAdmin } from '../model/admin.ts';
import type { HandedTicket } from './give-ticket.ts';
import { GivenDialog } from './given-dialog.tsx';
import { WalkInDialog, type WalkInProps } from './walk-in-dialog.tsx';
import './walk-in.css';

/** A ticket from reception: what for and in which language, then the number, with its code and on paper. */
export function WalkIn(props: WalkInProps): JSX.Element | null {
  const { site } = useAdmin();
  const [given, setGiven] = useState<HandedTicket | null>(null);
  const file: SiteFile | null = site.file.value;
  if (file === null) return null;
  return given === null ? (
    <WalkInDialog key="wish" {...props} file={file} onGiven={setGiven} />
  ) : (
    <GivenDialog key="given" ticket={given} file={file} onClose={props.onClose} />
  );
}
